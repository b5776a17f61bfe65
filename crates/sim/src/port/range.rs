//! Ranges of addresses, and the windows through which bus masters access the memories of the cores.

use serde::{Deserialize, Serialize};

/// A range of addresses. It may extend to the top of the 32-bit address space, but not beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Range {
    /// Address of the first byte.
    pub base: u32,
    /// Number of bytes, not zero.
    pub size: u32,
}

impl Range {
    /// The address after the last byte (up to 2^32).
    pub fn end(&self) -> u64 {
        u64::from(self.base) + u64::from(self.size)
    }

    /// Are all of the `bytes` bytes from `address` on in the range?
    pub fn contains(&self, address: u32, bytes: u32) -> bool {
        address >= self.base && u64::from(address) + u64::from(bytes) <= self.end()
    }

    /// Do the two ranges have an address in common?
    pub fn overlaps(&self, other: &Range) -> bool {
        u64::from(self.base) < other.end() && u64::from(other.base) < self.end()
    }
}

/// The addresses through which every bus master can access the data memories of the cores, or their program memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BusWindows {
    /// Address of core 0's memory on the bus.
    pub base: u32,
    /// Distance in bytes from one core's memory to the next one's.
    pub stride: u64,
    /// Number of cores.
    pub cores: usize,
    /// Bytes of each memory.
    pub size: u32,
}

impl BusWindows {
    /// The address after the last byte (up to 2^32 on a valid platform).
    pub fn end(&self) -> u64 {
        u64::from(self.base) + self.stride * (self.cores as u64 - 1) + u64::from(self.size)
    }

    /// Returns the bus addresses of a core's memory.
    pub fn of(&self, core: usize) -> Range {
        Range {
            base: self.base.wrapping_add((self.stride * core as u64) as u32),
            size: self.size,
        }
    }

    /// Returns the core whose memory has all of the `bytes` bytes from `address` on, and their offset in it.
    pub fn find(&self, address: u32, bytes: u32) -> Option<(usize, u32)> {
        let offset = u64::from(address.checked_sub(self.base)?);
        let core = (offset / self.stride) as usize;
        let within = offset % self.stride;
        let inside = core < self.cores && within + u64::from(bytes) <= u64::from(self.size);
        inside.then_some((core, within as u32))
    }
}
