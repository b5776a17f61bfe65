//! MPI programs of this machine, beside the MPI installations that are there.

use anyhow::Result;
use weft_launch::bench::{mpi, Options};

use super::write_json;
use crate::arguments::BenchArguments;
use crate::terminal::{print, tell};

/// Runs of which the median counts.
const RUNS: usize = 7;

/// Carries out `weft bench mpi`.
///
/// # Errors
/// When a program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let repetitions = if arguments.quick { 1 } else { RUNS };
    let options = Options {
        ranks: arguments.ranks,
        repetitions,
    };
    let table = mpi(&options, |what| tell(&format!("{what}\n")))?;
    print(&table.to_string())?;
    match &arguments.json {
        Some(path) => write_json(path, &table),
        None => Ok(()),
    }
}
