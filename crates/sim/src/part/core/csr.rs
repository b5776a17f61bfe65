//! Instructions on control and status registers: the core's own, those of its floating-point unit, and those of its message unit.
//!
//! Source: The RISC-V Instruction Set Manual, volume I, chapter "Zicsr"; the message unit's registers: docs/contract/instructions.md.

use super::classes::Class;
use super::control::MISA_FLOAT;
use super::float::STATUS_DIRTY;
use super::program::Slot;
use super::state::State;
use super::Core;
use crate::port::MessagePort;
use crate::units::Cycle;
use weft_isa::{csr, csr_new_value, message, Instruction, Op};

/// Is the register part of the message unit, and so missing in a core without one?
pub(super) fn is_of_messages(number: u16) -> bool {
    message::CSRS.iter().any(|csr| csr.number == number)
}

/// Can other components change the register, so that an access must issue in global order?
pub(super) fn is_shared(number: u16) -> bool {
    number == csr::MIP || is_of_messages(number) && number != message::csr::MNODE
}

impl Core {
    /// Accesses a register that only the program changes; false, with nothing changed, for any other register.
    pub(super) fn access_local_csr(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let number = instruction.imm as u16;
        if is_shared(number) {
            return false;
        }
        let Some(old) = self.read_local_csr(number) else {
            return false;
        };
        if instruction.writes_csr() {
            let value = csr_new_value(instruction.op, old, self.csr_operand(instruction));
            self.write_local_csr(number, value);
        }
        self.pipeline.registers.set(slot.rd, old);
        self.pipeline.finish(slot, 0);
        true
    }

    /// Accesses a register that other components change. `mip` cannot be written: its pending bits follow their causes.
    pub(super) fn access_shared_csr(
        &mut self,
        slot: &Slot,
        instruction: &Instruction,
        unit: Option<&mut impl MessagePort>,
        now: Cycle,
    ) {
        let number = instruction.imm as u16;
        let old = match unit.filter(|_| number != csr::MIP) {
            Some(unit) if number == message::csr::MHEADW && unit.head().is_none() => {
                self.pipeline.begin_wait(State::Head, Class::Message);
                return self.look_at_timer(now);
            }
            Some(unit) => {
                let old = unit.read_csr(number, instruction.reads_csr(), now);
                if instruction.writes_csr() {
                    let operand = self.csr_operand(instruction);
                    unit.write_csr(number, csr_new_value(instruction.op, old, operand));
                }
                old
            }
            None => self.interrupts.pending(now),
        };
        self.pipeline.registers.set(slot.rd, old);
        self.pipeline.finish(slot, 0);
    }

    /// The register or immediate operand of an instruction.
    fn csr_operand(&self, instruction: &Instruction) -> u32 {
        match instruction.op {
            Op::Csrrwi | Op::Csrrsi | Op::Csrrci => u32::from(instruction.rs1),
            _ => self.pipeline.registers.get(instruction.rs1),
        }
    }

    /// Reads a register that only the program changes; None for any other register.
    pub(super) fn read_local_csr(&self, number: u16) -> Option<u32> {
        if number == message::csr::MNODE {
            return Some(self.id as u32);
        }
        let Some(unit) = &self.float_unit else {
            return self.read_control(number);
        };
        unit.read(number).or_else(|| {
            let value = self.read_control(number)?;
            Some(match number {
                csr::MSTATUS => value | STATUS_DIRTY,
                csr::MISA => value | MISA_FLOAT,
                _ => value,
            })
        })
    }

    fn read_control(&self, number: u16) -> Option<u32> {
        let instructions = self.pipeline.accounting.counters.instructions;
        let control = &self.interrupts.control;
        control.read(number, self.pipeline.time, instructions)
    }

    fn write_local_csr(&mut self, number: u16, value: u32) {
        let unit = self.float_unit.as_mut();
        if unit.is_some_and(|unit| unit.write(number, value)) {
            return;
        }
        let instructions = self.pipeline.accounting.counters.instructions;
        let control = &mut self.interrupts.control;
        control.write(number, value, self.pipeline.time, instructions);
    }
}
