//! The DMA engine of a tile: one copy at a time between local memory and the buffers, a word each so many cycles.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// From where to where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Way {
    /// The newest block of the output buffer is filled. The core runs on meanwhile.
    ToOutput,
    /// A block of the status table is taken.
    FromInput { place: usize },
    /// What the memory tile has read is taken.
    FromMemory,
}

/// A copy under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Copy {
    pub way: Way,
    /// In local memory, of the next word.
    pub address: u32,
    /// Bytes still to be copied.
    pub bytes: u32,
    /// Cycles a word.
    period: u64,
    /// The first cycle in which the next word can be touched.
    pub due: Cycle,
}

impl Copy {
    /// A copy that is begun at the end of `now`.
    pub fn new(way: Way, address: u32, bytes: u32, period: u64, now: Cycle) -> Self {
        Copy {
            way,
            address,
            bytes,
            period,
            due: now + period,
        }
    }

    /// Bytes of the next word.
    pub fn width(&self) -> usize {
        self.bytes.min(4) as usize
    }

    /// A word has been copied in `now`; whether it was the last.
    pub fn step(&mut self, now: Cycle) -> bool {
        self.bytes -= self.width() as u32;
        self.address = self.address.wrapping_add(4);
        self.due = now + self.period;
        self.bytes == 0
    }
}
