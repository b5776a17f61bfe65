//! The DMA engine of a tile: one copy at a time between local memory and the buffers, row by row of local memory, each of which takes a number of cycles.
//!
//! A row has as many words as the engine's port to the memory is wide; a copy that does not begin or end with a row copies part of one.

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
    /// The first cycle in which the next row can be touched.
    pub due: Cycle,
}

impl Copy {
    /// Words still to be copied that are in the next row of the memory.
    pub fn row(&self, row_words: usize) -> usize {
        let place = self.address as usize / 4 % row_words;
        let left = self.bytes.div_ceil(4) as usize;
        left.min(row_words - place)
    }

    /// Rows still to be copied, wholly or in part.
    pub fn rows(&self, row_words: usize) -> usize {
        let place = self.address as usize / 4 % row_words;
        (place + self.bytes.div_ceil(4) as usize).div_ceil(row_words)
    }

    /// Bytes of the next word.
    pub fn width(&self) -> usize {
        self.bytes.min(4) as usize
    }

    /// A word has been copied.
    pub fn advance(&mut self) {
        self.bytes -= self.width() as u32;
        self.address = self.address.wrapping_add(4);
    }
}
