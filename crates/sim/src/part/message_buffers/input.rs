//! The input buffer: envelopes that ask, blocks that arrive, and the status table of blocks that have arrived.
//!
//! Source: pronto IV.A, IV.B. Envelopes are taken in sequence: the oldest waits until its words are free, and those behind it wait with
//! it; nothing is refused. Blocks with reserved room arrive concurrently, their words told apart by their source. A block enters the
//! status table when its last word has come (with cut-through: its first), so the table is in that order. The lines of the buffer are
//! chained as those of the output buffer are; each is free again when it has been copied out.

use super::damage::Word;
use crate::noc::Mark;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// A request for room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    /// The tile that asks.
    pub source: u16,
    /// What it wants.
    pub bytes: u32,
}

/// A block whose room is reserved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct InputBlock {
    source: u16,
    pub bytes: u32,
    /// Words that have come and have not been copied out.
    pub(super) words: VecDeque<u32>,
    /// Words still to come.
    missing: usize,
    /// What links have done to a packet of it.
    pub(super) mark: Mark,
}

/// A tuple of the status table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The source; None: in no entry of the address translation table.
    pub task: Option<u16>,
    /// The first cycle in which the core's accesses find it.
    pub valid_from: Cycle,
    pub(super) block: InputBlock,
}

/// The buffer with its tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputBuffer {
    /// Words that no block has.
    pub free: usize,
    /// Words of a line; a block has whole lines.
    line: usize,
    /// Entries of the status table that no block has.
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

    /// An envelope has come.
    pub fn ask(&mut self, envelope: Envelope) {
        self.envelopes.push_back(envelope);
    }

    /// Whether the oldest envelope's room is there.
    pub fn can_reserve(&self) -> bool {
        let fits = |envelope: &Envelope| self.room_for(envelope.bytes) <= self.free;
        self.free_entries > 0 && self.envelopes.front().is_some_and(fits)
    }

    /// Reserves what the oldest envelope asks for, if it is there, and returns whom to tell.
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
            mark: Mark::Whole,
        });
        Some(source)
    }

    /// A word has come. `task` is that of its source, for the status table, whose entry is valid from cycle `from` on.
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

    /// A block enters the status table, unless links have harmed it.
    fn enter(&mut self, entry: Entry) {
        match entry.block.mark {
            Mark::Lost | Mark::Twice => self.enter_harmed(entry),
            _ => self.table.push_back(entry),
        }
    }

    fn arrived_in_table(&mut self, source: u16, word: u32) {
        let incomplete =
            |entry: &&mut Entry| entry.block.source == source && entry.block.missing > 0;
        if let Some(entry) = self.table.iter_mut().find(incomplete) {
            entry.block.words.push_back(word);
            entry.block.missing -= 1;
        }
    }

    /// The place in the table of the oldest block, of a task or of all, that accesses find in cycle `now`.
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

    /// Whether all words of an entry's block have come.
    pub fn is_complete(&self, place: usize) -> bool {
        self.table[place].block.missing == 0
    }

    /// Lines that must be copied out, at least, before the oldest envelope's room is there; None if that does not depend on lines.
    pub fn lines_to_room(&self) -> Option<usize> {
        let envelope = self.envelopes.front().filter(|_| self.free_entries > 0)?;
        let words = self.room_for(envelope.bytes).saturating_sub(self.free);
        Some(words / self.line)
    }

    /// The next word of an entry's block, which leaves the buffer; the entry goes with its last.
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
