//! The floating-point unit: registers f0..f31, `fcsr`, and the instructions of single precision.
//!
//! Source: RISC-V manual, volume I, chapter "F" Standard Extension. The unit is a coprocessor: the core hands it the operands and waits for the
//! result (docs/contract/core.md, "Instructions"). So every instruction that needs it takes the transfer and the operation, and no two overlap.
//! mstatus.FS always says "dirty", so a program need not switch the unit on.

use super::program::Slot;
use super::Core;
use serde::{Deserialize, Serialize};
use weft_isa::{csr, float_result, Instruction, Op, Rounding};

/// mstatus.FS = dirty, and mstatus.SD, which summarizes it.
pub const STATUS_DIRTY: u32 = 1 << 31 | 3 << 13;

/// Registers of the unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatUnit {
    pub registers: [u32; 32],
    /// `fcsr`: rounding mode (7:5) and accrued flags (4:0).
    pub control: u32,
}

impl FloatUnit {
    /// A unit with f0..f31, as bits, and `fcsr`.
    pub fn new(registers: [u32; 32], control: u32) -> FloatUnit {
        FloatUnit {
            registers,
            control: control & 0xFF,
        }
    }

    pub(super) fn get(&self, number: u8) -> u32 {
        self.registers[usize::from(number & 31)]
    }

    pub(super) fn set(&mut self, number: u8, value: u32) {
        self.registers[usize::from(number & 31)] = value;
    }

    /// Reads `fflags`, `frm` or `fcsr`; None for any other register.
    pub(super) fn read(&self, number: u16) -> Option<u32> {
        let (shift, mask) = field(number)?;
        Some(self.control >> shift & mask)
    }

    /// Writes `fflags`, `frm` or `fcsr`; false for any other register.
    pub(super) fn write(&mut self, number: u16, value: u32) -> bool {
        let Some((shift, mask)) = field(number) else {
            return false;
        };
        self.control = self.control & !(mask << shift) | (value & mask) << shift;
        true
    }

    /// The rounding mode of an instruction; None if it is a reserved one.
    pub(super) fn rounding(&self, instruction: &Instruction) -> Option<Rounding> {
        Rounding::new(instruction.imm as u32 & 7, self.control >> 5)
    }

    /// Executes an operation on floating-point registers; `integer` replaces the first operand if the operation takes an integer.
    fn operate(&mut self, instruction: &Instruction, integer: u32) -> u32 {
        let first = match instruction.op.takes_integer() {
            true => integer,
            false => self.get(instruction.rs1),
        };
        let (second, third) = (self.get(instruction.rs2), self.get(instruction.rs3()));
        // In an operation that never rounds, the field of the mode holds its funct3.
        let rounding = self.rounding(instruction).unwrap_or(Rounding::NearestEven);
        let (value, flags) = float_result(instruction.op, first, second, third, rounding);
        self.control |= u32::from(flags);
        value
    }
}

/// Shift and mask of a register's field in `fcsr`.
fn field(number: u16) -> Option<(u32, u32)> {
    match number {
        csr::FFLAGS => Some((0, 0x1F)),
        csr::FRM => Some((5, 0x7)),
        csr::FCSR => Some((0, 0xFF)),
        _ => None,
    }
}

impl Core {
    /// Executes a floating-point instruction that concerns the core alone; false if it loads or stores outside the data memory.
    pub(super) fn float(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let Some(unit) = &mut self.float_unit else {
            return false;
        };
        match instruction.op {
            Op::Flw | Op::Fsw => return self.float_memory(slot, instruction),
            _ => {
                let integer = self.pipeline.registers.get(instruction.rs1);
                let value = unit.operate(instruction, integer);
                match instruction.float_destination() {
                    Some(number) => unit.set(number, value),
                    None => self.pipeline.registers.set(slot.rd, value),
                }
            }
        }
        self.pipeline.finish(slot, 0);
        true
    }

    /// Executes `flw` or `fsw` on the data memory; false, with nothing changed, if the address is elsewhere.
    fn float_memory(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let address = self.effective_address(instruction);
        let value = self.stored_value(instruction);
        let Some(word) = self.data.read::<4>(address) else {
            return false;
        };
        if instruction.op == Op::Flw {
            self.set_loaded(instruction, u32::from_le_bytes(word));
        } else {
            self.data.write(address, value.to_le_bytes());
        }
        self.pipeline.finish(slot, 0);
        true
    }

    /// The operand of a store or atomic operation: rs2, of the floating-point unit for `fsw`.
    pub(super) fn stored_value(&self, instruction: &Instruction) -> u32 {
        match &self.float_unit {
            Some(unit) if instruction.op == Op::Fsw => unit.get(instruction.rs2),
            _ => self.pipeline.registers.get(instruction.rs2),
        }
    }

    /// Writes a loaded word to the floating-point register rd.
    pub(super) fn set_loaded(&mut self, instruction: &Instruction, word: u32) {
        if let Some(unit) = &mut self.float_unit {
            unit.set(instruction.rd, word);
        }
    }

    /// Whether a floating-point instruction has a reserved rounding mode.
    pub(super) fn rounds_illegally(&self, instruction: &Instruction) -> bool {
        let unit = self.float_unit.as_deref();
        instruction.op.rounds() && unit.is_some_and(|unit| unit.rounding(instruction).is_none())
    }
}
