//! Programs of this machine by MPI, beside the MPI installations that are there, and by MCAPI.

use anyhow::Result;
use weft_launch::bench::{mcapi, mpi, Options, Table};

use crate::arguments::bench::BenchArguments;
use crate::files::write_json;
use crate::terminal::{print, tell};

/// Runs of which the median counts.
const RUNS: usize = 7;

fn repetitions(arguments: &BenchArguments) -> usize {
    if arguments.quick {
        1
    } else {
        RUNS
    }
}

/// Carries out `weft bench mpi`.
///
/// # Errors
/// When a program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let options = Options {
        ranks: arguments.ranks,
        repetitions: repetitions(arguments),
    };
    put_out(
        arguments,
        &mpi(&options, |what| tell(&format!("{what}\n")))?,
    )
}

/// Carries out `weft bench mcapi`.
///
/// # Errors
/// As above.
pub fn bench_mcapi(arguments: &BenchArguments) -> Result<()> {
    let table = mcapi(repetitions(arguments), |what| tell(&format!("{what}\n")))?;
    put_out(arguments, &table)
}

fn put_out(arguments: &BenchArguments, table: &Table) -> Result<()> {
    print(&table.to_string())?;
    write_json(arguments.json.as_deref(), table)
}
