//! What a device with registers is to the rest of the chip.
//!
//! *Registers*: `read` and `write` are called at the end of the data cycle of a core's access; what they change is seen by everybody in the
//! next cycle. *Interrupts*: `sources` is looked at after every change, one bit for each source. *Delays*: `next_event` is a cycle that the
//! device chooses; at its end `advance` is called. *Moving data*: as long as `transfer` is not `None`, the device asks for the bus as cores do;
//! when it has won, the bus calls `take` with what master 1 has read and `give` for what master 2 writes, one call a transfer, and
//! `transferred` at the end of the response (false: the bus has answered with an error, and moved nothing). While the burst lasts no other
//! master can reach the device's registers, so what `transfer` has said stays true.

use super::signal::Visitor;
use super::transfer::Transfer;
use crate::units::Cycle;

/// Who accesses a register, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accessor {
    pub core: usize,
    /// The data cycle: what the access changes is seen from the next cycle on.
    pub cycle: Cycle,
}

/// A device with registers. See [this page](self) for what is called when.
pub trait Peripheral {
    /// Reads the register at an offset (a multiple of 4). A register that does not exist reads as 0.
    fn read(&mut self, offset: u32, access: Accessor) -> u32;

    /// Writes the register at an offset (a multiple of 4). One that does not exist, or cannot be written, stays as it is.
    fn write(&mut self, offset: u32, value: u32, access: Accessor);

    /// The interrupt sources that are raised, one bit each.
    fn sources(&self) -> u64 {
        0
    }

    /// The next cycle in which the device does something by itself.
    fn next_event(&self) -> Cycle {
        Cycle::NEVER
    }

    /// The end of a cycle that [`Peripheral::next_event`] has named.
    fn advance(&mut self, _now: Cycle) {}

    /// What the device asks of the bus.
    fn transfer(&self) -> Option<Transfer> {
        None
    }

    /// Master 1 has read this: 1, 2 or 4 bytes.
    fn take(&mut self, _data: &[u8]) {}

    /// Fills in what master 2 writes: 1, 2 or 4 bytes.
    fn give(&mut self, _data: &mut [u8]) {}

    /// The transfer asked for is over.
    fn transferred(&mut self, _moved: bool) {}

    /// Shows the registers that a waveform should have.
    fn signals(&self, _visit: &mut Visitor) {}

    /// What others see without reading a register.
    fn outputs(&self) -> (u64, Cycle, bool) {
        (self.sources(), self.next_event(), self.transfer().is_some())
    }
}

/// Accesses of cores, for the tests of devices.
#[cfg(test)]
pub mod testing {
    use super::{Accessor, Peripheral};
    use crate::units::Cycle;

    /// Reads a register as a core.
    pub fn read(device: &mut dyn Peripheral, core: usize, offset: u32) -> u32 {
        let cycle = Cycle(0);
        device.read(offset, Accessor { core, cycle })
    }

    /// Writes a register as a core.
    pub fn write(device: &mut dyn Peripheral, core: usize, offset: u32, value: u32) {
        let cycle = Cycle(0);
        device.write(offset, value, Accessor { core, cycle });
    }
}
