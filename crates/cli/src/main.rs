//! The `weft` command: arguments in, tables, plots and files out.

#![forbid(unsafe_code)]

mod arguments;
mod bench;
mod cache;
mod counter;
mod disassemble;
mod faults;
mod files;
mod hardware;
mod manual;
mod map;
mod noc;
mod paper;
mod platforms;
mod run;
mod size;
mod terminal;
mod trace;
mod tune;
mod verify;

use std::process::ExitCode;

use anyhow::Result;
use arguments::{Arguments, Command};
use clap::Parser;

/// The exit status when a program that a command has run failed.
const PROGRAM_FAILED: u8 = 1;
/// The exit status for wrong usage or a bad input file; clap uses the same.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match carry_out(Arguments::parse().command) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            terminal::tell(&format!("weft: {error:#}\n"));
            let failed = error.is::<weft_run::RunFailed>();
            ExitCode::from(if failed { PROGRAM_FAILED } else { BAD_INPUT })
        }
    }
}

/// Carries out a command and returns its exit status; an error means wrong input.
fn carry_out(command: Command) -> Result<u8> {
    match command {
        Command::Run(arguments) => return run::run(&arguments),
        Command::Paper(arguments) => return paper::reproduce(&arguments),
        Command::Tune(arguments) => return tune::tune(&arguments),
        Command::Bench(arguments) => return bench::bench(&arguments),
        Command::Verify(arguments) => return verify::verify(&arguments),
        Command::Hardware(arguments) => return hardware::hardware(&arguments),
        Command::Faults(arguments) => return faults::campaign(&arguments),
        Command::Disasm(arguments) => disassemble::disassemble(&arguments)?,
        Command::Platforms(arguments) => platforms::platforms(&arguments)?,
        Command::Size(arguments) => size::size(&arguments)?,
        Command::Map(arguments) => map::place(&arguments)?,
        Command::Noc(arguments) => noc::measure(&arguments)?,
        Command::Trace(arguments) => trace::trace(&arguments)?,
        Command::Cache(arguments) => cache::cache(&arguments)?,
        Command::Man { directory } => manual::pages(&directory)?,
        Command::Completions { shell } => manual::completions(shell)?,
    }
    Ok(0)
}
