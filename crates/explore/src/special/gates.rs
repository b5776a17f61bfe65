//! Gate equivalents of a circuit, as `hardware/gates` synthesizes it: the median over its cell libraries.
//!
//! ```text
//! gates NAME          NAME in the variable `circuit`
//! ```

use std::process::Command;

use anyhow::{bail, ensure, Context, Result};
use serde::Deserialize;
use weft_build::home;

use super::{without_runs, Entry, Special};

/// What `hardware/gates --json` prints of a circuit.
#[derive(Deserialize)]
struct Size {
    median: f64,
}

/// Synthesizes the circuit; nothing runs.
///
/// # Errors
/// When the variable is missing, or the synthesis fails: a tool may not be installed.
pub fn gates(entry: &Entry) -> Result<Special> {
    let circuit = entry.variables.get("circuit")?.to_owned();
    without_runs(move || Ok(vec![(format!("gates {circuit}"), synthesized(&circuit)?)]))
}

fn synthesized(circuit: &str) -> Result<f64> {
    let tool = home::folder("hardware")?.join("gates");
    let output = Command::new(&tool)
        .args(["--json", circuit])
        .output()
        .with_context(|| format!("cannot run {}", tool.display()))?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim_end());
    }
    median(&output.stdout).with_context(|| format!("what {} prints", tool.display()))
}

fn median(json: &[u8]) -> Result<f64> {
    let sizes: Vec<Size> = serde_json::from_slice(json)?;
    ensure!(sizes.len() == 1, "{} circuits instead of one", sizes.len());
    Ok(sizes[0].median)
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn one_circuit_is_read() {
        let json =
            br#"[{"circuit": "sync-2", "gates": {"a": 7, "b": 9}, "median": 8, "flip_flops": 3}]"#;
        assert_eq!(median(json).unwrap(), 8.0);
        assert!(median(b"[]").is_err());
        assert!(median(b"gates: no pyosys").is_err());
    }
}
