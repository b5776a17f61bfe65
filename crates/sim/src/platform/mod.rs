//! What a chip is: its cores, memories, fabrics and devices, as plain data read from a platform file.
//!
//! The keys of the file are described in `docs/chips/keys.md`, the meaning of each latency in `docs/contract/timing.md`.

mod address_map;
mod clusters;
mod cores;
mod describe;
mod device;
mod error;
mod fabric;
mod find;
mod generate;
pub mod hibi;
mod library;
mod map;
pub mod mesh;
mod parse;
pub mod quantity;
pub mod reader;
mod switches;

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use crate::port::range::{BusWindows, Range};
pub use clusters::Clusters;
pub use cores::{
    CoreModel, Cores, FloatTiming, Group, Mailbox, Timing, MAX_CORES, MAX_ISSUE_WIDTH,
};
pub use describe::{describe, summary_line};
pub use device::{Device, DeviceKind, Rows};
pub use error::PlatformError;
pub use fabric::{Arbitration, Bus, Crossbar, HandOver, SyncController, MAX_MASTERS};
pub use find::platform_directories;
pub use generate::pc::pc_header;
pub use generate::{c_header, linker_script};
pub use hibi::Hibi;
pub use library::{Library, Link, Threads};
pub use map::{Channel, ChannelKind, Endpoint, Map, Place};
pub use mesh::Mesh;
pub use switches::Switches;

/// Bytes of address space taken by the core-local timer.
pub const TIMER_BYTES: u32 = 0xC000;
/// Offset of the 64-bit compare register `mtimecmp` from the base of the core-local timer.
pub const TIMER_MTIMECMP_OFFSET: u32 = 0x4000;
/// Offset of the 64-bit counter `mtime` from the base of the core-local timer.
pub const TIMER_MTIME_OFFSET: u32 = 0xBFF8;

/// A chip: everything that the simulator, the library and the linker need to know about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Platform {
    /// The name of the platform file without `.toml`.
    pub name: String,
    /// One line for listings.
    pub summary: String,
    /// Ticks a second, in hertz: every clock of the chip has an edge every so many of them.
    pub clock_hz: u64,
    /// What programs are built with.
    pub library: Library,
    /// The cores.
    pub cores: Cores,
    /// The synchronization controller.
    pub sync: SyncController,
    /// The network of the message units.
    pub crossbar: Crossbar,
    /// The shared bus.
    pub bus: Bus,
    /// What is attached to the bus, in the order of the file.
    pub devices: Vec<Device>,
    /// The network of tiles, if the cores are tiles of one.
    pub mesh: Option<Mesh>,
    /// The bus between DMA controllers of the cores and other agents, if there is one.
    pub hibi: Option<Hibi>,
    /// The switches that take the place of the shared bus, if there are any.
    pub switches: Option<Switches>,
    /// Where ranks and nodes are placed.
    pub map: Map,
    /// The text this platform was read from.
    pub source: Source,
}

/// The text of a platform file, kept so that a report can say exactly what was simulated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The path it was read from.
    pub path: String,
    /// The whole file.
    pub text: String,
    /// The text of the file that it extends, of the one that this extends, and so on.
    pub extended: Vec<String>,
    /// SHA-256 of all texts one behind the other, in hexadecimal; where there are instructions of the user's own, that of the one
    /// before and the text that describes them.
    pub sha256: String,
}

impl Platform {
    /// Whether a core stays at its first instruction until it is released.
    pub fn is_held(&self, core: usize) -> bool {
        let holds = |device: &Device| matches!(device.kind, DeviceKind::CoreControl { cores, .. } if cores >> core & 1 != 0);
        self.devices.iter().any(holds)
    }

    /// Gives the cores the instructions that a file describes.
    ///
    /// # Errors
    /// The file cannot be read, or is wrong.
    pub fn add_instructions(&mut self, path: &Path) -> Result<(), PlatformError> {
        let text = find::read_text(path)?;
        Arc::make_mut(&mut self.cores.instructions).add(&path.display().to_string(), &text)?;
        let mut digest = Sha256::new();
        digest.update(self.source.sha256.as_bytes());
        digest.update(text.as_bytes());
        self.source.sha256 = format!("{:x}", digest.finalize());
        Ok(())
    }

    /// The synchronization controller's node number on the crossbar: the one behind the cores'.
    pub fn sync_node(&self) -> usize {
        self.cores.count
    }

    /// Address of the 64-bit cycle counter of the core-local timer.
    pub fn mtime(&self) -> u32 {
        self.cores.timer.base + TIMER_MTIME_OFFSET
    }

    /// Address of the 64-bit compare register of the core-local timer.
    pub fn mtimecmp(&self) -> u32 {
        self.cores.timer.base + TIMER_MTIMECMP_OFFSET
    }

    /// The registers that each core has for itself, if there are any: of message buffers, or of a DMA controller.
    pub fn private_registers(&self) -> Option<Range> {
        let buffers = self.mesh.as_ref().map(|mesh| mesh.message_unit.registers);
        buffers.or(self.hibi.as_ref().map(|hibi| hibi.dma.registers))
    }

    /// The first source number of a device at the interrupt controller, and how many it has; None if it has none, or there is no
    /// controller. Sources are numbered from 1 on, in the order of the devices.
    pub fn sources_of(&self, device: usize) -> Option<(usize, usize)> {
        let count = |device: &Device| device.kind.sources(self.cores.count);
        let controlled = self.has_interrupt_controller();
        let own = count(&self.devices[device]);
        let first = 1 + self.devices[..device].iter().map(count).sum::<usize>();
        (controlled && own > 0).then_some((first, own))
    }

    /// All interrupt sources of the chip.
    pub fn source_count(&self) -> usize {
        let sources = self
            .devices
            .iter()
            .map(|d| d.kind.sources(self.cores.count));
        sources.sum()
    }

    /// Whether devices can interrupt cores.
    pub fn has_interrupt_controller(&self) -> bool {
        let controllers = |device: &Device| device.kind == DeviceKind::InterruptController;
        self.devices.iter().any(controllers)
    }

    /// Lock variables in the first device of test-and-set registers; 0 if there is none.
    pub fn test_and_set_registers(&self) -> usize {
        let registers = |device: &Device| match device.kind {
            DeviceKind::TestAndSet { registers } => Some(registers),
            _ => None,
        };
        self.devices.iter().find_map(registers).unwrap_or(0)
    }

    /// The mutexes that the library's threads have on this chip: locks of the synchronization controller, or one half of the
    /// test-and-set registers (the other half guards barriers).
    pub fn mutexes(&self) -> usize {
        match self.library.threads {
            Threads::Message => self.sync.locks,
            Threads::Polling | Threads::Interrupt => self.test_and_set_registers() / 2,
            Threads::None => 0,
        }
    }

    /// The first shared memory on the bus, where the linker places shared data.
    pub fn shared_memory(&self) -> Option<&Device> {
        self.devices.iter().find(|device| device.kind.is_memory())
    }
}

#[cfg(test)]
mod tests;
