//! What a chip is, as plain data read from a platform file: its cores, and whatever the list of parts ([`parts`]) has.
//!
//! Each part declares its keys in its own room (`part/NAME/keys.rs`); here they are read, checked for overlaps, drawn, and made into what
//! programs are built with. `weft platforms keys` prints them all. The meaning of each latency is defined in
//! `docs/contract/timing.md`.

mod describe;
pub mod device;
mod find;
mod fits;
mod header;
mod library;
mod linker;
pub mod parts;
mod pc;
mod read;
mod set;

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use weft_isa::user::CProgram;

pub use crate::description::map::{self, Channel, ChannelKind, Endpoint, Map, Place};
pub use crate::description::{keys, quantity, reader, PlatformError, Range, Result, MAX_CORES};
pub use describe::{describe, summary_line};
pub use device::Device;
pub use find::platform_directories;
pub use header::c_header;
pub use library::Library;
pub use linker::{linker_script, two_interfaces};
pub use parts::*;
pub use pc::pc_header;
pub use set::Override;

pub use crate::part::DeviceKind;

use crate::description::{read_text, Facts, Neighbour, Role};
use keys::Setting;

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
    pub fn add_instructions(&mut self, path: &Path) -> Result<()> {
        let text = read_text(path)?;
        Arc::make_mut(&mut self.cores.instructions).add(&path.display().to_string(), &text)?;
        self.source.add(&text);
        Ok(())
    }

    /// Gives the cores the instructions that a C program, the contents of `file`, describes among its functions.
    ///
    /// # Errors
    /// A description is wrong.
    pub fn add_program(&mut self, file: &str, program: &CProgram<'_>) -> Result<()> {
        Arc::make_mut(&mut self.cores.instructions).add_program(file, program)?;
        for (_, text) in program.descriptions() {
            self.source.add(text);
        }
        Ok(())
    }

    /// What every part may know of the chip.
    pub fn facts(&self) -> Facts<'_> {
        Facts {
            cores: self.cores.count,
            clock_hz: self.clock_hz,
            messages: self.cores.messages,
            networks: NETWORKS,
            bus_windows: self.cores.bus_windows,
            single_access: self.bus.single_access,
            roles: self.parts().iter().map(|part| part.role()).collect(),
            devices: self.neighbours(),
            map: &self.map,
        }
    }

    /// The devices, each with its bus.
    fn neighbours(&self) -> Vec<Neighbour<'_>> {
        let has_several = !self.bus.segments.is_empty();
        let numbered = self.devices.iter().enumerate();
        let neighbours = numbered.map(|(number, device)| {
            let bus = self.bus.of_device(number);
            let name = has_several.then(|| self.bus.name_of(bus));
            device.as_neighbour(name, self.bus.single_access_of(bus))
        });
        neighbours.collect()
    }

    /// Whether a part plays this role.
    pub fn has(&self, role: Role) -> bool {
        self.parts().iter().any(|part| part.role() == role)
    }

    /// The synchronization controller's node number on the crossbar.
    pub fn sync_node(&self) -> usize {
        self.facts().sync_node()
    }

    /// Whether a device is of the kind of this name.
    pub fn has_device(&self, kind: &str) -> bool {
        self.devices.iter().any(|device| device.kind.name() == kind)
    }

    /// Whether a core stays at its first instruction until it is released.
    pub fn is_held(&self, core: usize) -> bool {
        self.devices.iter().any(|device| device.kind.holds(core))
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
pub(crate) mod tests;
