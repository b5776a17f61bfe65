//! What is attached to the bus: memories, the console, and peripherals.

use crate::platform::{self, DeviceKind, Platform};
use crate::port::device::Peripheral;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

use crate::part::core_control::CoreControl;
use crate::part::dma::Dma;
use crate::part::interrupt_controller::InterruptController;
use crate::part::mac::Mac;
use crate::part::mailbox::Mailboxes;
use crate::part::software_interrupt::SoftwareInterrupt;
use crate::part::sram::Memory;
use crate::part::test_and_set::TestAndSet;

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
