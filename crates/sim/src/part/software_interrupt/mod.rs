//! Software interrupts between cores: bit 0 of the word of a core is its pending bit (`mip`, cause 3).
//!
//! Source: RISC-V Advanced Core Local Interruptor Specification, chapter "Machine-level Software Interrupt Device" (MSWI), as in the
//! CLINT: `msip` of core c at offset 4 c. Timing: docs/contract/devices.md.

pub mod keys;

use crate::description::{BusDevice, Facts};
use crate::port::signal::Visitor;
use crate::port::{Accessor, Peripheral};
use keys::SoftwareInterruptKeys;
use serde::{Deserialize, Serialize};
use weft_isa::message::cause;

/// The registers `msip`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoftwareInterrupt {
    msip: Vec<bool>,
}

impl BusDevice for SoftwareInterrupt {
    type Keys = SoftwareInterruptKeys;
    const REGISTERS: Option<u32> = Some(0x100);
    const SINGLE: bool = true;

    fn new(_: SoftwareInterruptKeys, _: u32, chip: &Facts) -> Self {
        SoftwareInterrupt {
            msip: vec![false; chip.cores],
        }
    }
}

impl Peripheral for SoftwareInterrupt {
    fn drives_cores(&self) -> bool {
        true
    }

    fn drive(&self, lines: &mut [u32]) {
        for (lines, pending) in lines.iter_mut().zip(&self.msip) {
            *lines |= u32::from(*pending) << cause::SOFTWARE;
        }
    }

    fn read(&mut self, offset: u32, _: Accessor) -> u32 {
        let register = self.msip.get(offset as usize / 4);
        register.map_or(0, |pending| u32::from(*pending))
    }

    fn write(&mut self, offset: u32, value: u32, _: Accessor) {
        if let Some(register) = self.msip.get_mut(offset as usize / 4) {
            *register = value & 1 != 0;
        }
    }

    fn signals(&self, visit: &mut Visitor) {
        for (core, pending) in self.msip.iter().enumerate() {
            visit(format_args!("msip{core}"), 1, u64::from(*pending));
        }
    }
}
