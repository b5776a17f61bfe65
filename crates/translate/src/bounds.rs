//! What translations are made for, and what the call of one checks.

use crate::frame::{Counters, Reach};
use std::mem::size_of;

/// The memories that translations of a program work on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memories {
    /// Address of the program's slot 0.
    pub program: u32,
    /// Address and bytes of the data memory; multiples of four.
    pub data: u32,
    pub data_size: u32,
    /// The part of the program memory that loads may read: address, a multiple of four, and bytes.
    pub constants: u32,
    pub constants_size: u32,
    /// Ticks that a load from it takes more than its slot says.
    pub constants_ticks: i64,
    /// Whether there is a floating-point unit.
    pub has_float: bool,
}

/// Which of its translations a core runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Whether stores and transfers are logged.
    pub is_logged: bool,
    /// How many instructions can issue in a tick.
    pub width: usize,
    /// Whether instructions that functions return to are looked at before they issue.
    pub is_traced: bool,
}

impl Kind {
    /// Whether slots can say that the next instruction issues in the same cycle.
    pub fn is_wide(self) -> bool {
        self.width > 1
    }
}

/// What translations of a program rely on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub memories: Memories,
    /// Slots of the program.
    pub slots: usize,
    /// Instructions that issue in a tick, at most.
    pub width: usize,
    /// Whether marks of slots are read.
    pub is_traced: bool,
}

/// Entries that a log may get beyond those of instructions.
const SLACK: usize = 64;

impl Bounds {
    /// Why code cannot be made for such memories; None if it can.
    pub fn refused(&self) -> Option<String> {
        if self.memories.data_size % 4 != 0 {
            return Some("the data memory is no whole number of words".into());
        }
        if self.memories.constants % 4 != 0 {
            return Some("the program memory does not begin at a word".into());
        }
        // Code names a counter by a distance of 32 bits.
        let is_named = i32::try_from(self.slots * size_of::<Counters>()).is_ok();
        (!is_named).then(|| "the program memory is too large".into())
    }

    /// Checks that a translation finds what it relies on.
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

    /// Entries that a log can get within a budget of ticks: one of each instruction, and one of each loop that it leaves.
    pub fn most_logged(&self, budget: i64) -> usize {
        2 * self.width * budget.max(0) as usize + SLACK
    }
}
