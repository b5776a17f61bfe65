//! Options of `weft run` for the PC beside a chip.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

/// How a program of the PC takes part in a run.
#[derive(Args)]
pub struct PcArguments {
    /// When simulated time waits for the PC [default: lockstep]
    #[arg(long, value_enum, value_name = "MODE", conflicts_with = "replay")]
    pub pc_sync: Option<Pace>,
    /// Write what comes from the PC, and when, to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "replay")]
    pub log: Option<PathBuf>,
    /// Take what came from the PC from a log instead of running its program
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub replay: Option<PathBuf>,
}

/// When simulated time waits for the PC.
#[derive(Clone, Copy, ValueEnum)]
pub enum Pace {
    /// In every quantum, until the PC waits itself: its program takes no simulated time
    Lockstep,
    /// Only while the chip can do nothing without the PC
    Free,
}
