//! Loads that wait for the next word of a stream, and moves of words to where the core wants them.
//!
//! This is this project's own; the controller of the source has nothing like it. The core is stalled meanwhile, so its port of the data memory is
//! free to read words that are in memory already. Words that are just arriving bypass the memory (loads), or go straight to their place by the
//! controller's port (moves). The cycles are those of docs/contract/hibi.md, "Words without a transfer".

use super::channel::Channel;
use super::Side;
use crate::port::{Addressed, LocalMemory, WordPort};
use serde::{Deserialize, Serialize};

/// A word taken from a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub word: u32,
    /// It was in memory; otherwise it was the wrapper's oldest.
    pub from_memory: bool,
}

/// Consecutive places for words that are still to be moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Places {
    /// Local address for the next word.
    next: u32,
    left: u32,
}

impl Places {
    /// Takes the place of one more word.
    fn fill(&mut self) -> u32 {
        let place = self.next;
        self.next = place.wrapping_add(4);
        self.left -= 1;
        place
    }
}

/// The stream last taken from, and the move in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taker {
    stream: usize,
    /// Local address that the next move goes to.
    pub memory: u32,
    /// The places of words that were in memory when the move began, and of those after them, which arrive meanwhile.
    lying: Places,
    coming: Places,
    /// The core's port has read a word from memory, and has not written it yet.
    has_read: bool,
}

/// The stream from which a word is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Any that has one, in turn from the one after the last on. A word in memory comes first.
    Any,
    /// The one last taken from.
    Last,
}

impl Taker {
    /// Whether there is such a word.
    pub fn can_take(&self, of: Of, channels: &[Channel], received: Option<Addressed>) -> bool {
        self.oldest(of, channels, received).is_some()
    }

    /// Takes the oldest word.
    pub fn take<P: WordPort, M: LocalMemory>(
        &mut self,
        of: Of,
        channels: &mut [Channel],
        side: &mut Side<P, M>,
    ) -> Option<Taken> {
        let received = side.port.received();
        let (stream, from_memory) = self.oldest(of, channels, received)?;
        let word = if from_memory {
            side.memory.read(channels[stream].give())
        } else {
            side.port.take();
            received.map_or(0, |word| word.data)
        };
        self.stream = stream;
        Some(Taken { word, from_memory })
    }

    /// Begins to move `words` words of the stream last taken from.
    pub fn begin_move(&mut self, words: u32, channels: &[Channel]) {
        let held = channels.get(self.stream).map_or(0, |channel| channel.held);
        let lying = held.min(words);
        self.lying = Places {
            next: self.memory,
            left: lying,
        };
        self.coming = Places {
            next: self.memory.wrapping_add(lying.wrapping_mul(4)),
            left: words - lying,
        };
        self.has_read = false;
    }

    /// Whether there is nothing left to move.
    pub fn has_moved(&self) -> bool {
        self.lying.left == 0 && self.coming.left == 0
    }

    /// Whether words to be moved are in memory.
    pub fn has_lying(&self) -> bool {
        self.lying.left > 0
    }

    /// Whether a move can make progress in this cycle; `channel` takes the wrapper's oldest word.
    pub fn can_move(&self, channel: Option<usize>) -> bool {
        self.has_lying() || self.is_wanted(channel)
    }

    /// Whether the wrapper's oldest word, which is for `channel`, goes straight to its place.
    pub fn is_wanted(&self, channel: Option<usize>) -> bool {
        self.coming.left > 0 && channel == Some(self.stream)
    }

    /// Puts the word that is just arriving in its place.
    pub fn place(&mut self, side: &mut Side<impl WordPort, impl LocalMemory>) {
        if let Some(word) = side.port.received() {
            side.memory
                .write(self.coming.fill(), &word.data.to_le_bytes());
            side.port.take();
        }
    }

    /// Moves words in memory, for one cycle. By both ports one word is moved in a cycle; while an arriving word needs the controller's port, the
    /// core's port reads in one such cycle and writes in the next.
    pub fn move_lying(
        &mut self,
        is_port_free: bool,
        channels: &mut [Channel],
        memory: &mut impl LocalMemory,
    ) {
        if !self.has_lying() {
            return;
        }
        if is_port_free || self.has_read {
            let word = memory.read(channels[self.stream].give());
            memory.write(self.lying.fill(), &word.to_le_bytes());
        }
        self.has_read ^= !is_port_free;
    }

    /// The stream of the next word, and whether that word is in memory; otherwise it is the wrapper's oldest.
    fn oldest(
        &self,
        of: Of,
        channels: &[Channel],
        received: Option<Addressed>,
    ) -> Option<(usize, bool)> {
        let count = channels.len();
        let others = if of == Of::Any { count } else { 0 };
        let mut in_turn = (1..=others).map(|step| (self.stream + step) % count);
        let last = (of == Of::Last).then_some(self.stream);
        let holds = |number: &usize| channels.get(*number).is_some_and(Channel::holds_words);
        let in_memory = last.filter(holds).or_else(|| in_turn.find(holds));
        let arrives = || {
            let arriving = arriving(channels, received);
            arriving.filter(|number| last.is_none_or(|last| last == *number))
        };
        let lying = in_memory.map(|stream| (stream, true));
        lying.or_else(|| Some((arrives()?, false)))
    }
}

/// The stream for which the wrapper's oldest word is.
fn arriving(channels: &[Channel], received: Option<Addressed>) -> Option<usize> {
    let address = received?.address;
    let taker = channels.iter().position(|channel| channel.takes(address))?;
    channels[taker].is_stream.then_some(taker)
}
