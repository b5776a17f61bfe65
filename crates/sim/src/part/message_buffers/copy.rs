//! The DMA engine of a tile: copies between local memory and the buffers, one copy at a time, a row of local memory every few cycles.
//!
//! A row has as many words as the engine's port to the memory (`copy_words`). A copy that does not begin or end at a row copies part of one.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// Source and destination of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CopyDirection {
    /// From local memory to the newest block of the output buffer. The core continues meanwhile.
    ToOutput,
    /// From a block of the status table to local memory.
    FromInput { place: usize },
    /// From the words of a memory tile to local memory.
    FromMemory,
}

/// A copy in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Copy {
    pub direction: CopyDirection,
    /// Address of the next word in local memory.
    pub address: u32,
    /// Bytes still to be copied.
    pub bytes: u32,
    /// The first cycle in which the next row can be accessed.
    pub due: Cycle,
}

impl Copy {
    /// Words still to be copied in the next row of the memory.
    pub fn row(&self, row_words: usize) -> usize {
        let place = self.address as usize / 4 % row_words;
        let left = self.bytes.div_ceil(4) as usize;
        left.min(row_words - place)
    }

    /// Rows still to be copied, in whole or in part.
    pub fn rows(&self, row_words: usize) -> usize {
        let place = self.address as usize / 4 % row_words;
        (place + self.bytes.div_ceil(4) as usize).div_ceil(row_words)
    }

    /// Bytes of the next word.
    pub fn width(&self) -> usize {
        self.bytes.min(4) as usize
    }

    /// Advances past a word that has been copied.
    pub fn advance(&mut self) {
        self.bytes -= self.width() as u32;
        self.address = self.address.wrapping_add(4);
    }
}
