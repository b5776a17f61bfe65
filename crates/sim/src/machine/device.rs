//! The devices on the bus: one line for each kind.

use crate::part::console::Console;
use crate::part::core_control::CoreControl;
use crate::part::dma::Dma;
use crate::part::interrupt_controller::InterruptController;
use crate::part::mac::Mac;
use crate::part::mailbox::Mailboxes;
use crate::part::sdram::Sdram;
use crate::part::software_interrupt::SoftwareInterrupt;
use crate::part::sram::Sram;
use crate::part::switches::network_interface::NetworkInterface;
use crate::part::test_and_set::TestAndSet;
use crate::platform::{self, DeviceKind, Platform};
use crate::port::device::Peripheral;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

/// Declares the kinds of device. Each line names a part that is a [`Peripheral`].
macro_rules! devices {
    ($($Kind:ident),* $(,)?) => {
        /// Something on the bus.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Device {
            $($Kind($Kind)),*
        }

        impl Deref for Device {
            type Target = dyn Peripheral;

            #[inline]
            fn deref(&self) -> &Self::Target {
                match self {
                    $(Device::$Kind(part) => part),*
                }
            }
        }

        impl DerefMut for Device {
            #[inline]
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    $(Device::$Kind(part) => part),*
                }
            }
        }

        $(impl From<$Kind> for Device {
            fn from(part: $Kind) -> Device {
                Device::$Kind(part)
            }
        })*
    };
}

devices! {
    Sram,
    Sdram,
    Console,
    Mailboxes,
    Dma,
    InterruptController,
    SoftwareInterrupt,
    TestAndSet,
    Mac,
    CoreControl,
    NetworkInterface,
}

impl Device {
    /// The device as after reset.
    pub fn new(device: &platform::Device, platform: &Platform) -> Device {
        let cores = platform.cores.count;
        let bytes = device.range.size;
        match device.kind {
            DeviceKind::Sram(keys) => Sram::new(bytes, keys.wait_states).into(),
            DeviceKind::Sdram(keys) => Sdram::new(bytes, keys).into(),
            DeviceKind::Console(_) => Console.into(),
            DeviceKind::Mailbox(keys) => Mailboxes::new(keys.mailboxes, keys.channels).into(),
            DeviceKind::Dma(_) => Dma::default().into(),
            DeviceKind::InterruptController(_) => {
                InterruptController::new(platform.facts().source_count(), cores).into()
            }
            DeviceKind::SoftwareInterrupt(_) => SoftwareInterrupt::new(cores).into(),
            DeviceKind::TestAndSet(keys) => TestAndSet::new(keys.registers, cores).into(),
            DeviceKind::Mac(keys) => Mac::new(keys.burst, platform.clock_hz).into(),
            DeviceKind::CoreControl(keys) => {
                CoreControl::new(keys.mask(), Cycle(keys.start)).into()
            }
            DeviceKind::NetworkInterface(_) => NetworkInterface.into(),
        }
    }
}
