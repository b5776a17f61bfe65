//! The input buffer: envelopes that request room, blocks that arrive, and the status table of blocks that have arrived.
//!
//! ```text
//!   envelope --> [ queue ] -- room --> arriving: words, told apart by source -- last word --> status table --> RECEIVE, TAKE
//!                          (grant)                          (cut-through: first word)
//! ```
//!
//! Source: pronto IV.A, IV.B. Envelopes are served in sequence: the oldest waits until its words are free, and the younger ones wait with it;
//! nothing is refused. A block enters the status table when its last word has arrived (with cut-through: its first), so the table is in that order.
//! The lines of the buffer are chained like those of the output buffer; each is free again when it has been copied out.

use super::damage::Word;
use crate::noc::Mark;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// An envelope: a request for room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    /// The tile that requests it.
    pub source: u16,
    /// The room that it requests.
    pub bytes: u32,
}

/// A block whose room is reserved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InputBlock {
    source: u16,
    pub bytes: u32,
    /// Words that have arrived and have not been copied out.
    pub(super) words: VecDeque<u32>,
    /// Words still to arrive.
    missing: usize,
    /// The damage that links have done to one of its packets.
    pub(super) mark: Mark,
}

/// An entry of the status table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The source task; None if the source is in no entry of the address translation table.
    pub task: Option<u16>,
    /// The first cycle in which the core's accesses find it.
    pub valid_from: Cycle,
    pub(super) block: InputBlock,
}

/// The buffer with its tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputBuffer {
    /// Free words.
    pub free: usize,
    /// Words of a line. A block takes whole lines.
    line: usize,
    /// Free entries of the status table.
    pub(super) free_entries: usize,
    pub envelopes: VecDeque<Envelope>,
    /// Blocks that are not in the status table yet.
    arriving: Vec<InputBlock>,
    pub table: VecDeque<Entry>,
    /// Blocks enter the table with their first word.
    pub(super) cut_through: bool,
}

impl InputBuffer {
    /// An empty buffer of this number of words, in lines of `line` words.
    pub fn new(words: usize, line: usize, entries: usize, cut_through: bool) -> Self {
        InputBuffer {
            free: words,
            line,
            free_entries: entries,
            cut_through,
            ..InputBuffer::default()
        }
    }

    /// Queues an envelope.
    pub fn queue_envelope(&mut self, envelope: Envelope) {
        self.envelopes.push_back(envelope);
    }

    /// Whether there is room for the oldest envelope.
    pub fn can_reserve(&self) -> bool {
        let fits = |envelope: &Envelope| self.room_for(envelope.bytes) <= self.free;
        self.free_entries > 0 && self.envelopes.front().is_some_and(fits)
    }

    /// Reserves the room for the oldest envelope, if it is there; returns the tile to which a grant is due.
    pub fn reserve(&mut self) -> Option<u16> {
        if !self.can_reserve() {
            return None;
        }
        let Envelope { source, bytes } = self.envelopes.pop_front()?;
        self.free -= self.room_for(bytes);
        self.free_entries -= 1;
        self.arriving.push(InputBlock {
            source,
            bytes,
            words: VecDeque::new(),
            missing: words(bytes),
            mark: Mark::Intact,
        });
        Some(source)
    }

    /// Takes a word of a block. `task` is the task of its source, for the status table's entry, which is valid from cycle `from` on.
    pub fn arrived(&mut self, source: u16, word: Word, task: Option<u16>, from: Cycle) {
        let Some(index) = self
            .arriving
            .iter()
            .position(|block| block.source == source)
        else {
            self.arrived_in_table(source, word.as_seen());
            return;
        };
        let block = &mut self.arriving[index];
        block.take(word);
        block.missing -= 1;
        if self.cut_through || block.missing == 0 {
            let block = self.arriving.remove(index);
            self.enter(Entry {
                task,
                valid_from: from,
                block,
            });
        }
    }

    /// Enters a block into the status table, unless links have damaged it.
    fn enter(&mut self, entry: Entry) {
        match entry.block.mark {
            Mark::Lost | Mark::Duplicated => self.enter_damaged(entry),
            _ => self.table.push_back(entry),
        }
    }

    /// Adds a word to the block of its source that is in the status table and not complete (cut-through).
    fn arrived_in_table(&mut self, source: u16, word: u32) {
        let incomplete =
            |entry: &&mut Entry| entry.block.source == source && entry.block.missing > 0;
        if let Some(entry) = self.table.iter_mut().find(incomplete) {
            entry.block.words.push_back(word);
            entry.block.missing -= 1;
        }
    }

    /// The index in the table of the oldest block, of a task or of all, that accesses find in cycle `now`.
    pub fn oldest(&self, task: Option<u32>, now: Cycle) -> Option<usize> {
        let from = |entry: &Entry| match task {
            Some(task) => entry.task.map(u32::from) == Some(task),
            None => true,
        };
        self.table
            .iter()
            .position(|entry| entry.valid_from <= now && from(entry))
    }

    /// An entry of the table.
    pub fn entry(&self, place: usize) -> &Entry {
        &self.table[place]
    }

    /// Whether the next `words` words of an entry's block are there.
    pub fn has_words(&self, place: usize, words: usize) -> bool {
        self.table[place].block.words.len() >= words
    }

    /// Whether all words of an entry's block have arrived.
    pub fn is_complete(&self, place: usize) -> bool {
        self.table[place].block.missing == 0
    }

    /// The least number of lines that must be copied out before there is room for the oldest envelope; None if that does not depend on lines.
    pub fn lines_to_room(&self) -> Option<usize> {
        let envelope = self.envelopes.front().filter(|_| self.free_entries > 0)?;
        let words = self.room_for(envelope.bytes).saturating_sub(self.free);
        Some(words / self.line)
    }

    /// Takes the next word of an entry's block out of the buffer, and with the last word the entry.
    pub fn take_word(&mut self, place: usize) -> Option<u32> {
        let block = &mut self.table[place].block;
        let word = block.words.pop_front()?;
        let left = block.words.len() + block.missing;
        if (words(block.bytes) - left) % self.line == 0 || left == 0 {
            self.free += self.line;
        }
        if left == 0 {
            self.table.remove(place);
            self.free_entries += 1;
        }
        Some(word)
    }

    /// Words that a block of this number of bytes takes.
    pub(super) fn room_for(&self, bytes: u32) -> usize {
        words(bytes).next_multiple_of(self.line)
    }
}

fn words(bytes: u32) -> usize {
    bytes.div_ceil(4) as usize
}
