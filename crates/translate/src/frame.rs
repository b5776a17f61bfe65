//! The state that a translation works on, and its result.

use crate::slot::Slot;
use weft_isa::user::UserInstructions;

/// The profile counters of a slot: transfers of control to the slot; transfers by its instruction; additional ticks beyond those in the slot.
pub type Counters = [i64; 3];
pub(crate) const ENTRIES: usize = 0;
pub(crate) const EXITS: usize = 1;
pub(crate) const WAITS: usize = 2;

/// The registers of a floating-point unit.
pub struct FloatReach<'a> {
    /// f0..f31.
    pub registers: &'a mut [u32; 32],
    /// `fcsr`.
    pub control: &'a mut u32,
}

/// The parts of a core that a translation reads or writes.
pub struct Reach<'a> {
    /// x0 to x31. Translated code does not access the places after them.
    pub registers: &'a mut [u32; 64],
    /// The floating-point unit, if there is one.
    pub float: Option<FloatReach<'a>>,
    /// The data memory.
    pub memory: &'a mut [u8],
    /// The part of the program memory that loads may read.
    pub constants: &'a [u8],
    /// The counters of each slot of the program.
    pub profile: &'a mut [Counters],
    /// The slots of the program.
    pub slots: &'a [Slot],
    /// For each slot: a translation must leave there if the mark is not zero. Set for slots after calls, if the program is traced.
    pub marks: &'a [u8],
    /// The user-defined instructions of the program.
    pub user: &'a UserInstructions,
}

/// A word of the data memory before a store changed it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stored {
    /// Offset of the word in the data memory, in bytes.
    pub offset: u32,
    pub former: [u8; 4],
}

/// Transfers of control that the profile has counted, for undoing them.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Transferred {
    pub from: u32,
    pub to: u32,
    /// How many of them.
    pub times: u64,
}

/// Additional ticks that the profile has counted, for undoing them.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Waited {
    pub slot: u32,
    pub ticks: u32,
}

/// The undo log, oldest entry first.
#[derive(Clone, Debug, Default)]
pub struct Logs {
    pub stores: Vec<Stored>,
    pub transfers: Vec<Transferred>,
    pub waits: Vec<Waited>,
}

/// Why a translation has returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// It is at an instruction that is not translated, or that translated code cannot execute this time.
    Stopped(usize),
    /// Control has been transferred to this slot, which is not in the region.
    Left(usize),
    /// It is at this slot, and the budget could be used up before the next check.
    Spent(usize),
}

/// The result of running translations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    pub leaving: Leaving,
    /// The rest of the budget, in ticks.
    pub budget: i64,
    /// Number of instructions issued.
    pub instructions: u64,
    /// Number of these that issued in the same cycle as the next instruction.
    pub joined: u64,
    /// Did the last instruction issue in the same cycle as the next one will?
    pub is_within: bool,
}

/// The parameter of translated code: pointers and numbers at fixed offsets.
#[repr(C)]
pub(crate) struct Frame {
    pub registers: *mut u32,
    /// Null pointers without a floating-point unit.
    pub float_registers: *mut u32,
    pub float_control: *mut u32,
    pub memory: *mut u8,
    pub constants: *const u8,
    pub profile: *mut i64,
    pub slots: *const Slot,
    pub marks: *const u8,
    /// The end of each log.
    pub stores: *mut Stored,
    pub transfers: *mut Transferred,
    pub waits: *mut Waited,
    pub user: *const UserInstructions,
    pub budget: i64,
    pub instructions: u64,
    pub joined: u64,
}

/// The number that translated code returns: the slot, why it has left, and whether it is within a bundle.
pub(crate) mod answer {
    use super::Leaving;

    const STOPPED: u64 = 0;
    const LEFT: u64 = 1;
    const SPENT: u64 = 2;
    const WITHIN: u64 = 1 << 40;

    pub fn encode(leaving: Leaving, is_within: bool) -> i64 {
        let (why, slot) = match leaving {
            Leaving::Stopped(slot) => (STOPPED, slot),
            Leaving::Left(slot) => (LEFT, slot),
            Leaving::Spent(slot) => (SPENT, slot),
        };
        let within = if is_within { WITHIN } else { 0 };
        (why << 32 | slot as u64 | within) as i64
    }

    pub fn decode(answer: u64) -> (Leaving, bool) {
        let slot = answer as u32 as usize;
        let leaving = match answer >> 32 & 0xFF {
            LEFT => Leaving::Left(slot),
            SPENT => Leaving::Spent(slot),
            _ => Leaving::Stopped(slot),
        };
        (leaving, answer & WITHIN != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_decoded_as_they_were_encoded() {
        for leaving in [
            Leaving::Stopped(0),
            Leaving::Left(70_000),
            Leaving::Spent(3),
        ] {
            for is_within in [false, true] {
                let answer = answer::encode(leaving, is_within) as u64;
                assert_eq!(answer::decode(answer), (leaving, is_within));
            }
        }
    }
}
