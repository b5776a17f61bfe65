//! Accesses by address: the requests of cores and controllers to the bus or the switches, and the targets that answer.

use serde::{Deserialize, Serialize};
use weft_isa::Op;

/// An access that a core requests from an interconnect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The load, store or atomic instruction.
    pub op: Op,
    pub address: u32,
    pub bytes: u32,
    /// The value to store, or the register operand of an atomic operation.
    pub value: u32,
    /// The device or memory at the address; None if there is none.
    pub target: Option<Target>,
    /// For `sc.w`: does the core still hold its reservation of this word?
    pub reserved: bool,
}

impl Request {
    /// Is it an atomic memory operation, which both reads and writes?
    pub fn is_read_and_write(&self) -> bool {
        !matches!(
            self.op,
            Op::Lb
                | Op::Lbu
                | Op::Lh
                | Op::Lhu
                | Op::Lw
                | Op::LrW
                | Op::ScW
                | Op::Sb
                | Op::Sh
                | Op::Sw
        )
    }

    /// Is it a store, which only writes?
    pub fn is_store(&self) -> bool {
        matches!(self.op, Op::Sb | Op::Sh | Op::Sw)
    }
}

/// The destination of an access, after address decoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Target {
    /// A device, by its number, at an offset from its base.
    Device { index: usize, offset: u32 },
    /// A core's data memory, at an offset from its base.
    DataMemory { core: usize, offset: u32 },
    /// A core's program memory, at an offset from its base.
    ProgramMemory { core: usize, offset: u32 },
}

impl Target {
    /// Returns the place `bytes` bytes further on in the same device or memory.
    pub fn moved(self, bytes: u32) -> Target {
        let moved = |offset: u32| offset.wrapping_add(bytes);
        match self {
            Target::Device { index, offset } => Target::Device {
                index,
                offset: moved(offset),
            },
            Target::DataMemory { core, offset } => Target::DataMemory {
                core,
                offset: moved(offset),
            },
            Target::ProgramMemory { core, offset } => Target::ProgramMemory {
                core,
                offset: moved(offset),
            },
        }
    }
}

/// The kinds of access that a range of addresses accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accepts {
    /// Any width, and atomic operations.
    All,
    /// Any width, but no atomic operations.
    LoadsAndStores,
    /// Loads and stores of whole words.
    Words,
}

/// An access to a register that only one core can reach: of its message buffers, or of its DMA controller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RegisterAccess {
    Read { offset: u32 },
    Write { offset: u32, value: u32 },
}

/// Returns the index of the word at `offset` in an array of `count` words that begins at `base`; None if it is outside the array.
pub fn word_of(offset: u32, base: u32, count: usize) -> Option<usize> {
    let number = offset.checked_sub(base)? as usize / 4;
    (number < count).then_some(number)
}

/// Returns `value` with its upper or lower half replaced. (Each half of a 64-bit register is a register of its own.)
pub fn replace_half(value: u64, upper: bool, half: u32) -> u64 {
    if upper {
        value & 0xFFFF_FFFF | u64::from(half) << 32
    } else {
        value & !0xFFFF_FFFF | u64::from(half)
    }
}
