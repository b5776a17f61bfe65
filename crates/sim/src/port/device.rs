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

/// Something on the bus. See [this page](self) for what is called when.
pub trait Peripheral {
    /// Reads the register at an offset (a multiple of 4). A register that does not exist reads as 0.
    fn read(&mut self, _offset: u32, _access: Accessor) -> u32 {
        0
    }

    /// Writes the register at an offset (a multiple of 4). One that does not exist, or cannot be written, stays as it is.
    fn write(&mut self, _offset: u32, _value: u32, _access: Accessor) {}

    /// Whether a read at an offset that returned `value` has left the device as it was: one that polls may repeat it for ever.
    fn has_only_been_read(&self, _offset: u32, _value: u32) -> bool {
        false
    }

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

    /// Its bytes, if it is a memory: controllers move data from and to nothing else.
    fn memory(&self) -> Option<&[u8]> {
        None
    }

    /// As [`Peripheral::memory`], to be written.
    fn memory_mut(&mut self) -> Option<&mut [u8]> {
        None
    }

    /// Cycles of the bus that an access at an offset, which happens now, takes beyond the least.
    fn wait_states(&mut self, _offset: u32) -> u64 {
        0
    }

    /// The same of a burst that touches `span` bytes from an offset on: before its first transfer, and in each.
    fn burst_wait_states(&mut self, _offset: u32, _span: u32) -> (u64, u64) {
        (0, 0)
    }

    /// The character for the host's terminal that a store at an offset is.
    fn printed(&self, _offset: u32, _value: u32) -> Option<u8> {
        None
    }

    /// Whether it drives interrupt inputs of the cores.
    fn drives_cores(&self) -> bool {
        false
    }

    /// Raises the interrupt inputs of the cores that it drives: adds bits of `mip` to the word of each core.
    fn drive(&self, _lines: &mut [u32]) {}

    /// Takes the levels of `count` interrupt sources from number `first` on, one bit each: the interrupt controller.
    fn set_levels(&mut self, _first: usize, _count: usize, _levels: u64) {}

    /// All levels have been set.
    fn open_gateways(&mut self) {}

    /// Whether it lets the source of this number interrupt a core: the interrupt controller.
    fn lets_through(&self, _source: usize, _core: usize) -> bool {
        false
    }

    /// What one of its sources, the first of which is 0, waits for when the chip has stalled: the rest of a sentence that begins with the
    /// device's name.
    fn awaited(&self, _source: usize) -> Option<String> {
        None
    }

    /// Whether it lets a core that is held begin.
    fn releases(&self, _core: usize) -> bool {
        false
    }

    /// The core that holds a lock variable, if it has such: the outer option says whether it does.
    fn lock_owner(&self, _number: usize) -> Option<Option<usize>> {
        None
    }

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
