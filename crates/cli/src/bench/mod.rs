//! `weft bench`: how fast the simulator is, what communication costs on the hardware it models, and on this machine.

mod hardware;
mod mpi;
mod network;
mod speed;
mod trace;
mod tune;

use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::application;
use crate::arguments::{BenchArguments, BenchSubject};
use crate::run::measure::Measured;
use crate::terminal::tell;

/// Carries out `weft bench`.
///
/// # Errors
/// When a program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    match arguments.what {
        BenchSubject::Speed => speed::bench(arguments),
        BenchSubject::Hardware => hardware::bench(arguments),
        BenchSubject::Sensitivity => crate::paper::sensitivity::bench(arguments),
        BenchSubject::Trace => trace::bench(arguments),
        BenchSubject::Mpi => mpi::bench(arguments),
        BenchSubject::Mcapi => mpi::bench_mcapi(arguments),
        BenchSubject::Tune => tune::bench(arguments),
    }
}

/// Runs an application that comes with weft, with further words of a `weft run` command line.
fn run(application: &str, words: &[&str]) -> Result<Measured> {
    let file = format!("{application}/{application}.c");
    let measured = application::run(&[&file], words, &|| true)?.expect("it is wanted to its end");
    tell(&measured.remarks);
    Ok(measured)
}

/// Writes the figures for other programs.
///
/// # Errors
/// When the file cannot be written.
pub fn write_json(path: &Path, figures: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(figures).expect("the figures have only names as keys");
    std::fs::write(path, text + "\n").with_context(|| format!("cannot write {}", path.display()))
}
