//! What has been delivered to a core and not yet been taken: the mailbox buffer, the word queue, the event bits.
//!
//! Source: H. Xiao et al. 2012, sections 4.2 and 4.5 (data buffer of 16 blocks of 16 words, first in, first out, filled while the
//! core computes); word queue and event bits are this project's (docs/contract/timing.md, section 3).

use crate::platform::Mailbox;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use weft_isa::message::{block, cause, single};

/// What is known of a block in the buffer beside its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The request word, if this is the first block of its message.
    pub header: Option<u32>,
    /// Bytes in the block, at most those of `block_words` words.
    pub length: usize,
    /// Where in the buffer memory they are.
    place: usize,
}

/// The receiving registers of a core, filled by its receiver and emptied by its instructions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inbox {
    blocks: VecDeque<Block>,
    /// The buffer memory: block i begins at i x `block_words` words.
    memory: Vec<u8>,
    /// The place in memory of the next block to arrive, in blocks.
    next_place: usize,
    block_capacity: usize,
    block_words: u32,
    words: VecDeque<u32>,
    word_capacity: usize,
    /// The last cycle in which a word was taken: its place is free from the next one on.
    word_taken: Option<Cycle>,
    /// 64 event bits.
    pub events: u64,
    /// Which event bits raise the event interrupt.
    pub event_mask: u64,
    /// A LACK has come while the transmitter was not asleep.
    pub retry: bool,
    /// The match register: the request word that `mbox.match` waits for, and from which cycle on.
    match_register: Option<(u32, Cycle)>,
    /// Messages and bytes taken by `mbox.load`.
    pub messages_received: u64,
    pub bytes_received: u64,
}

impl Inbox {
    /// Empty buffers.
    pub fn new(mailbox: &Mailbox) -> Self {
        Inbox {
            blocks: VecDeque::with_capacity(mailbox.blocks),
            memory: vec![0; mailbox.blocks * mailbox.block_words * 4],
            next_place: 0,
            block_capacity: mailbox.blocks,
            block_words: mailbox.block_words as u32,
            words: VecDeque::with_capacity(mailbox.word_queue),
            word_capacity: mailbox.word_queue,
            word_taken: None,
            events: 0,
            event_mask: 0,
            retry: false,
            match_register: None,
            messages_received: 0,
            bytes_received: 0,
        }
    }

    /// The request word of the message at the head of the buffer.
    pub fn head(&self) -> Option<u32> {
        self.blocks.front().and_then(|block| block.header)
    }

    /// The next block, whatever its place in its message.
    pub fn next_block(&self) -> Option<Block> {
        self.blocks.front().copied()
    }

    /// Whether a block can be accepted.
    pub fn has_free_block(&self) -> bool {
        self.blocks.len() < self.block_capacity
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

    /// Words that a block holds.
    pub fn block_words(&self) -> u32 {
        self.block_words
    }

    /// Puts a received block at the end of the buffer.
    pub fn deliver(&mut self, header: Option<u32>, bytes: &[u8]) {
        let place = self.next_place * self.block_words as usize * 4;
        self.next_place = (self.next_place + 1) % self.block_capacity;
        self.memory[place..place + bytes.len()].copy_from_slice(bytes);
        self.blocks.push_back(Block {
            header,
            length: bytes.len(),
            place,
        });
    }

    /// The bytes of a block of the buffer.
    pub fn bytes(&self, block: Block) -> &[u8] {
        &self.memory[block.place..block.place + block.length]
    }

    /// Frees the block at the head.
    pub fn take_block(&mut self) -> Option<Block> {
        self.blocks.pop_front()
    }

    /// Whether the word queue has room, by the registers as they stand in cycle `now`.
    pub fn has_word_room(&self, now: Cycle) -> bool {
        self.words.len() + usize::from(self.word_taken == Some(now)) < self.word_capacity
    }

    /// Puts a single-word message at the end of the word queue.
    pub fn deliver_word(&mut self, request: u32) {
        self.words.push_back(request);
    }

    /// Takes the oldest single-word message at the end of cycle `now`.
    pub fn take_word(&mut self, now: Cycle) -> Option<u32> {
        self.word_taken = Some(now);
        self.words.pop_front()
    }

    /// The pending bits that this inbox gives `mip`.
    pub fn pending(&self) -> u32 {
        let bit = |condition: bool, cause: u32| u32::from(condition) << cause;
        bit(!self.words.is_empty(), cause::SOFTWARE)
            | bit(self.events & self.event_mask != 0, cause::EVENT)
            | bit(self.head().is_some(), cause::MAILBOX)
            | bit(self.retry, cause::RETRY)
    }

    /// Source node and length in bytes of each message that has begun to arrive and has not been taken.
    pub fn messages(&self) -> Vec<(u32, u32)> {
        let source = |header: u32| weft_isa::message::request::SOURCE.get(header);
        let headers = self.blocks.iter().filter_map(|b| b.header);
        headers
            .map(|header| (source(header), block::LENGTH.get(header)))
            .collect()
    }

    /// Source node and payload of each single-word message that has not been taken.
    pub fn words(&self) -> Vec<(u32, u32)> {
        let source = |word: u32| weft_isa::message::request::SOURCE.get(word);
        self.words
            .iter()
            .map(|&word| (source(word), single::PAYLOAD.get(word)))
            .collect()
    }

    /// Blocks and words in the buffers, as a waveform shows them.
    pub fn fill(&self) -> (usize, usize) {
        (self.blocks.len(), self.words.len())
    }
}
