//! Accesses by address: what cores and controllers ask of the bus or the switches, and what answers.

use serde::{Deserialize, Serialize};
use weft_isa::Op;

/// What a core asks of the bus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The load, store or atomic instruction.
    pub op: Op,
    pub address: u32,
    pub bytes: u32,
    /// What is stored, or the register operand of an atomic operation.
    pub value: u32,
    /// What answers at the address.
    pub target: Option<Target>,
    /// Of `sc.w`: whether the core still holds its reservation of this word.
    pub reserved: bool,
}

impl Request {
    /// Whether it both reads and writes: an atomic memory operation.
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

    /// Whether it only writes.
    pub fn is_store(&self) -> bool {
        matches!(self.op, Op::Sb | Op::Sh | Op::Sw)
    }
}

/// What a transfer reaches.
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
    /// What is `bytes` bytes farther on.
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

/// Which accesses a range of addresses takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accepts {
    /// Any width, and atomic operations.
    All,
    /// Any width, but no atomic operations.
    LoadsAndStores,
    /// Loads and stores of whole words.
    Words,
}

/// What a core does with a register that only it reaches: of its message buffers, or of its DMA controller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RegisterAccess {
    Read { offset: u32 },
    Write { offset: u32, value: u32 },
}

/// Which of a number of words, the first of which is at `base`, is at an offset.
pub fn word_of(offset: u32, base: u32, count: usize) -> Option<usize> {
    let number = offset.checked_sub(base)? as usize / 4;
    (number < count).then_some(number)
}

/// `value` with its upper or lower half replaced: each half is a register of its own.
pub fn replace_half(value: u64, upper: bool, half: u32) -> u64 {
    if upper {
        value & 0xFFFF_FFFF | u64::from(half) << 32
    } else {
        value & !0xFFFF_FFFF | u64::from(half)
    }
}
