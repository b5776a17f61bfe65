//! `weftrun`: runs an MPI program as processes of this machine.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;
use weft_launch::job::{self, Binding, Job};
use weft_launch::trace::{Rank, Recording};

/// Run an MPI program as processes of this machine
///
/// Rank 0 reads standard input. The exit status is the first that is not 0, 128 and the number for a rank that a signal
/// ended, 3 when no rank can go on, 124 after the timeout, 2 for wrong usage. A rank that fails ends the job.
#[derive(Parser)]
#[command(
    name = "weftrun",
    version,
    after_help = "Examples:
  weftrun -n 4 ./heat 1000             four processes
  weftrun -n 2 --label --timeout 10 ./ping
                                       each line with its rank; at most ten seconds"
)]
struct Arguments {
    /// Number of ranks, at most 1024
    #[arg(short = 'n', long = "ranks", value_name = "N", default_value_t = 1)]
    ranks: usize,
    /// Bind each rank to a processor, in turn, or none
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Binding::Core)]
    bind: Binding,
    /// Stop the job after this number of seconds
    #[arg(long, value_name = "S", value_parser = job::seconds)]
    timeout: Option<Duration>,
    /// Begin each line of output with its rank
    #[arg(long)]
    label: bool,
    /// Write events (functions, MPI calls, messages) to FILE: .perfetto-trace, .csv, or .otf2, a
    /// folder; the program must have been compiled with `weftcc -trace`
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Tell what is done
    #[arg(long)]
    verbose: bool,
    /// The program and its arguments
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "PROGRAM"
    )]
    command: Vec<OsString>,
}

fn run(given: Arguments) -> Result<u8> {
    let mut recording = given.trace.as_deref().map(Recording::begin).transpose()?;
    let program = PathBuf::from(&given.command[0]);
    if let Some(recording) = &mut recording {
        recording.begin_job(Rank::all(&program, given.ranks))?;
    }
    let end = job::run(&Job {
        binding: given.bind,
        timeout: given.timeout,
        label: given.label,
        verbose: given.verbose,
        ..Job::new(job::same(given.ranks, given.command)?)?
    })?;
    if let Some(recording) = recording {
        recording.finish(&program.display().to_string())?;
    }
    Ok(end.status)
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("weftrun: {error:#}");
            ExitCode::from(2)
        }
    }
}
