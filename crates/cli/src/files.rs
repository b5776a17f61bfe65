//! Files that commands write: text, and JSON records for other programs.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

/// Writes a text.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Figures, preceded by the name and version of their format and by the version of Weft.
#[derive(Serialize)]
struct Record<'a, T> {
    schema: &'a str,
    weft: &'a str,
    #[serde(flatten)]
    figures: &'a T,
}

/// Writes figures as a JSON record with this schema (format and version) to `path`, if there is one.
///
/// # Errors
/// When the file cannot be written.
pub fn write_record(path: Option<&Path>, schema: &str, figures: &impl Serialize) -> Result<()> {
    let weft = env!("CARGO_PKG_VERSION");
    let record = Record {
        schema,
        weft,
        figures,
    };
    write_json(path, &record)
}

/// Writes figures as JSON to `path`, if there is one.
///
/// # Errors
/// When the file cannot be written.
pub fn write_json(path: Option<&Path>, figures: &impl Serialize) -> Result<()> {
    let Some(path) = path else {
        return Ok(());
    };
    let text = serde_json::to_string_pretty(figures).expect("figures have only names as keys");
    write(path, &(text + "\n"))
}
