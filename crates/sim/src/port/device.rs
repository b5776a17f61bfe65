//! The interface of a device with registers to the rest of the chip.
//!
//! - *Registers*: the interconnect calls `read` and `write` at the end of the data cycle of an access. Other components see the change in the next
//!   cycle.
//! - *Interrupts*: `sources` has one bit for each interrupt source; the machine reads it after every change.
//! - *Own events*: `next_event` is the next cycle in which the device does something without an access; at the end of that cycle the machine calls
//!   `advance`.
//! - *Data transfers*: while `transfer` is not `None`, the device requests the bus, as cores do. During the granted burst the bus calls `take` with
//!   each datum that master 1 has read, and `give` for each datum that master 2 writes. At the end of the response it calls `transferred`; with false
//!   if the bus has answered with an error and moved nothing. No other master can reach the device's registers during the burst, so the result of
//!   `transfer` stays valid.

use super::signal::Visitor;
use super::transfer::Transfer;
use crate::units::Cycle;

/// The core that accesses a register, and the cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accessor {
    pub core: usize,
    /// The data cycle of the access. Other components see its effect from the next cycle on.
    pub cycle: Cycle,
}

/// A device on the bus. See [this module](self) for the order of calls.
pub trait Peripheral {
    /// Reads the register at an offset (a multiple of 4). A register that does not exist reads as 0.
    fn read(&mut self, _offset: u32, _access: Accessor) -> u32 {
        0
    }

    /// Writes the register at an offset (a multiple of 4). Has no effect if the register does not exist or is read-only.
    fn write(&mut self, _offset: u32, _value: u32, _access: Accessor) {}

    /// Did a read at an offset that returned `value` leave the device unchanged? Then a core that polls can repeat it any number of times without
    /// progress.
    fn has_only_been_read(&self, _offset: u32, _value: u32) -> bool {
        false
    }

    /// The interrupt sources that are raised, one bit each.
    fn sources(&self) -> u64 {
        0
    }

    /// The next cycle in which the device does something without an access.
    fn next_event(&self) -> Cycle {
        Cycle::NEVER
    }

    /// Performs the action at the end of the cycle that [`Peripheral::next_event`] has returned.
    fn advance(&mut self, _now: Cycle) {}

    /// The transfer that the device requests from the bus.
    fn transfer(&self) -> Option<Transfer> {
        None
    }

    /// Receives a datum that master 1 has read: 1, 2 or 4 bytes.
    fn take(&mut self, _data: &[u8]) {}

    /// Provides the datum that master 2 writes: 1, 2 or 4 bytes.
    fn give(&mut self, _data: &mut [u8]) {}

    /// The requested transfer is complete, or, if `moved` is false, has failed.
    fn transferred(&mut self, _moved: bool) {}

    /// Shows the registers that a waveform should contain.
    fn signals(&self, _visit: &mut Visitor) {}

    /// The contents of the device, if it is a memory. Controllers can read and write memories only.
    fn memory(&self) -> Option<&[u8]> {
        None
    }

    /// As [`Peripheral::memory`], for writing.
    fn memory_mut(&mut self) -> Option<&mut [u8]> {
        None
    }

    /// Returns the wait states, in bus cycles, of an access at an offset. The access happens now: a memory with rows opens the row.
    fn wait_states(&mut self, _offset: u32) -> u64 {
        0
    }

    /// Returns the wait states of a burst that touches `span` bytes from an offset on: those before its first transfer, and those in each transfer.
    fn burst_wait_states(&mut self, _offset: u32, _span: u32) -> (u64, u64) {
        (0, 0)
    }

    /// Returns the character that a store at an offset prints on the host's terminal, if it prints one.
    fn printed(&self, _offset: u32, _value: u32) -> Option<u8> {
        None
    }

    /// Does it drive interrupt inputs of the cores?
    fn drives_cores(&self) -> bool {
        false
    }

    /// Drives the interrupt inputs of the cores: sets bits of `mip` in the word of each core.
    fn drive(&self, _lines: &mut [u32]) {}

    /// For the interrupt controller: receives the levels of `count` interrupt sources from number `first` on, one bit each.
    fn set_levels(&mut self, _first: usize, _count: usize, _levels: u64) {}

    /// For the interrupt controller: all levels have been set; the gateways now take in requests.
    fn open_gateways(&mut self) {}

    /// For the interrupt controller: may the source of this number interrupt this core?
    fn lets_through(&self, _source: usize, _core: usize) -> bool {
        false
    }

    /// Says, for the report of a stalled chip, what one of the device's sources (numbered from 0) waits for. The text continues a sentence that
    /// begins with the device's name.
    fn awaited(&self, _source: usize) -> Option<String> {
        None
    }

    /// Does it release a core that is held at reset?
    fn releases(&self, _core: usize) -> bool {
        false
    }

    /// Returns the core that holds a lock variable. The outer option is None if the device has no lock variables.
    fn lock_owner(&self, _number: usize) -> Option<Option<usize>> {
        None
    }

    /// The outputs that other components see without reading a register.
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
