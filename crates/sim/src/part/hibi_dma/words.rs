//! Accesses of the core that may wait: loads that wait for a word, moves, and stores that send a word.
//!
//! These are this project's own (docs/contract/hibi.md, "Words without a transfer").

use super::take::{Of, Taken};
use super::{at, Dma, Pending, Side};
use crate::port::{word_of, Addressed, LocalMemory, RegisterAccess, WordPort};
use crate::units::Cycle;

/// An access that may wait for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordAccess {
    Take(Of),
    Move,
    Send { window: usize, data: u32 },
}

/// The result of serving the core's access in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// The end of the access: the value read, and the cycle in which the core continues.
    pub answer: Option<(u32, Cycle)>,
    /// Whether the wrapper's oldest word was taken for it or must wait for its end. The core's data memory may have been accessed.
    pub occupied: bool,
}

impl Served {
    fn at_once(value: u32, now: Cycle) -> Self {
        Served {
            answer: Some((value, now + 1)),
            ..Served::default()
        }
    }
}

impl Dma {
    /// The kind of an access that may wait; None for an ordinary register.
    pub(super) fn word_access(&self, access: RegisterAccess) -> Option<WordAccess> {
        let takes = self.parameters.waiting_loads;
        match access {
            RegisterAccess::Read { offset: at::TAKE } if takes => Some(WordAccess::Take(Of::Any)),
            RegisterAccess::Read { offset: at::REST } if takes => Some(WordAccess::Take(Of::Last)),
            RegisterAccess::Write {
                offset: at::MOVE, ..
            } if takes => Some(WordAccess::Move),
            RegisterAccess::Write { offset, value } => {
                let window = word_of(offset, at::WINDOW, self.targets.len())?;
                Some(WordAccess::Send {
                    window,
                    data: value,
                })
            }
            RegisterAccess::Read { .. } => None,
        }
    }

    /// Whether an access that is due ends, or makes progress, in this cycle.
    pub(super) fn can_serve(
        &self,
        access: RegisterAccess,
        received: Option<Addressed>,
        has_room: bool,
    ) -> bool {
        let can_take = |of| self.taker.can_take(of, &self.channels, received);
        match self.word_access(access) {
            None => true,
            Some(WordAccess::Take(of)) => can_take(of) || (of == Of::Any && self.has_packet()),
            Some(WordAccess::Move) => {
                let channel = received.and_then(|word| self.channel_for(word));
                self.taker.can_move(channel)
            }
            Some(WordAccess::Send { .. }) => self.sending.is_none() && has_room,
        }
    }

    fn has_packet(&self) -> bool {
        self.channels.iter().any(|channel| channel.is_complete)
    }

    /// Serves an access that is due.
    pub(super) fn serve(
        &mut self,
        pending: Pending,
        side: &mut Side<impl WordPort, impl LocalMemory>,
    ) -> Served {
        let now = side.now;
        match (self.word_access(pending.access), pending.access) {
            (None, RegisterAccess::Read { offset }) => Served::at_once(self.read(offset), now),
            (None, RegisterAccess::Write { .. }) => Served::at_once(0, now),
            (Some(WordAccess::Take(of)), _) => self.take(of, side),
            (Some(WordAccess::Move), RegisterAccess::Write { value, .. }) if pending.at == now => {
                Served {
                    answer: (value == 0).then_some((0, now + 1)),
                    ..Served::default()
                }
            }
            (Some(WordAccess::Move), _) => self.advance_move(side),
            // A stored word must not overtake the transfer in progress.
            (Some(WordAccess::Send { window, data }), _) => {
                if self.sending.is_some() || !side.port.has_room() {
                    return Served::default();
                }
                let address = self.targets[window];
                side.port.send(Addressed { address, data });
                Served::at_once(0, now)
            }
        }
    }

    /// Advances a move: arriving words that it wants go to their place; others wait while words in memory remain to be moved.
    fn advance_move(&mut self, side: &mut Side<impl WordPort, impl LocalMemory>) -> Served {
        let channel = side.port.received().and_then(|word| self.channel_for(word));
        let is_wanted = self.taker.is_wanted(channel);
        let occupied = is_wanted || self.taker.has_lying();
        if is_wanted {
            self.taker.place(side);
        }
        self.taker
            .move_lying(!is_wanted, &mut self.channels, side.memory);
        Served {
            answer: self.taker.has_moved().then_some((0, side.now + 1)),
            occupied,
        }
    }

    /// Serves a load that waits. A word from memory reaches the core a cycle later than one that is just arriving.
    fn take(&mut self, of: Of, side: &mut Side<impl WordPort, impl LocalMemory>) -> Served {
        let now = side.now;
        match self.taker.take(of, &mut self.channels, side) {
            Some(Taken { word, from_memory }) => Served {
                answer: Some((word, now + 1 + u64::from(from_memory))),
                occupied: !from_memory,
            },
            None if of == Of::Any && self.has_packet() => Served::at_once(0, now),
            None => Served::default(),
        }
    }
}
