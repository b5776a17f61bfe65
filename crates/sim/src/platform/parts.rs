//! The list of parts: a line for each table of a platform file, and one for each kind of `[[device]]` on the bus. What a part is can be read in
//! its room.

use serde::{Deserialize, Serialize};

use super::{Device, Library, Map, PlatformError, Source};
use crate::description::device::{device_kinds, DeviceType};
use crate::description::keys::{Keys, TableShape};
use crate::description::part::{Part, Section};
use crate::description::reading::{Head, Reading};
use crate::part::bus::keys::Bus;
use crate::part::console::keys::ConsoleKeys;
use crate::part::core::keys::Cores;
use crate::part::core_control::keys::CoreControlKeys;
use crate::part::crossbar::keys::Crossbar;
use crate::part::dma::keys::DmaKeys;
use crate::part::hibi::keys::{self as hibi, Hibi};
use crate::part::interrupt_controller::keys::InterruptControllerKeys;
use crate::part::mac::keys::MacKeys;
use crate::part::mailbox::keys::MailboxKeys;
use crate::part::mesh::keys::Mesh;
use crate::part::sdram::keys::SdramKeys;
use crate::part::software_interrupt::keys::SoftwareInterruptKeys;
use crate::part::sram::keys::SramKeys;
use crate::part::switches::keys::Switches;
use crate::part::switches::network_interface::NetworkInterfaceKeys;
use crate::part::sync::keys::SyncController;
use crate::part::test_and_set::keys::TestAndSetKeys;

/// Declares the parameters of a chip. Parts are read in this order, and shown in it.
macro_rules! parts {
    ($($(#[doc = $about:literal])+ $field:ident: $part:ty,)+) => {
        /// A chip: everything that the simulator, the library and the linker need to know about it.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct Platform {
            /// The name of the platform file without `.toml`.
            pub name: String,
            /// One line for listings.
            pub summary: String,
            /// Ticks a second, in hertz: every clock of the chip has an edge every so many of them.
            pub clock_hz: u64,
            /// The text this platform was read from.
            pub source: Source,
            $($(#[doc = $about])+ pub $field: $part,)+
        }

        impl Platform {
            /// Reads the tables of all parts.
            ///
            /// # Errors
            /// The first thing that is wrong, with its place in the text.
            pub(crate) fn read(name: &str, reading: &mut Reading) -> Result<Platform, PlatformError> {
                $(let $field = <$part as Section>::read(reading)?;)+
                Ok(Platform {
                    name: name.to_string(),
                    summary: reading.head.summary.clone(),
                    clock_hz: reading.chip.clock_hz,
                    source: Source::default(),
                    $($field,)+
                })
            }

            /// The parts; one that the chip does not have has nothing to tell.
            pub fn parts(&self) -> Vec<&dyn Part> {
                vec![$(&self.$field),+]
            }
        }

        /// The top level of a platform file.
        pub const ROOT: TableShape = TableShape {
            help: Head::HELP,
            keys: &[Head::KEYS, &[$(<$part as Section>::KEY),+]],
        };
    };
}

parts! {
    /// The synchronization controller.
    sync: SyncController,
    /// The network of the message units.
    crossbar: Crossbar,
    /// The cores.
    cores: Cores,
    /// The network of tiles, if the cores are tiles of one.
    mesh: Option<Mesh>,
    /// What is attached to the bus or to switches, in the order of the file.
    devices: Vec<Device>,
    /// The bus between DMA controllers of the cores and other agents, if there is one.
    hibi: Option<Hibi>,
    /// The shared bus.
    bus: Bus,
    /// The switches that take the place of the shared bus, if there are any.
    switches: Option<Switches>,
    /// Where ranks and nodes are placed.
    map: Map,
    /// What programs are built with.
    library: Library,
}

device_kinds! {
    /// The kinds of device on the bus or at switches, with their keys.
    pub enum DeviceKind of crate::description::device::DeviceFacts {
        /// Memory shared by all masters.
        Sram(SramKeys),
        /// The same, of an SDRAM.
        Sdram(SdramKeys),
        /// The terminal.
        Console(ConsoleKeys),
        /// ARM PL320.
        Mailbox(MailboxKeys),
        /// ARM PL080.
        Dma(DmaKeys),
        /// RISC-V platform-level interrupt controller.
        InterruptController(InterruptControllerKeys),
        /// A word for each core that raises its software interrupt.
        SoftwareInterrupt(SoftwareInterruptKeys),
        /// Lock variables that are taken by a read.
        TestAndSet(TestAndSetKeys),
        /// Start, hold and release of cores.
        CoreControl(CoreControlKeys),
        /// Each core's registers of its interface to the switches.
        NetworkInterface(NetworkInterfaceKeys),
        /// The MAC unit of an ultra-wideband device.
        Mac(MacKeys),
    } types by crate::description::device::BusDevice
}

/// All kinds of device: those on the bus, then those at HIBI.
pub fn device_types() -> impl Iterator<Item = &'static DeviceType> {
    let at_hibi = hibi::TYPES.iter().copied().flatten();
    DeviceKind::TYPES.iter().chain(at_hibi)
}
