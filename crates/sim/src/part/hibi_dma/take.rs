//! Loads that wait for the next word of a stream, and moves of words to where the core wants them.
//!
//! This is this project's own: the controller of the source has no such thing. The core stands still meanwhile, so that its port of the data
//! memory is free for the words that lie there; those that are just coming go past the memory, or, by the controller's port, straight to their
//! place behind these. The cycles are those of `docs/contract/hibi.md`.

use super::channel::Channel;
use super::Side;
use crate::port::{Addressed, LocalMemory, WordPort};
use serde::{Deserialize, Serialize};

/// A word that a stream has given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub word: u32,
    /// It lay in memory; otherwise it was the wrapper's oldest.
    pub from_memory: bool,
}

/// Words that are still to go to consecutive places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Places {
    /// Local address for the next word.
    next: u32,
    left: u32,
}

impl Places {
    /// The place of one more word.
    fn fill(&mut self) -> u32 {
        let place = self.next;
        self.next = place.wrapping_add(4);
        self.left -= 1;
        place
    }
}

/// The stream that was taken from last, and what is being moved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taker {
    stream: usize,
    /// Local address that the next move goes to.
    pub memory: u32,
    /// Words that lay in memory when the move began, and those behind them, that come meanwhile.
    lying: Places,
    coming: Places,
    /// The core's port has read a word that lay in memory, and not written it yet.
    has_read: bool,
}

/// Which stream a word is wanted of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Whichever has one: in turn, from the one behind the last on; what lies in memory comes first.
    Any,
    /// The one that was taken from last.
    Last,
}

impl Taker {
    /// Whether there is a word.
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

    /// How many words of the stream that was taken from last are to be moved.
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

    /// Whether words that are to be moved lie in memory.
    pub fn has_lying(&self) -> bool {
        self.lying.left > 0
    }

    /// Whether a move could go on in this cycle; `channel` takes the wrapper's oldest word.
    pub fn can_move(&self, channel: Option<usize>) -> bool {
        self.has_lying() || self.is_wanted(channel)
    }

    /// Whether the wrapper's oldest word, for `channel`, goes straight to its place.
    pub fn is_wanted(&self, channel: Option<usize>) -> bool {
        self.coming.left > 0 && channel == Some(self.stream)
    }

    /// Puts the word that is just coming to its place.
    pub fn place(&mut self, side: &mut Side<impl WordPort, impl LocalMemory>) {
        if let Some(word) = side.port.received() {
            side.memory
                .write(self.coming.fill(), &word.data.to_le_bytes());
            side.port.take();
        }
    }

    /// One cycle of the words that lay in memory. By both ports one is moved in a cycle; while a word that comes needs the controller's, the
    /// core's port reads in one cycle and writes in the next such.
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

    /// The stream whose oldest word is the next, and whether that lies in memory; otherwise it is the wrapper's oldest.
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

/// The stream that the wrapper's oldest word is for.
fn arriving(channels: &[Channel], received: Option<Addressed>) -> Option<usize> {
    let address = received?.address;
    let taker = channels.iter().position(|channel| channel.takes(address))?;
    channels[taker].is_stream.then_some(taker)
}
