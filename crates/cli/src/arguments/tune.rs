//! Arguments of `weft tune`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Arguments of `weft tune`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft tune tune/gateway.toml                     the best strategy for each task of a media gateway
  weft tune tune/gateway.toml --what-if task.video.count=2 --what-if 'internal_memory=16 KiB'
                                                  the same with two video sessions, in half the memory

Exit status:
  0    the tasks can be served
  1    they cannot: which limit stands in the way is said
  2    wrong usage or a bad input file")]
pub struct TuneArguments {
    /// The tasks and the platform's constants
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Take another VALUE for a KEY of the file, such as task.audio.count=4 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    pub what_if: Vec<String>,
    /// One strategy for all tasks of a kind, fixed for the worst case
    #[arg(long = "static")]
    pub fixed: bool,
    /// Write the choices to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
    /// Draw the load of each kind of task into DIR, as SVG
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub plot: Option<PathBuf>,
}
