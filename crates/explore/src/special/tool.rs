//! What a script of `hardware/` tells of a circuit as JSON.

use std::process::Command;

use anyhow::{bail, Context, Result};
use serde::de::DeserializeOwned;
use weft_build::home;

/// Runs `hardware/TOOL --json CIRCUIT` with further arguments; it prints an object.
///
/// # Errors
/// When it fails: a tool that it needs may not be installed.
pub(super) fn told<T: DeserializeOwned>(tool: &str, circuit: &str, more: &[&str]) -> Result<T> {
    let tool = home::folder("hardware")?.join(tool);
    let output = Command::new(&tool)
        .args(["--json", circuit])
        .args(more)
        .output()
        .with_context(|| format!("cannot run {}", tool.display()))?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim_end());
    }
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("what {} prints", tool.display()))
}
