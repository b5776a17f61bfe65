//! The semihosting operations that images and programs use: write to the standard output, exit. Source: RISC-V Semihosting,
//! and the operations of Arm's Semihosting for AArch32 and AArch64 to which it refers.

use super::Machine;
use crate::toolchain::Result;

const SYS_OPEN: u32 = 0x01;
const SYS_CLOSE: u32 = 0x02;
const SYS_WRITEC: u32 = 0x03;
const SYS_WRITE: u32 = 0x05;
const SYS_READ: u32 = 0x06;
const SYS_FLEN: u32 = 0x0c;
const SYS_GET_CMDLINE: u32 = 0x15;
const SYS_EXIT_EXTENDED: u32 = 0x20;

/// slli x0, x0, 0x1f; ebreak; srai x0, x0, 7.
const CALL: [u32; 3] = [0x01f0_1013, 0x0010_0073, 0x4070_5013];

/// The only file besides the console, ":semihosting-features": its bit 0 promises SYS_EXIT_EXTENDED.
const FEATURES: [u8; 5] = *b"SHFB\x01";
const CONSOLE_HANDLE: u32 = 1;
const FEATURES_HANDLE: u32 = 2;

impl Machine {
    /// Is pc at the ebreak of a semihosting call?
    pub fn is_semihosting_call(&self) -> Result<bool> {
        let word = |offset: u32| self.fetch(self.pc.wrapping_add(offset));
        Ok(word(0)? == CALL[1] && word(4)? == CALL[2] && word(4u32.wrapping_neg())? == CALL[0])
    }

    /// Carries out the operation in a0; Some(status) for an exit.
    pub fn semihosting(&mut self) -> Result<Option<i32>> {
        let (operation, parameter) = (self.registers[10], self.registers[11]);
        let word = |index: u32| self.read(parameter + 4 * index, 4);
        self.registers[10] = match operation {
            SYS_OPEN => self.handle_of(word(0)?)?,
            SYS_WRITEC => self.write_output(parameter, 1)?,
            SYS_WRITE => self.write_output(word(1)?, word(2)?)?,
            SYS_READ => self.read_features(word(1)?, word(2)?)?,
            SYS_FLEN => FEATURES.len() as u32,
            SYS_CLOSE => 0,
            // There is no command line.
            SYS_GET_CMDLINE => u32::MAX,
            SYS_EXIT_EXTENDED => return Ok(Some(word(1)? as i32)),
            _ => {
                return Err(format!(
                    "semihosting operation {operation:#x} is not for this machine"
                ))
            }
        };
        self.pc += 4;
        Ok(None)
    }

    fn handle_of(&self, name: u32) -> Result<u32> {
        let is_console = self.read(name, 4)? == u32::from_le_bytes(*b":tt\0");
        Ok(if is_console {
            CONSOLE_HANDLE
        } else {
            FEATURES_HANDLE
        })
    }

    /// Appends memory to the output; returns the number of bytes not written.
    fn write_output(&mut self, start: u32, length: u32) -> Result<u32> {
        let place = self.place(start, length as usize)?;
        self.output
            .extend_from_slice(&self.memory[place..place + length as usize]);
        Ok(0)
    }

    /// Returns the number of bytes not read.
    fn read_features(&mut self, start: u32, length: u32) -> Result<u32> {
        for (address, byte) in (start..).zip(FEATURES).take(length as usize) {
            self.write(address, 1, u32::from(byte))?;
        }
        Ok(length.saturating_sub(FEATURES.len() as u32))
    }
}
