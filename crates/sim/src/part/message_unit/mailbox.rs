//! The mailbox buffer: a queue of delivered blocks of messages that the core has not taken, and the match register.
//!
//! ```text
//!   from the receiver ---> [ block | block | block ] ---> head: mhead, mbox.load, mbox.match
//!                                                          match register: the request word that mbox.match waits for
//! ```
//!
//! Source: H. Xiao et al. 2012, sections 4.2 and 4.5: a data buffer of 16 blocks of 16 words, first in, first out, filled while the core
//! computes. The match register is this project's own (docs/contract/message-unit.md, "Matching").

use crate::port::ArrivedBlock;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use weft_isa::message::{block, request};

/// The buffer of a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailboxBuffer {
    /// The blocks in the buffer, each with the offset of its bytes in `memory`.
    blocks: VecDeque<(ArrivedBlock, usize)>,
    /// The buffer memory: block i begins at i x `block_words` words.
    memory: Vec<u8>,
    /// Index in `memory` of the place for the next block, in blocks.
    next_place: usize,
    capacity: usize,
    block_words: u32,
    /// The match register: the request word that `mbox.match` waits for, and the first cycle in which it counts.
    match_register: Option<(u32, Cycle)>,
}

impl MailboxBuffer {
    /// An empty buffer of `capacity` blocks.
    pub fn new(capacity: usize, block_words: u32) -> Self {
        MailboxBuffer {
            blocks: VecDeque::with_capacity(capacity),
            memory: vec![0; capacity * block_words as usize * 4],
            next_place: 0,
            capacity,
            block_words,
            match_register: None,
        }
    }

    /// The request word of the message at the head.
    pub fn head(&self) -> Option<u32> {
        self.header(0)
    }

    /// The request word of the message that begins with block number `place` from the head; None if that block begins none.
    pub fn header(&self, place: usize) -> Option<u32> {
        self.blocks.get(place).and_then(|(block, _)| block.header)
    }

    /// The block at the head, whether or not it is the first of its message.
    pub fn next_block(&self) -> Option<ArrivedBlock> {
        self.blocks.front().map(|(block, _)| *block)
    }

    /// Whether a block can be accepted.
    pub fn has_room(&self) -> bool {
        self.blocks.len() < self.capacity
    }

    /// Blocks in the buffer.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Capacity of a block in bytes.
    pub fn block_bytes(&self) -> u32 {
        4 * self.block_words
    }

    /// Appends a received block.
    pub fn deliver(&mut self, header: Option<u32>, bytes: &[u8]) {
        let place = self.next_place * self.block_bytes() as usize;
        self.next_place = (self.next_place + 1) % self.capacity;
        self.memory[place..place + bytes.len()].copy_from_slice(bytes);
        let bytes = bytes.len();
        self.blocks
            .push_back((ArrivedBlock { header, bytes }, place));
    }

    /// Flips the lowest bit of the newest block's first byte, as an injected fault does; false if the block has no bytes.
    pub fn damage_newest(&mut self) -> bool {
        let newest = self.blocks.back().filter(|(block, _)| block.bytes > 0);
        newest.map(|(_, place)| self.memory[*place] ^= 1).is_some()
    }

    /// Frees the block at the head and returns its bytes; none if the buffer is empty.
    pub fn take_block(&mut self) -> &[u8] {
        match self.blocks.pop_front() {
            Some((block, place)) => &self.memory[place..place + block.bytes],
            None => &[],
        }
    }

    /// Loads the match register: `mbox.match`, issued in `now`, waits for the message with this request word.
    pub fn begin_match(&mut self, request: u32, now: Cycle) {
        self.match_register = Some((request, now + 1));
    }

    /// Empties the match register: the wait of `mbox.match` is over.
    pub fn end_match(&mut self) {
        self.match_register = None;
    }

    /// Whether, in cycle `now`, the core waits for the message with this request word and the buffer is empty: then an offer of it is granted.
    pub fn awaits(&self, request: u32, now: Cycle) -> bool {
        let awaited = |(word, from)| word == request && from <= now;
        self.match_register.is_some_and(awaited) && self.blocks.is_empty()
    }

    /// Source node and length in bytes of each message whose first block is in the buffer.
    pub fn messages(&self) -> Vec<(u32, u32)> {
        let headers = self.blocks.iter().filter_map(|(block, _)| block.header);
        headers
            .map(|header| (request::SOURCE.get(header), block::LENGTH.get(header)))
            .collect()
    }
}
