//! `weft bench`: the simulator's speed, and the cost of communication on the modelled hardware and on this machine.

mod compare;
mod library;
mod mpi;
mod network;
mod processes;
mod qemu;
mod ratio;
mod sensitivity;
mod share;
mod speed;
mod spread;
mod threads;
mod trace;
mod tune;

use anyhow::{ensure, Result};
use weft_run::{RunResult, RunSpec, Unobserved};

use crate::arguments::bench::{BenchArguments, BenchSubject};
use crate::terminal::tell;

/// Carries out `weft bench` and returns the exit status.
///
/// # Errors
/// When a program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<u8> {
    ensure!(
        arguments.platform.is_none() || arguments.what == BenchSubject::Library,
        "--platform is for `weft bench library`"
    );
    ensure!(
        arguments.compare.is_none() || arguments.what == BenchSubject::Speed,
        "--compare is for `weft bench speed`"
    );
    match arguments.what {
        BenchSubject::Library => return library::bench(arguments),
        BenchSubject::Speed => match &arguments.compare {
            Some(other) => return compare::bench(other, arguments),
            None => return speed::bench(arguments),
        },
        BenchSubject::Sensitivity => sensitivity::bench(arguments)?,
        BenchSubject::Trace => trace::bench(arguments)?,
        BenchSubject::Mpi | BenchSubject::Mcapi => mpi::bench(arguments)?,
        BenchSubject::Qemu => return qemu::bench(arguments),
        BenchSubject::Threads => threads::bench(arguments)?,
        BenchSubject::Tune => tune::bench(arguments)?,
    }
    Ok(0)
}

/// Runs of which the median counts.
const RUNS: usize = 5;

/// Returns the measurement with the median `key` of [`RUNS`], or the only one of a quick bench.
fn median<T>(
    quick: bool,
    measure: impl FnMut(usize) -> Result<T>,
    key: impl Fn(&T) -> f64,
) -> Result<T> {
    let runs = if quick { 1 } else { RUNS };
    let mut measured = (0..runs).map(measure).collect::<Result<Vec<T>>>()?;
    measured.sort_by(|one, other| key(one).total_cmp(&key(other)));
    Ok(measured.swap_remove(runs / 2))
}

/// Runs a program and passes on what it writes to its standard error.
fn run(spec: &RunSpec) -> Result<RunResult> {
    let result = weft_run::measure(spec, &mut Unobserved)?;
    tell(&result.stderr);
    Ok(result)
}
