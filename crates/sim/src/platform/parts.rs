//! The tables of a platform file, one line for each. Each part is described in its own folder; [`crate::part`] has the list of devices on the bus.

mod drivers;

use serde::{Deserialize, Serialize};

use super::{Device, Library, Map, Result, Source};
use crate::description::device::agent::{AgentDevice, AgentFacts};
use crate::description::keys::{Keys, TableShape};
use crate::description::{device_kinds, DeviceType, Head, Part, Reading, Section};
use crate::part::dct::keys::DctKeys;
use crate::part::hibi_dma::keys::Dma as HibiDma;
use crate::part::hibi_memory::keys::MemoryKeys;
use crate::part::message_buffers::keys::MessageUnit;
use crate::part::pc_bridge::keys::Bridge as PcBridge;
use crate::part::DeviceKind;

pub use drivers::{Link, Threads};

pub use crate::part::bus::keys::{Bridge, Bus, Segment, MAX_MASTERS};
pub use crate::part::core::keys::{Cores, FloatTiming, Group, Mailbox, Timing};
pub use crate::part::crossbar::keys::Crossbar;
pub use crate::part::hibi::keys::{self as hibi, Hibi};
pub use crate::part::mesh::keys::{self as mesh, Mesh};
pub use crate::part::sdram::keys::{SdramKeys, SdramKeys as Rows};
pub use crate::part::sram::keys::SramKeys;
pub use crate::part::switches::keys::Switches;
pub use crate::part::sync::keys::{HandOver, SyncController};

/// HIBI, with the kinds of agent that can be attached to it.
pub type HibiKeys = Hibi<HibiDma, AgentKind>;

/// The tables of the networks that a chip can have in addition to the bus, for use in messages.
pub const NETWORKS: &str = "[mesh], [switches] and [hibi]";

/// The table of the network that agents are attached to.
pub const NETWORK_OF_AGENTS: &str = "hibi";

/// The name of what can replace the bus, for use in messages.
pub const INSTEAD_OF_BUS: &str = "the switches";

/// Declares the platform with its parts. Parts are read and shown in this order.
macro_rules! parts {
    ($($(#[doc = $about:literal])+ $field:ident: $part:ty,)+) => {
        /// A chip: everything that the simulator, the library and the linker need to know about it.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct Platform {
            /// The name of the platform file without `.toml`.
            pub name: String,
            /// One line for listings.
            pub summary: String,
            /// Ticks a second, in hertz: the time between two edges of each clock of the chip is a whole number of them.
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
            pub(crate) fn read(name: &str, reading: &mut Reading) -> Result<Platform> {
                $(let $field = <$part as Section>::read(reading)?;)+
                Ok(Platform {
                    name: name.to_string(),
                    summary: reading.head.summary.clone(),
                    clock_hz: reading.chip.clock_hz,
                    source: Source::default(),
                    $($field,)+
                })
            }

            /// Returns the parts that the chip has.
            pub fn parts(&self) -> Vec<&dyn Part> {
                [$(self.$field.if_there()),+].into_iter().flatten().collect()
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
    hibi: Option<HibiKeys>,
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
    /// What an agent at HIBI is, with its keys.
    pub enum AgentKind of AgentFacts {
        /// External memory after a DMA controller.
        Memory(MemoryKeys) = MemoryKeys::TYPE,
        /// The accelerator for the discrete cosine transform.
        Dct(DctKeys) = DctKeys::TYPE,
        /// The link to the PC.
        PcBridge(PcBridge) = PcBridge::TYPE,
    }
}

/// Returns all kinds of device: those on the bus, then those at HIBI.
pub fn device_types() -> impl Iterator<Item = &'static DeviceType> {
    let at_hibi = [HibiDma::TYPE].iter().chain(AgentKind::TYPES);
    DeviceKind::TYPES.iter().chain(at_hibi)
}
