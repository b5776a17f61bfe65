//! A receive channel of a DMA controller: stores words for one HIBI address in a buffer in local memory.
//!
//! A packet channel takes as many words as its buffer has, once. The buffer of a stream channel is circular: it takes words as long as there is room.

use super::registers as at;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    pub is_stream: bool,
    memory: u32,
    address: u32,
    words: u32,
    receives: bool,
    /// Index of the next word in the buffer.
    next: u32,
    /// Words of a stream channel that have not been consumed.
    pub held: u32,
    /// The buffer of a packet channel is full, and that has not been cleared.
    pub is_complete: bool,
}

impl Channel {
    pub fn new(is_stream: bool) -> Self {
        Channel {
            is_stream,
            ..Channel::default()
        }
    }

    pub fn read(&self, register: u32) -> u32 {
        match register {
            at::MEMORY => self.memory,
            at::ADDRESS => self.address,
            at::WORDS => self.words,
            at::CURRENT if self.is_stream => self.held,
            at::CURRENT => self.place(),
            _ => 0,
        }
    }

    pub fn write(&mut self, register: u32, value: u32) {
        match register {
            at::MEMORY => self.memory = value & !3,
            at::ADDRESS => self.address = value,
            at::WORDS => self.words = value,
            at::CURRENT if self.is_stream => self.held = self.held.saturating_sub(value),
            _ => {}
        }
    }

    /// Begins to receive, at the first word of the buffer.
    pub fn begin(&mut self) {
        self.receives = self.words > 0;
        (self.next, self.held) = (0, 0);
    }

    /// Clears the completion of a packet.
    pub fn clear(&mut self) {
        self.is_complete = false;
    }

    /// Whether a stream has words that have not been consumed.
    pub fn holds_words(&self) -> bool {
        self.held > 0
    }

    /// Consumes the oldest word of a stream; returns its local address.
    pub fn give(&mut self) -> u32 {
        let turns = if self.next < self.held { self.words } else { 0 };
        let oldest = self.next.wrapping_add(turns).wrapping_sub(self.held);
        self.held = self.held.saturating_sub(1);
        self.memory.wrapping_add(oldest.wrapping_mul(4))
    }

    /// Whether the channel has something for the core.
    pub fn is_pending(&self) -> bool {
        self.is_complete || self.holds_words()
    }

    /// Whether it takes a word for this HIBI address now.
    pub fn takes(&self, address: u32) -> bool {
        let has_room = !self.is_stream || self.held < self.words;
        self.receives && self.address == address && has_room
    }

    /// Whether words for this address belong to the channel, and so wait while it has no room.
    pub fn holds_up(&self, address: u32) -> bool {
        self.receives && self.address == address
    }

    /// Takes a word; returns the local address that it goes to.
    pub fn take(&mut self) -> u32 {
        let place = self.place();
        self.next += 1;
        if self.is_stream {
            self.held += 1;
            self.next %= self.words;
        } else if self.next == self.words {
            self.is_complete = true;
            self.receives = false;
        }
        place
    }

    fn place(&self) -> u32 {
        self.memory.wrapping_add(4 * self.next)
    }
}
