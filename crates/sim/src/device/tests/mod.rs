//! The registers of each device, as its manual says.

mod dma;
mod interrupt_controller;
mod mailbox;
mod test_and_set;

use super::{Access, Peripheral};
use crate::units::Cycle;

/// Reads a register as a core.
pub(super) fn read(device: &mut dyn Peripheral, core: usize, offset: u32) -> u32 {
    let cycle = Cycle(0);
    device.read(offset, Access { core, cycle })
}

/// Writes a register as a core.
pub(super) fn write(device: &mut dyn Peripheral, core: usize, offset: u32, value: u32) {
    let cycle = Cycle(0);
    device.write(offset, value, Access { core, cycle });
}
