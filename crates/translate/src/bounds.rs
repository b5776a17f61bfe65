//! The properties of a core that translations rely on, and that each call checks.

use crate::frame::{Counters, Reach};
use std::mem::size_of;

/// The memories that translations of a program access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memories {
    /// Address of the program's slot 0.
    pub program: u32,
    /// Address and size in bytes of the data memory; multiples of four.
    pub data: u32,
    pub data_size: u32,
    /// The part of the program memory that loads may read: address (a multiple of four) and size in bytes.
    pub constants: u32,
    pub constants_size: u32,
    /// Additional ticks of a load from it.
    pub constants_ticks: i64,
    /// Does the core have a floating-point unit?
    pub has_float: bool,
}

/// The variant of a translation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Are stores and transfers of control logged, so that they can be undone?
    pub is_logged: bool,
    /// Maximum number of instructions that issue in a tick.
    pub width: usize,
    /// Are the marks of instructions after calls checked, to which traced functions may return?
    pub is_traced: bool,
}

impl Kind {
    /// Can several instructions issue in the same cycle?
    pub fn is_wide(self) -> bool {
        self.width > 1
    }
}

/// What the translations of a program rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub memories: Memories,
    /// Number of slots of the program.
    pub slots: usize,
    /// Maximum number of instructions that issue in a tick.
    pub width: usize,
    /// Are the marks of slots read?
    pub is_traced: bool,
}

/// Reserve in the size of a log, beyond the entries of instructions.
const SLACK: usize = 64;

impl Bounds {
    /// Returns why code cannot be generated for such memories; None if it can.
    pub fn refused(&self) -> Option<String> {
        if self.memories.data_size % 4 != 0 {
            return Some("the data memory is no whole number of words".into());
        }
        if self.memories.constants % 4 != 0 {
            return Some("the program memory does not begin at a word".into());
        }
        // Generated code addresses a counter by a 32-bit offset.
        let is_named = i32::try_from(self.slots * size_of::<Counters>()).is_ok();
        (!is_named).then(|| "the program memory is too large".into())
    }

    /// Checks that a core has what its translations rely on.
    pub fn check(&self, reach: &Reach) {
        assert!(
            reach.memory.len() >= self.memories.data_size as usize,
            "the data memory is smaller"
        );
        assert!(
            reach.constants.len() >= self.memories.constants_size as usize,
            "the program memory is smaller"
        );
        assert!(
            reach.profile.len() >= self.slots && reach.slots.len() >= self.slots,
            "the program is smaller"
        );
        assert!(
            reach.marks.len() >= self.slots || !self.is_traced,
            "not all slots have marks"
        );
        assert!(
            reach.float.is_some() || !self.memories.has_float,
            "there is no floating-point unit"
        );
    }

    /// Returns the maximum number of log entries within a budget of ticks: one for each instruction, and one for each loop that is left.
    pub fn most_logged(&self, budget: i64) -> usize {
        2 * self.width * budget.max(0) as usize + SLACK
    }
}
