//! What answers at which addresses of the bus: devices, and the data memories of the cores where they are attached to it.

use crate::platform::{BusWindows, Device, Platform};
use serde::{Deserialize, Serialize};

/// What a transfer reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Target {
    /// A device, by its number, at an offset from its base.
    Device { index: usize, offset: u32 },
    /// A core's data memory, at an offset from its base.
    DataMemory { core: usize, offset: u32 },
}

/// Which accesses a range of addresses takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accepts {
    /// Any width, and atomic operations.
    All,
    /// Any width, but no atomic operations.
    LoadsAndStores,
    /// Loads and stores of whole words.
    Words,
}

/// The address decoder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AddressMap {
    devices: Vec<Device>,
    windows: Option<BusWindows>,
}

impl AddressMap {
    /// The bus of a platform.
    pub fn new(platform: &Platform) -> Self {
        AddressMap {
            devices: platform.devices.clone(),
            windows: platform.cores.bus_windows,
        }
    }

    /// What answers at all of the `bytes` bytes from `address` on.
    pub fn target(&self, address: u32, bytes: u32) -> Option<Target> {
        let found = |device: &Device| device.range.contains(address, bytes);
        if let Some(index) = self.devices.iter().position(found) {
            let offset = address - self.devices[index].range.base;
            return Some(Target::Device { index, offset });
        }
        let (core, offset) = self.windows?.find(address, bytes)?;
        Some(Target::DataMemory { core, offset })
    }

    /// The address at an offset from the base of a device.
    pub fn address_of(&self, index: usize, offset: u32) -> u32 {
        self.devices[index].range.base.wrapping_add(offset)
    }

    /// The core whose data memory answers at all of these bytes, and the offset in it.
    pub fn data_memory(&self, address: u32, bytes: u32) -> Option<(usize, u32)> {
        match self.target(address, bytes)? {
            Target::DataMemory { core, offset } => Some((core, offset)),
            Target::Device { .. } => None,
        }
    }

    /// Which accesses the thing at these addresses takes; None if there is none.
    pub fn accepts(&self, address: u32, bytes: u32) -> Option<Accepts> {
        Some(match self.target(address, bytes)? {
            Target::DataMemory { .. } => Accepts::LoadsAndStores,
            Target::Device { index, .. } if self.devices[index].kind.takes_words_only() => {
                Accepts::Words
            }
            Target::Device { .. } => Accepts::All,
        })
    }
}
