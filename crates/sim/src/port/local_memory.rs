//! The second port of a core's data memory, by which a DMA engine next to the core reaches it.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The data memory of a core, as its DMA engine reaches it.
pub trait LocalMemory {
    /// The word at an address that is a multiple of 4; 0 where there is no memory. A core that has run ahead and stored there is taken back by it.
    fn read(&mut self, address: u32) -> u32;

    /// Writes the first 1 to 4 bytes of the word at such an address, if there is memory.
    fn write(&mut self, address: u32, bytes: &[u8]);

    /// Whether others than the DMA engine may reach these bytes while it copies them: other masters, or a core that has run ahead and stored
    /// there.
    fn may_change(&mut self, address: u32, bytes: u32) -> bool;
}

/// What a DMA engine next to a core may do to the core's data memory while the core runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Reach {
    /// Nothing.
    #[default]
    None,
    /// It reads, which a core notices nothing of that has run ahead and not stored there.
    Reads,
    /// It writes, at the end of this cycle at the earliest.
    Writes(Cycle),
}

impl Reach {
    /// The first cycle at whose end something may be written.
    pub fn writes(self) -> Cycle {
        match self {
            Reach::None | Reach::Reads => Cycle::NEVER,
            Reach::Writes(from) => from,
        }
    }
}

/// The word that begins at a byte, the least significant byte first; bytes behind the last are 0.
pub fn word_at(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    for (place, byte) in word.iter_mut().zip(bytes.iter().skip(at)) {
        *place = *byte;
    }
    u32::from_le_bytes(word)
}
