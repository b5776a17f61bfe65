//! A decoded instruction and its cost in ticks.

use serde::{Deserialize, Serialize};
use weft_isa::{Instruction, Op};

/// The register number for results that go to x0, so that the register in place 0 stays zero.
pub const DISCARD: u8 = 32;

/// A decoded instruction. A program memory has a slot for each halfword: the instruction that begins there.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Slot {
    /// None if it is not a legal instruction.
    pub op: Option<Op>,
    /// Destination register, [`DISCARD`] for x0.
    pub rd: u8,
    pub rs1: u8,
    pub rs2: u8,
    /// The immediate. For branches and `jal`: the slot index of the target, or `u32::MAX` if the target is outside the memory. For `auipc`: the
    /// result.
    pub imm: i32,
    /// Length in halfwords.
    pub halfwords: u8,
    /// Ticks to the next issue if control falls through and the instruction accesses only local memory; 0 if the next instruction issues in the same
    /// cycle.
    pub ticks: u8,
    /// Ticks to the next issue if the instruction transfers control, without the `entry_penalty` of the target.
    pub ticks_taken: u8,
    /// Additional ticks of a transfer of control to this slot.
    pub entry_penalty: u8,
}

impl Slot {
    /// Returns the instruction, if it is legal. PC-relative immediates are already resolved, as in `imm`.
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
