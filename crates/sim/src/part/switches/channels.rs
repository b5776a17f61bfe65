//! Which virtual channel a packet travels in: circuits never wait behind best effort, nor, where that has a channel, answers behind requests.
//!
//! A device takes no further request before its answer has gone. Where answers wait behind requests, a ring of such waits can close
//! (message-dependent deadlock: J. Duato, S. Yalamanchili and L. Ni, "Interconnection Networks", 2003). docs/contract/switches.md has the argument.

use serde::{Deserialize, Serialize};

/// The virtual channels of every link: first those of requests by best effort, then those of their answers, if they are not the same, then,
/// where the platform has circuits, that of what opens, uses and closes circuits, and that of what comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Channels {
    /// Of requests by best effort: one for all priorities, or one for each.
    best_effort: u8,
    for_answers: bool,
    has_circuits: bool,
}

impl Channels {
    /// For this number of priorities that are kept apart; 1: they are not.
    pub fn new(priorities: u8, for_answers: bool, has_circuits: bool) -> Channels {
        Channels {
            best_effort: priorities,
            for_answers,
            has_circuits,
        }
    }

    /// How many there are.
    pub fn count(self) -> usize {
        let circuits = if self.has_circuits { 2 } else { 0 };
        usize::from(self.of_circuits()) + circuits
    }

    /// That of a request by best effort.
    pub fn of_request(self, class: u8) -> u8 {
        class.min(self.best_effort - 1)
    }

    /// That of requests by circuit.
    pub fn of_circuits(self) -> u8 {
        self.best_effort * (1 + u8::from(self.for_answers))
    }

    /// That of the answer to what came in this one.
    pub fn of_answer(self, request: u8) -> u8 {
        match self.is_of_circuits(request) {
            true => request + 1,
            false if self.for_answers => request + self.best_effort,
            false => request,
        }
    }

    /// Whether it is one of circuits.
    pub fn is_of_circuits(self, channel: u8) -> bool {
        channel >= self.of_circuits()
    }
}
