//! What the interface does with packets that links have harmed.
//!
//! A packet that is lost, or found damaged, takes its block along: when the last packet of the block has come, its room is free again, and
//! the core is told nothing. With cut-through the core has been told of the block by then; the words of the packet read 0. A block of which
//! a packet comes twice enters the status table twice, if it is there a second time and has room; with cut-through the second is dropped.

use super::input::{Entry, InputBlock, InputBuffer};
use crate::noc::Mark;

/// A word of a block, as it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub word: u32,
    /// Its place among the payload of its packet.
    pub index: usize,
    /// What links have done to the packet.
    pub mark: Mark,
}

impl Word {
    /// What the buffer gets.
    pub fn as_seen(self) -> u32 {
        match (self.mark, self.index) {
            (Mark::Altered { bit }, 0) => self.word ^ 1 << bit,
            (Mark::Lost, _) => 0,
            _ => self.word,
        }
    }
}

impl InputBlock {
    /// A word of it has come.
    pub fn take(&mut self, word: Word) {
        self.words.push_back(word.as_seen());
        if self.mark != Mark::Lost && word.mark != Mark::Whole {
            self.mark = word.mark;
        }
    }
}

impl InputBuffer {
    /// A block of which links have lost a packet, or brought one twice, would enter the status table.
    #[cold]
    pub(super) fn enter_harmed(&mut self, entry: Entry) {
        let room = self.room_for(entry.block.bytes);
        if entry.block.mark == Mark::Lost && !self.cut_through {
            self.free += room;
            self.free_entries += 1;
            return;
        }
        let has_room = self.free_entries > 0 && self.free >= room;
        if entry.block.mark == Mark::Twice && has_room && !self.cut_through {
            self.free -= room;
            self.free_entries -= 1;
            self.table.push_back(entry.clone());
        }
        self.table.push_back(entry);
    }
}
