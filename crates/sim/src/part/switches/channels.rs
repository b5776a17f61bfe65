//! The assignment of packets to virtual channels. Circuits never wait for best effort; nor, where answers have channels of their own, do answers wait
//! for requests.
//!
//! ```text
//!   channel   0 .. b-1              b .. 2b-1                     then          last
//!   carries   requests, best        answers to them; absent if    requests      answers
//!             effort (b priorities) they share the requests'      by circuit    by circuit
//! ```
//!
//! A device takes no further request before its answer has left. If answers wait for requests, such waits can therefore form a ring
//! (message-dependent deadlock: J. Duato, S. Yalamanchili and L. Ni, "Interconnection Networks", 2003). docs/contract/switches.md, "Freedom from
//! deadlock", has the argument.

use serde::{Deserialize, Serialize};

/// The virtual channels of every link. Those of circuits exist only where the platform has circuits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Channels {
    /// Channels for requests by best effort: one for all priorities, or one for each.
    best_effort: u8,
    for_answers: bool,
    has_circuits: bool,
}

impl Channels {
    /// Channels for this number of separate priorities (1 if all share a channel).
    pub fn new(priorities: u8, for_answers: bool, has_circuits: bool) -> Channels {
        Channels {
            best_effort: priorities,
            for_answers,
            has_circuits,
        }
    }

    /// The number of virtual channels.
    pub fn count(self) -> usize {
        let circuits = if self.has_circuits { 2 } else { 0 };
        usize::from(self.of_circuits()) + circuits
    }

    /// The channel of a request by best effort with this priority.
    pub fn of_request(self, class: u8) -> u8 {
        class.min(self.best_effort - 1)
    }

    /// The channel of requests by circuit.
    pub fn of_circuits(self) -> u8 {
        self.best_effort * (1 + u8::from(self.for_answers))
    }

    /// The channel of the answer to a request that came in this one.
    pub fn of_answer(self, request: u8) -> u8 {
        match self.is_of_circuits(request) {
            true => request + 1,
            false if self.for_answers => request + self.best_effort,
            false => request,
        }
    }

    /// Whether a channel is one of those for circuits.
    pub fn is_of_circuits(self, channel: u8) -> bool {
        channel >= self.of_circuits()
    }
}
