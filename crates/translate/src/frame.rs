//! What a translation works on, and what it says when it leaves.

use crate::slot::Slot;
use weft_isa::user::UserInstructions;

/// Counters of a slot: transfers of control to it, and away by its instruction; ticks beyond those that the slot says.
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

/// The parts of a core that a translation reads and writes.
pub struct Reach<'a> {
    /// x0..x31; what is beyond is not touched.
    pub registers: &'a mut [u32; 64],
    /// The floating-point unit, if there is one.
    pub float: Option<FloatReach<'a>>,
    /// The data memory.
    pub memory: &'a mut [u8],
    /// The part of the program memory that loads may read.
    pub constants: &'a [u8],
    /// Counters of each slot of the program.
    pub profile: &'a mut [Counters],
    /// The slots of the program.
    pub slots: &'a [Slot],
    /// For each slot whether a translation is to leave there, if it is not zero: of slots behind a call, where the program is traced.
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

/// Transfers of control that the profile has counted.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Transferred {
    pub from: u32,
    pub to: u32,
    /// How many of them.
    pub times: u64,
}

/// Ticks beyond those that a slot says, which the profile has counted.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Waited {
    pub slot: u32,
    pub ticks: u32,
}

/// What would have to be undone, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Logs {
    pub stores: Vec<Stored>,
    pub transfers: Vec<Transferred>,
    pub waits: Vec<Waited>,
}

/// Why a translation left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// Control is at this slot, whose instruction is not translated, or cannot be executed by a translation this time.
    Stopped(usize),
    /// Control has gone to this slot, which is not in the region.
    Left(usize),
    /// Control is at this slot, and the budget might end before the next check.
    Spent(usize),
}

/// How a call of a translation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    pub leaving: Leaving,
    /// Ticks of the budget that are left.
    pub budget: i64,
    /// Instructions that have issued.
    pub instructions: u64,
    /// How many of them issued together with the next one.
    pub joined: u64,
    /// Whether the last instruction issued in the cycle in which the next one does.
    pub is_within: bool,
}

/// What the code of the host gets: pointers and numbers at fixed offsets.
#[repr(C)]
pub(crate) struct Frame {
    pub registers: *mut u32,
    /// Null without a floating-point unit.
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

/// The number that the code of the host returns: the slot, why it left, whether it is within a bundle.
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
