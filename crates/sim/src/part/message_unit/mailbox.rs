//! The mailbox buffer: blocks of messages that have been delivered and not been taken, and the match register at its head.
//!
//! Source: H. Xiao et al. 2012, sections 4.2 and 4.5: a data buffer of 16 blocks of 16 words, first in, first out, filled while the core
//! computes. The match register is this project's (docs/contract/timing.md, section 7, "Matching").

use crate::port::ArrivedBlock;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use weft_isa::message::{block, request};

/// The buffer of a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailboxBuffer {
    /// The blocks in the buffer, and where in the buffer memory their bytes are.
    blocks: VecDeque<(ArrivedBlock, usize)>,
    /// The buffer memory: block i begins at i x `block_words` words.
    memory: Vec<u8>,
    /// The place in memory of the next block to arrive, in blocks.
    next_place: usize,
    capacity: usize,
    block_words: u32,
    /// The match register: the request word that `mbox.match` waits for, and from which cycle on.
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

    /// The request word of the message that begins with this block, counted from the head.
    pub fn header(&self, place: usize) -> Option<u32> {
        self.blocks.get(place).and_then(|(block, _)| block.header)
    }

    /// The block at the head, whatever its place in its message.
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

    /// Bytes that a block holds.
    pub fn block_bytes(&self) -> u32 {
        4 * self.block_words
    }

    /// Puts a received block at the end.
    pub fn deliver(&mut self, header: Option<u32>, bytes: &[u8]) {
        let place = self.next_place * self.block_bytes() as usize;
        self.next_place = (self.next_place + 1) % self.capacity;
        self.memory[place..place + bytes.len()].copy_from_slice(bytes);
        let bytes = bytes.len();
        self.blocks
            .push_back((ArrivedBlock { header, bytes }, place));
    }

    /// The lowest bit of the newest block's first byte is wrong; false if it has none.
    pub fn damage_newest(&mut self) -> bool {
        let newest = self.blocks.back().filter(|(block, _)| block.bytes > 0);
        newest.map(|(_, place)| self.memory[*place] ^= 1).is_some()
    }

    /// Frees the block at the head, and returns its bytes: none if the buffer is empty.
    pub fn take_block(&mut self) -> &[u8] {
        match self.blocks.pop_front() {
            Some((block, place)) => &self.memory[place..place + block.bytes],
            None => &[],
        }
    }

    /// `mbox.match`, issued in `now`, waits for the message with this request word.
    pub fn begin_match(&mut self, request: u32, now: Cycle) {
        self.match_register = Some((request, now + 1));
    }

    /// The wait of `mbox.match` is over.
    pub fn end_match(&mut self) {
        self.match_register = None;
    }

    /// Whether in cycle `now` the core waits for the message with this request word alone, with nothing in front of it.
    pub fn awaits(&self, request: u32, now: Cycle) -> bool {
        let awaited = |(word, from)| word == request && from <= now;
        self.match_register.is_some_and(awaited) && self.blocks.is_empty()
    }

    /// Source node and length in bytes of each message that has begun to arrive.
    pub fn messages(&self) -> Vec<(u32, u32)> {
        let headers = self.blocks.iter().filter_map(|(block, _)| block.header);
        headers
            .map(|header| (request::SOURCE.get(header), block::LENGTH.get(header)))
            .collect()
    }
}
