//! Addresses: ranges of them, and the windows in which memories of the cores answer on the bus.

use serde::{Deserialize, Serialize};

/// A range of addresses; it may end at the top of the 32-bit address space, but not beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Range {
    /// Address of the first byte.
    pub base: u32,
    /// Number of bytes, not zero.
    pub size: u32,
}

impl Range {
    /// The address behind the last byte (up to 2^32).
    pub fn end(&self) -> u64 {
        u64::from(self.base) + u64::from(self.size)
    }

    /// Whether all of the `bytes` bytes from `address` on lie in the range.
    pub fn contains(&self, address: u32, bytes: u32) -> bool {
        address >= self.base && u64::from(address) + u64::from(bytes) <= self.end()
    }

    /// Whether some address lies in both ranges.
    pub fn overlaps(&self, other: &Range) -> bool {
        u64::from(self.base) < other.end() && u64::from(other.base) < self.end()
    }
}

/// Where the data memories of the cores, or their program memories, answer on the bus, for every master.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BusWindows {
    /// Address of core 0's memory on the bus.
    pub base: u32,
    /// Bytes from one core's memory to the next one's.
    pub stride: u64,
    /// Number of cores.
    pub cores: usize,
    /// Bytes of each memory.
    pub size: u32,
}

impl BusWindows {
    /// The address behind the last byte (up to 2^32 on a chip that is right).
    pub fn end(&self) -> u64 {
        u64::from(self.base) + self.stride * (self.cores as u64 - 1) + u64::from(self.size)
    }

    /// The addresses of a core's memory on the bus.
    pub fn of(&self, core: usize) -> Range {
        Range {
            base: self.base.wrapping_add((self.stride * core as u64) as u32),
            size: self.size,
        }
    }

    /// The core whose memory holds all of the `bytes` bytes from `address` on, and the offset in it.
    pub fn find(&self, address: u32, bytes: u32) -> Option<(usize, u32)> {
        let offset = u64::from(address.checked_sub(self.base)?);
        let core = (offset / self.stride) as usize;
        let within = offset % self.stride;
        let inside = core < self.cores && within + u64::from(bytes) <= u64::from(self.size);
        inside.then_some((core, within as u32))
    }
}
