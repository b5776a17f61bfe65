//! The second port of a core's data memory, by which a DMA engine next to the core reaches it.

/// The data memory of a core, as its DMA engine reaches it.
pub trait LocalMemory {
    /// The word at an address that is a multiple of 4; 0 where there is no memory. A core that has run ahead is taken back by it.
    fn read(&mut self, address: u32) -> u32;

    /// Writes the first 1 to 4 bytes of the word at such an address, if there is memory.
    fn write(&mut self, address: u32, bytes: &[u8]);
}

/// The word that begins at a byte, the least significant byte first; bytes behind the last are 0.
pub fn word_at(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    for (place, byte) in word.iter_mut().zip(bytes.iter().skip(at)) {
        *place = *byte;
    }
    u32::from_le_bytes(word)
}
