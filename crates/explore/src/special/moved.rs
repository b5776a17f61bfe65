//! Lines that change when a node moves to the PC (section VI of *funcapi*), counted in two platform files that place the nodes:
//!
//! ```text
//! lines NAME          lines that differ between the last two files of the experiment, the map before and the map after
//! ```
//!
//! The same program runs with both. The count is only told if the programs print the same and the node has moved: words cross the bridge
//! to the PC after the change, and none before.

use std::iter::zip;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context, Result};
use serde::Deserialize;
use weft_run::{RunResult, RunSpec};

use super::{Entry, Special};

/// The counters of the bridge to the PC in the record of a run.
#[derive(Deserialize)]
struct Bridge {
    /// To the chip.
    words_sent: u64,
    words_received: u64,
}

/// Runs the program with both maps.
///
/// # Errors
/// When the variable `name` or the maps are missing.
pub fn moved(entry: &Entry) -> Result<Special> {
    let name = entry.variables.get("name")?.to_owned();
    let [program @ .., before, after] = entry.run.files.as_slice() else {
        bail!("give a program and two platform files");
    };
    let lines = differing(&text(before)?, &text(after)?);
    let runs = [before, after].map(|map| with_map(&entry.run, program.to_vec(), map));
    let tell = move |runs: &[RunResult]| {
        ensure_moved(runs)?;
        Ok(vec![(format!("lines {name}"), lines as f64)])
    };
    Ok((runs.into(), Box::new(tell)))
}

fn text(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

fn with_map(run: &RunSpec, program: Vec<PathBuf>, map: &Path) -> RunSpec {
    let mut run = run.clone();
    run.files = program;
    run.platform.name = map.to_string_lossy().into_owned();
    run
}

/// Counts the lines that differ, and those by which one text is longer.
fn differing(one: &str, other: &str) -> usize {
    let changed = zip(one.lines(), other.lines()).filter(|(one, other)| one != other);
    changed.count() + one.lines().count().abs_diff(other.lines().count())
}

/// Checks that the program printed the same with both maps, and that the second one runs a node on the PC.
fn ensure_moved(runs: &[RunResult]) -> Result<()> {
    let [before, after] = runs else {
        bail!("the program ran {} times and not twice", runs.len());
    };
    ensure!(
        before.stdout == after.stdout && !after.stdout.is_empty(),
        "the program prints something else when the node has moved"
    );
    let [before, after] = [words(before)?, words(after)?];
    ensure!(
        before == 0 && after > 0,
        "{before} words have crossed the bridge before the node moved, and {after} after"
    );
    Ok(())
}

/// Returns the words that have crossed the bridge, in both directions.
fn words(run: &RunResult) -> Result<u64> {
    let bridge: Option<Bridge> = run.facts()?.part();
    let bridge = bridge.context("the platform has no PC")?;
    Ok(bridge.words_sent + bridge.words_received)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_that_differs_counts_once() {
        assert_eq!(differing("a\nb\nc\n", "a\nb\nc\n"), 0);
        assert_eq!(differing("a\nb\nc\n", "a\nd\nc\n"), 1);
        assert_eq!(differing("a\nb\n", "c\nb\nd\n"), 2);
    }

    #[test]
    fn a_program_that_prints_something_else_is_refused() {
        let printed = |text: &str| RunResult {
            stdout: text.to_owned(),
            ..RunResult::default()
        };
        for texts in [["A", "B"], ["", ""]] {
            let error = ensure_moved(&texts.map(printed)).unwrap_err().to_string();
            assert!(error.contains("prints something else"), "{error}");
        }
    }
}
