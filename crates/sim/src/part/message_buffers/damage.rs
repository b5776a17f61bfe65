//! What the interface does with packets that injected faults of links have damaged.
//!
//! If a packet is lost, or found damaged, its whole block is dropped: when the block's last packet has arrived, its room is free again, and the
//! core is not told. With cut-through the core already knows of the block by then; the words of the packet read as 0. A block of which a packet
//! arrives twice enters the status table twice, if there is room for it; with cut-through the second is dropped.

use super::input::{Entry, InputBlock, InputBuffer};
use crate::noc::Mark;

/// A word of a block as it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub word: u32,
    /// Its index in the payload of its packet.
    pub index: usize,
    /// The damage that links have done to the packet.
    pub mark: Mark,
}

impl Word {
    /// The word that enters the buffer.
    pub fn as_seen(self) -> u32 {
        match (self.mark, self.index) {
            (Mark::Altered { bit }, 0) => self.word ^ 1 << bit,
            (Mark::Lost, _) => 0,
            _ => self.word,
        }
    }
}

impl InputBlock {
    /// Takes a word of the block.
    pub fn take(&mut self, word: Word) {
        self.words.push_back(word.as_seen());
        if self.mark != Mark::Lost && word.mark != Mark::Intact {
            self.mark = word.mark;
        }
    }
}

impl InputBuffer {
    /// Handles a block of which links have lost or duplicated a packet, when it would enter the status table.
    #[cold]
    pub(super) fn enter_damaged(&mut self, entry: Entry) {
        let room = self.room_for(entry.block.bytes);
        if entry.block.mark == Mark::Lost && !self.cut_through {
            self.free += room;
            self.free_entries += 1;
            return;
        }
        let has_room = self.free_entries > 0 && self.free >= room;
        if entry.block.mark == Mark::Duplicated && has_room && !self.cut_through {
            self.free -= room;
            self.free_entries -= 1;
            self.table.push_back(entry.clone());
        }
        self.table.push_back(entry);
    }
}
