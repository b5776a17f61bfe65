//! The PC beside a chip.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// How a program of the PC takes part in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PcSpec {
    /// When simulated time waits for the PC; lockstep by default.
    pub pace: Option<Pace>,
    /// The file that records what comes from the PC, and when.
    pub log: Option<PathBuf>,
    /// A log that takes the place of the PC's program.
    pub replay: Option<PathBuf>,
}

/// When simulated time waits for the PC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// In every quantum, until the PC waits itself: its program takes no simulated time.
    #[default]
    Lockstep,
    /// Only while the chip can do nothing without the PC.
    Free,
}
