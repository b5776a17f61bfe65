//! Messages between processes of this machine: MPI, compared with the installed MPI implementations, and MCAPI.

use anyhow::Result;
use weft_launch::bench::{mcapi, mpi};

use crate::arguments::bench::{BenchArguments, BenchSubject};
use crate::files::write_json;
use crate::terminal::{print, tell};

/// Runs of which the median counts.
const RUNS: usize = 7;

/// Carries out `weft bench mpi` and `weft bench mcapi`.
///
/// # Errors
/// When a program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let repetitions = if arguments.quick { 1 } else { RUNS };
    let say = |what: &str| tell(&format!("{what}\n"));
    let table = match arguments.what {
        BenchSubject::Mcapi => mcapi(repetitions, say)?,
        _ => mpi(arguments.ranks, repetitions, say)?,
    };
    print(&table.to_string())?;
    write_json(arguments.json.as_deref(), &table)
}
