//! A read from a memory tile (MREAD): requests one packet of words after another, and buffers them until they are copied.
//!
//! This is our own design; the source gives only the arguments of `MP_mread`. The words do not pass through the input buffer: a task whose input
//! buffer is full of blocks that it will receive later could never read. They arrive in a landing buffer of two packets, so that one packet is
//! requested while the other is copied.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Capacity of the landing buffer, in packets.
const PACKETS: usize = 2;

/// A read in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryRead {
    pub tile: u16,
    packet_words: usize,
    /// Address, in the memory tile, of the next word to request.
    address: u32,
    to_request: usize,
    /// Words requested that have not arrived.
    requested: usize,
    landed: VecDeque<u32>,
}

impl MemoryRead {
    /// A read of this number of words from an address of a memory tile.
    pub fn new(tile: u16, address: u32, words: usize, packet_words: usize) -> Self {
        MemoryRead {
            tile,
            packet_words,
            address,
            to_request: words,
            requested: 0,
            landed: VecDeque::new(),
        }
    }

    /// Whether there is a packet to request, and room for it.
    pub fn can_request(&self) -> bool {
        let room = PACKETS * self.packet_words - self.requested - self.landed.len();
        self.to_request > 0 && self.words_to_request() <= room
    }

    fn words_to_request(&self) -> usize {
        self.to_request.min(self.packet_words)
    }

    /// Address and bytes of the next packet to request, if there is room for it.
    pub fn request(&mut self) -> Option<(u32, u32)> {
        if !self.can_request() {
            return None;
        }
        let words = self.words_to_request();
        let (address, bytes) = (self.address, 4 * words as u32);
        self.address += bytes;
        self.to_request -= words;
        self.requested += words;
        Some((address, bytes))
    }

    /// Takes a word that has arrived.
    pub fn arrived(&mut self, word: u32) {
        self.landed.push_back(word);
        self.requested -= 1;
    }

    /// Whether the next word is there.
    pub fn has_word(&self) -> bool {
        !self.landed.is_empty()
    }

    /// Takes the next word.
    pub fn take_word(&mut self) -> Option<u32> {
        self.landed.pop_front()
    }
}
