//! Loads that wait for the next word of a stream, and moves of words to where the core wants them.
//!
//! This is this project's own: the controller of the source has no such thing. The core stands still meanwhile, so that its port of the data
//! memory is free for the words that lie there; those that are just coming go past the memory. The cycles are those of `docs/hibi.md`.

use super::channel::Channel;
use super::dma::LocalMemory;
use super::{Addressed, Port};
use serde::{Deserialize, Serialize};

/// Where the oldest word of a stream is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Oldest {
    Memory { stream: usize },
    Wrapper { stream: usize },
}

/// A word that a stream has given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub word: u32,
    /// It lay in memory; otherwise it was the wrapper's oldest.
    pub from_memory: bool,
}

/// The stream that was taken from last, and what is being moved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taker {
    stream: usize,
    /// Local address of the next word that is moved.
    pub memory: u32,
    /// Words that are still to be moved.
    pub left: u32,
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
    pub fn take(
        &mut self,
        of: Of,
        channels: &mut [Channel],
        port: &mut Port,
        memory: &mut impl LocalMemory,
    ) -> Option<Taken> {
        let oldest = self.oldest(of, channels, port.received())?;
        let (word, stream) = match oldest {
            Oldest::Memory { stream } => (memory.read(channels[stream].give()), stream),
            Oldest::Wrapper { stream } => (port.received().map_or(0, |word| word.data), stream),
        };
        let from_memory = matches!(oldest, Oldest::Memory { .. });
        if !from_memory {
            port.take();
        }
        self.stream = stream;
        Some(Taken { word, from_memory })
    }

    /// Moves a word of the stream that was taken from last to its place; false if there is none.
    pub fn advance(
        &mut self,
        channels: &mut [Channel],
        port: &mut Port,
        memory: &mut impl LocalMemory,
    ) -> bool {
        let taken = self.take(Of::Last, channels, port, memory);
        if let Some(taken) = taken {
            memory.write(self.memory, taken.word);
            self.memory = self.memory.wrapping_add(4);
            self.left -= 1;
        }
        taken.is_some()
    }

    fn oldest(&self, of: Of, channels: &[Channel], received: Option<Addressed>) -> Option<Oldest> {
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
        in_memory
            .map(|stream| Oldest::Memory { stream })
            .or_else(|| arrives().map(|stream| Oldest::Wrapper { stream }))
    }
}

/// The stream that the wrapper's oldest word is for.
fn arriving(channels: &[Channel], received: Option<Addressed>) -> Option<usize> {
    let address = received?.address;
    let taker = channels.iter().position(|channel| channel.takes(address))?;
    channels[taker].is_stream().then_some(taker)
}
