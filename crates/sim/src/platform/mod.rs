//! A chip as plain data, read from a platform file: its cores and the other parts in the list of parts ([`parts`]).
//!
//! Each part declares its keys in its own folder (`part/NAME/keys.rs`). This module reads them, checks the address map, draws the chip and generates
//! what programs are built with. `weft platforms keys` prints all keys. `docs/contract/timing.md` defines each latency.
//!
//! ```text
//!   platform file, files that it extends, --set  -->  Platform  -->  C header, linker script, description, machine
//! ```

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

/// The texts that a platform was read from, kept so that a report can say exactly what was simulated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The path of the platform file.
    pub path: String,
    /// The whole file.
    pub text: String,
    /// The texts of the file that it extends, of the one that this one extends, and so on.
    pub extended: Vec<String>,
    /// Every key with its value, including keys that no file sets.
    pub settings: Vec<Setting>,
    /// SHA-256 of all texts in sequence, in hexadecimal. Each description of user-defined instructions is added by hashing the previous hash and its
    /// text.
    pub sha256: String,
}

impl Source {
    /// Adds the text of a description of instructions to the hash.
    fn add(&mut self, text: &str) {
        let mut digest = Sha256::new();
        digest.update(self.sha256.as_bytes());
        digest.update(text.as_bytes());
        self.sha256 = format!("{:x}", digest.finalize());
    }
}

impl Platform {
    /// Adds the instructions that a file describes to the cores.
    ///
    /// # Errors
    /// If the file cannot be read, or has an error.
    pub fn add_instructions(&mut self, path: &Path) -> Result<()> {
        let text = read_text(path)?;
        Arc::make_mut(&mut self.cores.instructions).add(&path.display().to_string(), &text)?;
        self.source.add(&text);
        Ok(())
    }

    /// Adds the instructions that a C program describes among its functions to the cores. `file` is the program's name.
    ///
    /// # Errors
    /// If a description has an error.
    pub fn add_program(&mut self, file: &str, program: &CProgram<'_>) -> Result<()> {
        Arc::make_mut(&mut self.cores.instructions).add_program(file, program)?;
        for (_, text) in program.descriptions() {
            self.source.add(text);
        }
        Ok(())
    }

    /// Returns what every part may know of the chip.
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

    /// Returns the devices, each with its bus.
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

    /// Does a part have this role?
    pub fn has(&self, role: Role) -> bool {
        self.parts().iter().any(|part| part.role() == role)
    }

    /// Returns the node number of the synchronization controller on the crossbar.
    pub fn sync_node(&self) -> usize {
        self.facts().sync_node()
    }

    /// Is there a device of this kind?
    pub fn has_device(&self, kind: &str) -> bool {
        self.devices.iter().any(|device| device.kind.name() == kind)
    }

    /// Does a device hold the core at its first instruction until it releases it?
    pub fn is_held(&self, core: usize) -> bool {
        self.devices.iter().any(|device| device.kind.holds(core))
    }

    /// Returns the number of lock variables of the first device that has some; 0 if there is none.
    pub fn locks(&self) -> usize {
        let locks = self.devices.iter().map(|device| device.kind.locks());
        locks.into_iter().find(|locks| *locks > 0).unwrap_or(0)
    }

    /// Returns the first shared memory on the bus, in which the linker places shared data.
    pub fn shared_memory(&self) -> Option<&Device> {
        self.devices.iter().find(|device| device.kind.is_memory())
    }
}

#[cfg(test)]
pub(crate) mod tests;
