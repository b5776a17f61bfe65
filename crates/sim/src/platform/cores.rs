//! The cores of a chip: their groups, the latencies of their pipelines, their memories and message units.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use weft_isa::user::UserInstructions;

use super::{BusWindows, Range};
use crate::part::core::keys::{FloatTiming, Timing};
use crate::part::message_unit::keys::Mailbox;

/// The largest number of cores of a platform: a node number has six bits in a request word.
pub const MAX_CORES: usize = 64;

/// The most instructions that a core issues in a cycle.
pub const MAX_ISSUE_WIDTH: usize = 8;

/// The cores with their private memories, timers and message units, which are the same for all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cores {
    /// Number of cores in all groups, 1 to [`MAX_CORES`].
    pub count: usize,
    /// Whether the cores have message units: without, there is no crossbar and no synchronization controller either.
    pub message_unit: bool,
    /// What differs between them: those of the first group have the lowest numbers.
    pub groups: Vec<Group>,
    /// The floating-point unit, if there is one.
    pub float: Option<FloatTiming>,
    /// The instructions of the user's own.
    pub instructions: Arc<UserInstructions>,
    /// Local memory for instructions (PMEM).
    pub program_memory: Range,
    /// Local memory for data (DMEM).
    pub data_memory: Range,
    /// Bytes at the bottom of the data memory that are set aside for the stack.
    pub stack_bytes: u32,
    /// Where the data memories answer on the bus, if they do.
    pub bus_windows: Option<BusWindows>,
    /// The core-local timer: `mtimecmp` and `mtime` at the offsets of a CLINT.
    pub timer: Range,
    /// The receiving side of the message unit.
    pub mailbox: Mailbox,
}

/// Equal cores, which share a clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Number of cores.
    pub count: usize,
    /// Ticks from one edge of their clock to the next.
    pub period: u64,
    /// Instructions that issue in one cycle at most, 1 to [`MAX_ISSUE_WIDTH`].
    pub issue_width: usize,
    /// Latencies of the pipeline.
    pub timing: Timing,
}

impl Cores {
    /// The number of the group that a core belongs to.
    pub fn group_number(&self, core: usize) -> usize {
        let mut behind = 0;
        let is_its = |group: &Group| {
            behind += group.count;
            core < behind
        };
        self.groups.iter().position(is_its).unwrap_or(0)
    }

    /// The group that a core belongs to.
    pub fn group_of(&self, core: usize) -> &Group {
        &self.groups[self.group_number(core)]
    }

    /// The instruction set as the compiler calls it.
    pub fn instruction_set(&self) -> &'static str {
        match self.float {
            None => "rv32imac",
            Some(_) => "rv32imafc",
        }
    }
}
