//! A decoded instruction with what it costs.

use serde::{Deserialize, Serialize};
use weft_isa::{Instruction, Op};

/// The register number that writes to x0 go to, so that x0 itself stays zero.
pub const DISCARD: u8 = 32;

/// A decoded instruction. Each halfword of a program memory has one, of the instruction that begins there.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Slot {
    /// None: not a legal instruction.
    pub op: Option<Op>,
    /// Destination register, [`DISCARD`] for x0.
    pub rd: u8,
    pub rs1: u8,
    pub rs2: u8,
    /// The immediate; for branches and `jal` the target's slot index, `u32::MAX` if it is outside the memory; for `auipc` the result.
    pub imm: i32,
    /// Length in halfwords.
    pub halfwords: u8,
    /// Ticks to the next issue if control goes on to the next instruction and only local memory is touched; 0 if that one issues
    /// in the same cycle.
    pub ticks: u8,
    /// Ticks to the next issue if control is transferred, without the target's `entry_penalty`.
    pub ticks_taken: u8,
    /// Ticks added when control is transferred to this slot.
    pub entry_penalty: u8,
}

impl Slot {
    /// The instruction, if it is a legal one. Where the immediate is a target or an address relative to the program counter, it is
    /// the resolved one.
    pub fn instruction(&self) -> Option<Instruction> {
        Some(Instruction {
            op: self.op?,
            rd: if self.rd == DISCARD { 0 } else { self.rd },
            rs1: self.rs1,
            rs2: self.rs2,
            imm: self.imm,
            size: 2 * self.halfwords,
        })
    }
}
