//! Arguments of `weft tune`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};
use weft_explore::strategy::streams::Owner;

/// Arguments of `weft tune`.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_help = "Examples:
  weft tune tune/gateway.toml                     the best strategy for each task of a media gateway
  weft tune tune/gateway.toml --what-if task.video.count=2 --what-if 'internal_memory=16 KiB'
                                                  the same with two video sessions, in half the memory
  weft tune tune/gateway.toml --constants tune/davinci.toml --simulate davinci
                                                  what the chosen strategies cost in simulation

Exit status:
  0    the tasks can be served
  1    they cannot: which limit stands in the way is said
  2    wrong usage or a bad input file"
)]
pub struct TuneArguments {
    /// Another thing to do
    #[command(subcommand)]
    pub command: Option<TuneCommand>,
    /// The tasks and the platform's constants
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    pub file: Option<PathBuf>,
    /// Take the [constants] of FILE, as `weft tune calibrate` writes them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub constants: Option<PathBuf>,
    /// Use VALUE instead of the file's for KEY, such as task.audio.count=4 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub what_if: Vec<String>,
    /// One strategy for all tasks of a kind, fixed for the worst case
    #[arg(long = "static")]
    pub fixed: bool,
    /// Run the choices on a simulated platform, and compare their cost there with the model's
    #[arg(long, value_name = "NAME|FILE")]
    pub simulate: Option<String>,
    /// In simulation: the owner of the memory that holds internal blocks
    #[arg(long, value_enum, default_value = "gpp", value_name = "OWNER")]
    pub internal: Owner,
    /// Write the choices to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Write the platform and its tasks to FILE as C, for the solver on a chip (strategy.h)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub header: Option<PathBuf>,
    /// Draw the load of each kind of task into DIR, as SVG
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub plot: Option<PathBuf>,
}

/// What else `weft tune` does.
#[derive(Subcommand)]
pub enum TuneCommand {
    /// Measure the costs of requests on a simulated platform and write them as constants that a file of tasks can extend
    Calibrate(CalibrateArguments),
}

/// Arguments of `weft tune calibrate`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft tune calibrate --platform davinci          the constants of davinci
  weft tune calibrate --platform davinci --internal dsp --output mine.toml
                                                  if internal blocks lie in the DSP's memory; for --constants mine.toml

Exit status:
  0    measured
  1    the program that measures has failed
  2    wrong usage, or a platform without DSPs")]
pub struct CalibrateArguments {
    /// The chip: the name of a platform, or a platform file
    #[arg(short, long, value_name = "NAME|FILE")]
    pub platform: String,
    /// The owner of the memory that holds internal blocks
    #[arg(long, value_enum, default_value = "gpp", value_name = "OWNER")]
    pub internal: Owner,
    /// Write the constants to FILE instead of the standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Write them to FILE as JSON as well
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
}
