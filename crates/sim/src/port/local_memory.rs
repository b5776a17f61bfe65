//! The second port of a core's data memory, through which the core's DMA engine accesses it.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The data memory of a core, as its DMA engine accesses it.
pub trait LocalMemory {
    /// Returns the word at an address that is a multiple of 4, or 0 if there is no memory. Rolls the core back if it has run ahead and stored there.
    fn read(&mut self, address: u32) -> u32;

    /// Writes 1 to 4 bytes from the beginning of the word at an address that is a multiple of 4. Has no effect if there is no memory.
    fn write(&mut self, address: u32, bytes: &[u8]);

    /// May these bytes change while the DMA engine copies them? True if other masters can access them, or if the core has run ahead and stored there.
    fn may_change(&mut self, address: u32, bytes: u32) -> bool;
}

/// How a DMA engine may access its core's data memory while the core runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Reach {
    /// Not at all.
    #[default]
    None,
    /// It reads. A core that has run ahead is affected only if it has stored to the bytes that are read.
    Reads,
    /// It writes, in this cycle (at its end) at the earliest.
    Writes(Cycle),
}

impl Reach {
    /// Returns the first cycle at whose end the engine may write.
    pub fn writes(self) -> Cycle {
        match self {
            Reach::None | Reach::Reads => Cycle::NEVER,
            Reach::Writes(from) => from,
        }
    }
}

/// Returns the little-endian word at index `at` of `bytes`. Bytes after the end are read as 0.
pub fn word_at(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    for (place, byte) in word.iter_mut().zip(bytes.iter().skip(at)) {
        *place = *byte;
    }
    u32::from_le_bytes(word)
}
