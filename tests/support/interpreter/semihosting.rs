//! The three semihosting operations of an image: open the standard output, write, exit. Source: RISC-V Semihosting, and the
//! operations of Arm's Semihosting for AArch32 and AArch64 to which it refers.

use super::Machine;
use crate::toolchain::Result;

const SYS_OPEN: u32 = 0x01;
const SYS_WRITE: u32 = 0x05;
const SYS_EXIT_EXTENDED: u32 = 0x20;

/// slli x0, x0, 0x1f; ebreak; srai x0, x0, 7.
const CALL: [u32; 3] = [0x01f0_1013, 0x0010_0073, 0x4070_5013];

impl Machine {
    /// Whether pc is at the ebreak of a call.
    pub fn is_semihosting_call(&self) -> Result<bool> {
        let word = |offset: u32| self.fetch(self.pc.wrapping_add(offset));
        Ok(word(0)? == CALL[1] && word(4)? == CALL[2] && word(4u32.wrapping_neg())? == CALL[0])
    }

    /// Does what a0 asks; Some(status) for an exit.
    pub fn semihosting(&mut self) -> Result<Option<i32>> {
        let (operation, parameter) = (self.registers[10], self.registers[11]);
        let word = |index: u32| self.read(parameter + 4 * index, 4);
        match operation {
            SYS_OPEN => self.registers[10] = 1,
            SYS_WRITE => {
                let (start, length) = (word(1)?, word(2)? as usize);
                let place = self.place(start, length)?;
                self.output
                    .extend_from_slice(&self.memory[place..place + length]);
                self.registers[10] = 0;
            }
            SYS_EXIT_EXTENDED => return Ok(Some(word(1)? as i32)),
            _ => {
                return Err(format!(
                    "semihosting operation {operation:#x} is not for this machine"
                ))
            }
        }
        self.pc += 4;
        Ok(None)
    }
}
