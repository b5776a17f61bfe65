//! `HISTORY.md`: when and why the results were recorded anew.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Appends the reason with today's date and the runs that have changed.
pub fn append(folder: &Path, reason: &str, changed: &[&str]) {
    let runs = match changed {
        [] => "nothing changed".to_string(),
        changed => format!("{} runs: {}", changed.len(), changed.join(", ")),
    };
    let file = OpenOptions::new()
        .append(true)
        .open(folder.join("HISTORY.md"));
    let mut file = file.expect("HISTORY.md");
    writeln!(file, "- {}: {reason} ({runs})", today()).expect("HISTORY.md is written");
}

/// The date as `2025-01-31`.
fn today() -> String {
    let output = Command::new("date").arg("+%Y-%m-%d").output();
    let output = output.expect("`date` runs");
    String::from_utf8_lossy(&output.stdout).trim().to_string()
}
