//! Memory shared by all masters: one read port, one write port.

use serde::{Deserialize, Serialize};

/// Bytes, little-endian.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    bytes: Vec<u8>,
}

impl Memory {
    /// So many zeros.
    pub fn new(size: u32) -> Memory {
        Memory {
            bytes: vec![0; size as usize],
        }
    }

    /// The word at an aligned offset inside the memory.
    pub fn word(&self, offset: u32) -> u32 {
        let at = offset as usize;
        let bytes = &self.bytes;
        u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
    }

    /// Bytes inside the memory.
    pub fn bytes(&self, offset: u32, length: usize) -> &[u8] {
        &self.bytes[offset as usize..offset as usize + length]
    }

    /// As [`Memory::bytes`], to be written.
    pub fn bytes_mut(&mut self, offset: u32, length: usize) -> &mut [u8] {
        &mut self.bytes[offset as usize..offset as usize + length]
    }

    /// Writes bytes inside the memory.
    pub fn write(&mut self, offset: u32, data: &[u8]) {
        self.bytes_mut(offset, data.len()).copy_from_slice(data);
    }
}
