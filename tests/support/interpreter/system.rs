//! Control and status registers, and exceptions, as far as sequences use them.

use super::Machine;
use crate::toolchain::Result;
use weft_isa::{csr_new_value, Instruction, Op};

/// Exceptions, with their codes in mcause.
#[derive(Clone, Copy)]
pub enum Exception {
    IllegalInstruction = 2,
    Breakpoint = 3,
    EnvironmentCall = 11,
}

/// The registers that sequences and their frame use; mstatus has no bits that matter without interrupts and other modes.
#[derive(Default)]
pub struct Status {
    mscratch: u32,
    mstatus: u32,
    mtvec: u32,
    mcause: u32,
    pub mepc: u32,
}

impl Status {
    fn register(&mut self, number: i32) -> Option<&mut u32> {
        match number {
            0x300 => Some(&mut self.mstatus),
            0x305 => Some(&mut self.mtvec),
            0x340 => Some(&mut self.mscratch),
            0x341 => Some(&mut self.mepc),
            0x342 => Some(&mut self.mcause),
            _ => None,
        }
    }
}

impl Machine {
    pub fn status_instruction(&mut self, instruction: Instruction) -> Result<()> {
        let Instruction {
            op, rd, rs1, imm, ..
        } = instruction;
        let operand = match op {
            Op::Csrrw | Op::Csrrs | Op::Csrrc => self.registers[usize::from(rs1)],
            _ => u32::from(rs1),
        };
        let Some(register) = self.status.register(imm) else {
            return self.raising(Exception::IllegalInstruction);
        };
        let old = *register;
        if instruction.writes_csr() {
            *register = csr_new_value(op, old, operand);
        }
        // Instructions lie on half words.
        self.status.mepc &= !1;
        self.set(rd, old);
        self.pc = self.pc.wrapping_add(4);
        Ok(())
    }

    pub fn raise(&mut self, exception: Exception) {
        self.status.mcause = exception as u32;
        self.status.mepc = self.pc;
        self.pc = self.status.mtvec & !3;
    }

    /// For an instruction whose whole effect is an exception.
    pub fn raising(&mut self, exception: Exception) -> Result<()> {
        self.raise(exception);
        Ok(())
    }
}
