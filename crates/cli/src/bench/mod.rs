//! `weft bench`: how fast the simulator is, what communication costs on the hardware it models, and on this machine.

mod hardware;
mod mpi;
mod sensitivity;
mod speed;

use std::path::Path;

use anyhow::{anyhow, Context, Result};
use clap::Parser;
use serde::Serialize;
use weft_build::home;

use crate::arguments::{Arguments, BenchArguments, BenchSubject, Command};
use crate::run::measure::{measure, Measured};
use crate::terminal::tell;

/// Carries out `weft bench`.
///
/// # Errors
/// When a program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    match arguments.what {
        BenchSubject::Speed => speed::bench(arguments),
        BenchSubject::Hardware => hardware::bench(arguments),
        BenchSubject::Sensitivity => sensitivity::bench(arguments),
        BenchSubject::Mpi => mpi::bench(arguments),
    }
}

/// Runs an application that comes with weft, with further words of a `weft run` command line.
fn run(application: &str, words: &[&str]) -> Result<Measured> {
    let file = home::folder("apps")?
        .join(application)
        .join(format!("{application}.c"));
    let file = file
        .to_str()
        .ok_or_else(|| anyhow!("{} is not Unicode", file.display()))?;
    let line = [&["weft", "run", file], words].concat();
    let Command::Run(arguments) = Arguments::try_parse_from(line)?.command else {
        unreachable!("the words begin with `run`");
    };
    let measured = measure(&arguments, &|| true)
        .with_context(|| format!("{application} {}", words.join(" ")))?
        .expect("it is wanted to its end");
    tell(&measured.remarks);
    Ok(measured)
}

/// Writes the figures for other programs.
fn write_json(path: &Path, figures: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(figures).expect("the figures have only names as keys");
    std::fs::write(path, text + "\n").with_context(|| format!("cannot write {}", path.display()))
}
