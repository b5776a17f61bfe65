//! The output buffer: blocks to send, in the order in which the core sent them.
//!
//! ```text
//!            copied in; no older block to that tile         grant                     last word
//!   Waiting ---------------------------------------> Requested ----> Sending {from} -----------> gone
//!      +----------------- memory write: never refused, so no envelope ----------^
//! ```
//!
//! Source: pronto IV.A. At most one block requests room, or leaves, towards any one tile; blocks to other tiles may pass it. The buffer has lines of
//! as many words as the DMA engine copies at once. They are chained, so a block needs only as many free lines as it fills, wherever they are; each
//! is free again when its last flit has left. With cut-through a block requests room before it is copied in.

use crate::noc::interface::packet::{Header, Kind, Packet};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The kind of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Purpose {
    /// A message to a task.
    Message { task: u16 },
    /// Words for the memory tile, from this address on. They are always accepted, so no room is requested.
    MemoryWrite { address: u32 },
}

/// The progress of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// Not complete yet, or an older block to the same tile is before it.
    Waiting,
    /// Its envelope requests room; no grant has arrived.
    Requested,
    /// Its packets can be sent from this cycle on.
    Sending { from: Cycle },
}

/// A block in the buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputBlock {
    /// The tile it goes to.
    pub destination: u16,
    pub purpose: Purpose,
    pub bytes: u32,
    pub stage: Stage,
    /// Words that have been copied in and have not left.
    words: VecDeque<u32>,
    /// Words still to be copied in.
    to_copy: usize,
    /// Words that have left.
    sent: usize,
}

impl OutputBlock {
    fn words_to_send(&self) -> usize {
        self.to_copy + self.words.len()
    }

    fn can_send(&self, now: Cycle) -> bool {
        matches!(self.stage, Stage::Sending { from } if from <= now) && !self.words.is_empty()
    }
}

/// The buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputBuffer {
    /// Free words.
    pub free: usize,
    /// Words of a line. A block takes whole lines.
    line: usize,
    pub blocks: VecDeque<OutputBlock>,
    /// The destination of the last data packet, for round robin.
    last_served: u16,
    /// Whether blocks request room before they are complete.
    cut_through: bool,
}

impl OutputBuffer {
    /// An empty buffer of this number of words, in lines of `line` words.
    pub fn new(words: usize, line: usize, cut_through: bool) -> Self {
        OutputBuffer {
            free: words,
            line,
            blocks: VecDeque::new(),
            last_served: 0,
            cut_through,
        }
    }

    /// Adds a block, for which there must be room. Its words are copied next.
    pub fn admit(&mut self, destination: u16, purpose: Purpose, bytes: u32) {
        let words = bytes.div_ceil(4) as usize;
        self.free -= words.next_multiple_of(self.line);
        self.blocks.push_back(OutputBlock {
            destination,
            purpose,
            bytes,
            stage: Stage::Waiting,
            words: VecDeque::new(),
            to_copy: words,
            sent: 0,
        });
    }

    /// Whether words of the newest block can leave as soon as they have been copied.
    pub fn forwards(&self) -> bool {
        let newest = self.blocks.back();
        newest.is_some_and(|block| matches!(block.stage, Stage::Sending { .. }))
    }

    /// Takes a word of the newest block, which has been copied.
    pub fn copied(&mut self, word: u32) {
        if let Some(block) = self.blocks.back_mut() {
            block.words.push_back(word);
            block.to_copy -= 1;
        }
    }

    /// The index of the oldest block that may request room at its destination.
    fn next_to_request(&self) -> Option<usize> {
        let in_front = |index: usize, tile| {
            let mut older = self.blocks.iter().take(index);
            older.any(|block| block.destination == tile)
        };
        self.blocks.iter().enumerate().position(|(index, block)| {
            block.stage == Stage::Waiting
                && (self.cut_through || block.to_copy == 0)
                && !in_front(index, block.destination)
        })
    }

    /// Whether a block to a tile is in the buffer.
    pub fn has_block_to(&self, tile: u16) -> bool {
        self.blocks.iter().any(|block| block.destination == tile)
    }

    /// Whether a block may request room.
    pub fn can_request(&self) -> bool {
        self.next_to_request().is_some()
    }

    /// Advances the next block that may request room: for a message, returns destination and bytes for its envelope; words for memory may leave from
    /// cycle `from` on.
    pub fn request_room(&mut self, from: Cycle) -> Option<(u16, u32)> {
        let index = self.next_to_request()?;
        let block = &mut self.blocks[index];
        match block.purpose {
            Purpose::Message { .. } => {
                block.stage = Stage::Requested;
                Some((block.destination, block.bytes))
            }
            Purpose::MemoryWrite { .. } => {
                block.stage = Stage::Sending { from };
                self.request_room(from)
            }
        }
    }

    /// Handles a grant: the block to this tile may leave from cycle `from` on.
    pub fn granted(&mut self, tile: u16, from: Cycle) {
        let requested =
            |block: &&mut OutputBlock| block.destination == tile && block.stage == Stage::Requested;
        if let Some(block) = self.blocks.iter_mut().find(requested) {
            block.stage = Stage::Sending { from };
        }
    }

    /// The next cycle, not before `now`, in which a packet of a block can begin.
    pub fn next_packet(&self, now: Cycle) -> Cycle {
        let begins = |block: &OutputBlock| match block.stage {
            Stage::Sending { from } if !block.words.is_empty() => from.max(now),
            _ => Cycle::NEVER,
        };
        self.blocks.iter().map(begins).min().unwrap_or(Cycle::NEVER)
    }

    /// Begins the next packet of at most `limit` payload words: of the block to the tile after the last one served, round robin.
    pub fn begin_packet(&mut self, source: u16, limit: usize, now: Cycle) -> Option<Packet> {
        let after_the_last =
            |block: &&OutputBlock| block.destination.wrapping_sub(self.last_served + 1);
        let ready = self.blocks.iter().filter(|block| block.can_send(now));
        let block = ready.min_by_key(after_the_last)?;
        self.last_served = block.destination;
        let (kind, payload) = match block.purpose {
            Purpose::Message { .. } => (Kind::Data, vec![]),
            Purpose::MemoryWrite { address } => {
                let words_before = 4 * block.sent as u32;
                (Kind::MemoryWrite, vec![address + words_before])
            }
        };
        let words = block.words_to_send().min(limit - payload.len());
        let last = words == block.words_to_send();
        let unused = block.bytes.wrapping_neg() & 3;
        let header = Header {
            kind,
            source,
            destination: block.destination,
            words: payload.len() + words,
            last,
            unused: if last { unused } else { 0 },
        };
        Some(Packet {
            header,
            payload,
            ready: now,
        })
    }

    /// Whether the next word of the block that leaves towards a tile is there.
    pub fn has_word(&self, tile: u16) -> bool {
        self.sending(tile)
            .is_some_and(|index| !self.blocks[index].words.is_empty())
    }

    /// Takes that word out of the buffer, and with the last word the block.
    pub fn take_word(&mut self, tile: u16) -> Option<u32> {
        let index = self.sending(tile)?;
        let block = &mut self.blocks[index];
        let word = block.words.pop_front()?;
        block.sent += 1;
        let is_over = block.words_to_send() == 0;
        if block.sent % self.line == 0 || is_over {
            self.free += self.line;
        }
        if is_over {
            self.blocks.remove(index);
        }
        Some(word)
    }

    /// The words of that block that are in the buffer.
    pub fn words_to(&self, tile: u16) -> impl Iterator<Item = u32> + '_ {
        let block = self.sending(tile).map(|index| &self.blocks[index]);
        block
            .into_iter()
            .flat_map(|block| block.words.iter().copied())
    }

    fn sending(&self, tile: u16) -> Option<usize> {
        self.blocks.iter().position(|block| {
            block.destination == tile && matches!(block.stage, Stage::Sending { .. })
        })
    }
}
