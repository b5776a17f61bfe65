//! The tables of a platform file, a line for each. What a part is can be read in its room; the list of devices on the bus is that of
//! [`crate::part`].

use serde::{Deserialize, Serialize};

use super::{Device, Library, Map, PlatformError, Source};
use crate::description::device::DeviceType;
use crate::description::keys::{Keys, TableShape};
use crate::description::part::{Part, Section};
use crate::description::reading::{Head, Reading};
use crate::part::bus::keys::Bus;
use crate::part::core::keys::Cores;
use crate::part::crossbar::keys::Crossbar;
use crate::part::hibi::keys::{self as hibi, Hibi};
use crate::part::mesh::keys::Mesh;
use crate::part::message_buffers::keys::MessageUnit;
use crate::part::switches::keys::Switches;
use crate::part::sync::keys::SyncController;
use crate::part::DeviceKind;

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
    mesh: Option<Mesh<MessageUnit>>,
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

/// All kinds of device: those on the bus, then those at HIBI.
pub fn device_types() -> impl Iterator<Item = &'static DeviceType> {
    let at_hibi = hibi::TYPES.iter().copied().flatten();
    DeviceKind::TYPES.iter().chain(at_hibi)
}
