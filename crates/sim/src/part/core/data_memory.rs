//! The data memory (DMEM) of a core: a port for the core, with one access a cycle, and a second port for other masters.

use crate::description::Range;
use serde::{Deserialize, Serialize};

/// Bytes at a range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataMemory {
    pub base: u32,
    bytes: Vec<u8>,
}

impl DataMemory {
    /// Zeroed memory.
    pub fn new(range: Range) -> Self {
        DataMemory {
            base: range.base,
            bytes: vec![0; range.size as usize],
        }
    }

    /// Its first address and its bytes.
    pub fn range(&self) -> (u32, u32) {
        (self.base, self.bytes.len() as u32)
    }

    /// Reads `N` bytes; None if they are not all inside or not naturally aligned.
    #[inline(always)]
    pub fn read<const N: usize>(&self, address: u32) -> Option<[u8; N]> {
        let offset = address.wrapping_sub(self.base) as usize;
        if offset & (N - 1) != 0 {
            return None;
        }
        self.bytes
            .get(offset..offset.wrapping_add(N))?
            .try_into()
            .ok()
    }

    /// Writes `N` bytes; false if they are not all inside or not naturally aligned.
    #[inline(always)]
    pub fn write<const N: usize>(&mut self, address: u32, value: [u8; N]) -> bool {
        let offset = address.wrapping_sub(self.base) as usize;
        if offset & (N - 1) != 0 {
            return false;
        }
        match self.bytes.get_mut(offset..offset.wrapping_add(N)) {
            Some(place) => {
                place.copy_from_slice(&value);
                true
            }
            None => false,
        }
    }

    /// All of its bytes.
    pub fn all_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Bytes inside the memory, by their offset from its base.
    pub fn at(&self, offset: u32, length: usize) -> &[u8] {
        &self.bytes[offset as usize..offset as usize + length]
    }

    /// Writes bytes inside the memory. Words, the common case, are copied with a constant size, which the host does in one move.
    #[inline]
    pub fn put(&mut self, offset: u32, bytes: &[u8]) {
        let place = self.at_mut(offset, bytes.len());
        match <[u8; 4]>::try_from(bytes) {
            Ok(word) => place.copy_from_slice(&word),
            Err(_) => place.copy_from_slice(bytes),
        }
    }

    /// As [`Self::at`], mutable.
    pub fn at_mut(&mut self, offset: u32, length: usize) -> &mut [u8] {
        &mut self.bytes[offset as usize..offset as usize + length]
    }

    /// Bytes of any length and alignment; None if they are not all inside.
    pub fn slice(&self, address: u32, length: usize) -> Option<&[u8]> {
        let offset = address.wrapping_sub(self.base) as usize;
        self.bytes.get(offset..offset.checked_add(length)?)
    }

    /// As [`Self::slice`], mutable.
    pub fn slice_mut(&mut self, address: u32, length: usize) -> Option<&mut [u8]> {
        let offset = address.wrapping_sub(self.base) as usize;
        self.bytes.get_mut(offset..offset.checked_add(length)?)
    }
}
