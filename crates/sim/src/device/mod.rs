//! What is attached to the bus: memories, the console, and peripherals, each in a file of its own.
//!
//! # A new peripheral
//!
//! 1. Its parameters and names go to `platform/device.rs` (`DeviceKind`: name, bytes of registers, number of interrupt sources,
//!    whether it is a master) and `platform/parse/devices.rs` (its keys).
//! 2. Its registers and state machine go to a file here: a plain struct (`Clone`, serde) that implements [`Peripheral`].
//! 3. A variant of [`Device`] here, in [`Device::new`] and the two lists below it, brings it to the bus.
//!
//! Everything else follows from the trait. *Registers*: `read` and `write` are called at the end of the data cycle of a core's access;
//! what they change is seen by everybody in the next cycle. *Interrupts*: `sources` is looked at after every change, one bit for each
//! source. *Delays*: `next_event` is a cycle that the device chooses; at its end `advance` is called. *Moving data*: as long as
//! `transfer` is not `None`, the device asks for the bus as cores do; when it has won, the bus calls `take` with what master 1 has read and
//! `give` for what master 2 writes, one call a transfer, and `transferred` at the end of the response (false: the bus has answered with an
//! error, and moved nothing). While the burst lasts no other master can reach the device's registers, so what `transfer` has said stays
//! true. The interrupt number, the bus's arbitration and both engines need nothing more.

mod core_control;
mod dma;
mod interrupt_controller;
mod mac;
mod mailbox;
mod memory;
mod software_interrupt;
mod test_and_set;

use crate::bus::Transfer;
use crate::platform::{self, DeviceKind, Platform};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

pub use core_control::CoreControl;
pub use dma::Dma;
pub use interrupt_controller::InterruptController;
pub use mac::Mac;
pub use mailbox::Mailboxes;
pub use memory::Memory;
pub use software_interrupt::SoftwareInterrupt;
pub use test_and_set::TestAndSet;

/// Takes the name, width in bits and value of a signal.
pub type Visitor<'a> = dyn FnMut(&str, u32, u64) + 'a;

/// Who accesses a register, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    pub core: usize,
    /// The data cycle: what the access changes is seen from the next cycle on.
    pub cycle: Cycle,
}

/// A device with registers. See [the module](self) for what is called when.
pub trait Peripheral {
    /// Reads the register at an offset (a multiple of 4). A register that does not exist reads as 0.
    fn read(&mut self, offset: u32, access: Access) -> u32;

    /// Writes the register at an offset (a multiple of 4). One that does not exist, or cannot be written, stays as it is.
    fn write(&mut self, offset: u32, value: u32, access: Access);

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

/// Something on the bus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Device {
    Memory(Memory),
    /// Characters written to it go to the host's terminal.
    Console,
    Mailboxes(Mailboxes),
    Dma(Dma),
    InterruptController(InterruptController),
    SoftwareInterrupt(SoftwareInterrupt),
    TestAndSet(TestAndSet),
    Mac(Mac),
    CoreControl(CoreControl),
    /// Registers that the interface of each core answers for itself.
    NetworkInterface,
}

impl Device {
    /// The device as after reset.
    pub fn new(device: &platform::Device, platform: &Platform) -> Device {
        let cores = platform.cores.count;
        match device.kind {
            DeviceKind::Sram { .. } | DeviceKind::Sdram(_) => {
                Device::Memory(Memory::new(device.range.size))
            }
            DeviceKind::Console => Device::Console,
            DeviceKind::Mailbox {
                mailboxes,
                channels,
            } => Device::Mailboxes(Mailboxes::new(mailboxes, channels)),
            DeviceKind::Dma => Device::Dma(Dma::default()),
            DeviceKind::InterruptController => Device::InterruptController(
                InterruptController::new(platform.source_count(), cores),
            ),
            DeviceKind::SoftwareInterrupt => {
                Device::SoftwareInterrupt(SoftwareInterrupt::new(cores))
            }
            DeviceKind::TestAndSet { registers } => {
                Device::TestAndSet(TestAndSet::new(registers, cores))
            }
            DeviceKind::Mac { burst } => Device::Mac(Mac::new(burst, platform.clock_hz)),
            DeviceKind::CoreControl { cores, start } => {
                Device::CoreControl(CoreControl::new(cores, Cycle(start)))
            }
            DeviceKind::NetworkInterface => Device::NetworkInterface,
        }
    }

    /// The peripheral, if it is one.
    pub fn peripheral(&self) -> Option<&dyn Peripheral> {
        match self {
            Device::Memory(_) | Device::Console | Device::NetworkInterface => None,
            Device::Mailboxes(device) => Some(device),
            Device::Dma(device) => Some(device),
            Device::InterruptController(device) => Some(device),
            Device::SoftwareInterrupt(device) => Some(device),
            Device::TestAndSet(device) => Some(device),
            Device::Mac(device) => Some(device),
            Device::CoreControl(device) => Some(device),
        }
    }

    /// As [`Device::peripheral`], to be accessed.
    pub fn peripheral_mut(&mut self) -> Option<&mut dyn Peripheral> {
        match self {
            Device::Memory(_) | Device::Console | Device::NetworkInterface => None,
            Device::Mailboxes(device) => Some(device),
            Device::Dma(device) => Some(device),
            Device::InterruptController(device) => Some(device),
            Device::SoftwareInterrupt(device) => Some(device),
            Device::TestAndSet(device) => Some(device),
            Device::Mac(device) => Some(device),
            Device::CoreControl(device) => Some(device),
        }
    }

    /// Whether controllers can move data from and to it.
    pub fn is_memory(&self) -> bool {
        matches!(self, Device::Memory(_))
    }
}

#[cfg(test)]
mod tests;
