//! The PC attached to a chip, as plain data and as options of the command line.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use serde::{Deserialize, Serialize};

/// How a program of the PC takes part in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PcSpec {
    /// When simulated time waits for the PC [default: lockstep]
    #[arg(
        long = "pc-sync",
        value_enum,
        value_name = "MODE",
        conflicts_with = "replay"
    )]
    pub pace: Option<Pace>,
    /// Write what comes from the PC, and when, to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "replay")]
    pub log: Option<PathBuf>,
    /// Take what came from the PC from a log instead of running its program
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub replay: Option<PathBuf>,
}

/// When simulated time waits for the PC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// In every quantum, until the PC waits itself: its program takes no simulated time
    #[default]
    Lockstep,
    /// Only while the chip can do nothing without the PC
    Free,
}
