//! What a chip is, as plain data read from a platform file: its cores, and whatever the list of parts ([`crate::machine::parts`]) has.
//!
//! Each part declares its keys in its own room (`part/NAME/keys.rs`); here they are read, checked for overlaps, drawn, and made into what
//! programs are built with. `weft platforms keys` prints them all. The meaning of each latency is defined in
//! `docs/contract/timing.md`.

mod address_map;
mod describe;
pub mod device;
pub mod drawing;
mod error;
mod find;
pub mod header;
pub mod keys;
mod library;
mod linker;
pub mod map;
pub mod part;
pub mod quantity;
pub mod reader;
pub mod reading;

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use crate::machine::parts::{DeviceKind, Platform};
pub use crate::port::range::{BusWindows, Range};
pub use describe::{describe, summary_line};
pub use device::Device;
pub use error::PlatformError;
pub use find::{platform_directories, read_text};
pub use header::c_header;
pub use library::{Library, Link, Threads};
pub use linker::linker_script;
pub use map::{Channel, ChannelKind, Endpoint, Map, Place};

pub use crate::part::bus::keys::{Bridge, Bus, Segment, MAX_MASTERS};
pub use crate::part::core::keys::{
    Cores, FloatTiming, Group, Timing, MAX_CORES, MAX_ISSUE_WIDTH, TIMER_MTIMECMP_OFFSET,
    TIMER_MTIME_OFFSET,
};
pub use crate::part::crossbar::keys::Crossbar;
pub use crate::part::hibi::keys as hibi;
pub use crate::part::hibi::keys::Hibi;
pub use crate::part::hibi::pc::pc_header;
pub use crate::part::mesh::keys as mesh;
pub use crate::part::mesh::keys::Mesh;
pub use crate::part::message_unit::keys::Mailbox;
pub use crate::part::sdram::keys::SdramKeys as Rows;
pub use crate::part::sram::keys::SramKeys;
pub use crate::part::switches::clusters::Clusters;
pub use crate::part::switches::keys::Switches;
pub use crate::part::sync::keys::{HandOver, SyncController};

use keys::Setting;
use part::Role;

/// The text of a platform file, kept so that a report can say exactly what was simulated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The path it was read from.
    pub path: String,
    /// The whole file.
    pub text: String,
    /// The text of the file that it extends, of the one that this extends, and so on.
    pub extended: Vec<String>,
    /// Every key with its value, those that no file has among them.
    pub settings: Vec<Setting>,
    /// SHA-256 of all texts one after the other, in hexadecimal; where there are instructions of the user's own, that of the one
    /// before and the text that describes them.
    pub sha256: String,
}

impl Source {
    /// Adds the text of a file that describes instructions.
    fn add(&mut self, text: &str) {
        let mut digest = Sha256::new();
        digest.update(self.sha256.as_bytes());
        digest.update(text.as_bytes());
        self.sha256 = format!("{:x}", digest.finalize());
    }
}

impl Platform {
    /// Gives the cores the instructions that a file describes.
    ///
    /// # Errors
    /// The file cannot be read, or is wrong.
    pub fn add_instructions(&mut self, path: &Path) -> Result<(), PlatformError> {
        let text = find::read_text(path)?;
        Arc::make_mut(&mut self.cores.instructions).add(&path.display().to_string(), &text)?;
        self.source.add(&text);
        Ok(())
    }

    /// Whether a part plays this role.
    pub fn has(&self, role: Role) -> bool {
        self.parts().iter().any(|part| part.role() == role)
    }

    /// Whether a device is of the kind of this name.
    pub fn has_device(&self, kind: &str) -> bool {
        self.devices.iter().any(|device| device.kind.name() == kind)
    }

    /// Whether a core stays at its first instruction until it is released.
    pub fn is_held(&self, core: usize) -> bool {
        self.devices.iter().any(|device| device.kind.holds(core))
    }

    /// The first source number of a device at the interrupt controller, and how many it has; None if it has none, or there is no
    /// controller. Sources are numbered from 1 on, in the order of the devices.
    pub fn sources_of(&self, device: usize) -> Option<(usize, usize)> {
        let count = |device: &Device| device.kind.sources(self.cores.count);
        let own = count(&self.devices[device]);
        let first = 1 + self.devices[..device].iter().map(count).sum::<usize>();
        (self.has_interrupt_controller() && own > 0).then_some((first, own))
    }

    /// All interrupt sources of the chip.
    pub fn source_count(&self) -> usize {
        let devices = self.devices.iter();
        devices
            .map(|device| device.kind.sources(self.cores.count))
            .sum()
    }

    /// Whether devices can interrupt cores.
    pub fn has_interrupt_controller(&self) -> bool {
        self.devices
            .iter()
            .any(|device| device.kind.takes_sources())
    }

    /// Lock variables in the first device that has such; 0 if there is none.
    pub fn locks(&self) -> usize {
        let locks = self.devices.iter().map(|device| device.kind.locks());
        locks.into_iter().find(|locks| *locks > 0).unwrap_or(0)
    }

    /// The first shared memory on the bus, where the linker places shared data.
    pub fn shared_memory(&self) -> Option<&Device> {
        self.devices.iter().find(|device| device.kind.is_memory())
    }
}

#[cfg(test)]
mod tests;
