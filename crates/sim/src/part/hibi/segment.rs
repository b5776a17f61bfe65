//! The bus itself: wrappers with FIFOs, and one set of wires that carries a word or its address in each cycle.
//!
//! ```text
//!            the offered wrapper has a word                      next word, same address
//!   Free --------------------------------------> Address ---> Data -------------------------> Data
//!    ^   (offered to one wrapper a cycle)                       |   next word, other address
//!    |                                                          +---------------------------> Address
//!    |   no further word, turn too long, or receiver full       |
//!    +----------------------------------------------------------+   (a refused word is sent again in a later turn)
//! ```
//!
//! Source: E. Salminen et al., "HIBI Communication Network for System-on-Chip", 2006, and the data sheet of HIBI v.3 (Tampere University of
//! Technology, 2011): address and data are multiplexed, the bus is offered to one wrapper a cycle, the length of a turn is limited, and a full
//! receiver ends the turn. The cycles are those of docs/contract/hibi.md.

use super::keys::{Arbitration, Wires as Parameters};
use crate::description::Range;
use crate::port::Addressed;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// A wrapper: the FIFOs between an agent and the bus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Wrapper {
    /// The HIBI addresses whose words it takes.
    range: Range,
    /// Words from its agent. One leaves when another wrapper has taken it.
    send: VecDeque<Addressed>,
    /// Words for its agent.
    receive: VecDeque<Addressed>,
}

/// What the wires carry in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum State {
    /// Nothing. The bus is offered in cycle `since` to wrapper `turn`, then to the others, one a cycle.
    Free { turn: usize, since: Cycle },
    /// The address of the owner's oldest word. `words` of its turn have been sent.
    Address { owner: usize, words: u32 },
    /// The owner's oldest word.
    Data { owner: usize, words: u32 },
}

/// The effect of a cycle, at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The wrapper whose word leaves, and the one that takes it; None for the latter if no wrapper has the address: the word is lost.
    moved: Option<(usize, Option<usize>)>,
    next: State,
}

/// What the bus has carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    pub words: u64,
    /// Cycles in which an address was on the wires.
    pub addresses: u64,
    /// Words that found their receiver full and were sent again.
    pub refused: u64,
    /// Words for addresses that no wrapper has.
    pub lost: u64,
}

/// The bus with its wrappers, which have the numbers of their agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    wrappers: Vec<Wrapper>,
    state: State,
    send_words: usize,
    receive_words: usize,
    longest_turn: u32,
    arbitration: Arbitration,
    pub traffic: Traffic,
}

impl Segment {
    /// An idle bus with a wrapper for each range of addresses.
    pub fn new(parameters: &Parameters, ranges: Vec<Range>) -> Self {
        let wrapper = |range| Wrapper {
            range,
            send: VecDeque::new(),
            receive: VecDeque::new(),
        };
        Segment {
            wrappers: ranges.into_iter().map(wrapper).collect(),
            state: State::Free {
                turn: 0,
                since: Cycle(0),
            },
            send_words: parameters.send_words,
            receive_words: parameters.receive_words,
            longest_turn: parameters.longest_turn,
            arbitration: parameters.arbitration,
            traffic: Traffic::default(),
        }
    }

    /// Whether the send FIFO of an agent has room.
    pub fn has_room(&self, agent: usize) -> bool {
        self.wrappers[agent].send.len() < self.send_words
    }

    /// Puts a word into the send FIFO of an agent.
    pub fn send(&mut self, agent: usize, word: Addressed) {
        self.wrappers[agent].send.push_back(word);
    }

    /// The oldest word for an agent.
    pub fn received(&self, agent: usize) -> Option<Addressed> {
        self.wrappers[agent].receive.front().copied()
    }

    /// Removes the oldest word for an agent.
    pub fn take(&mut self, agent: usize) {
        self.wrappers[agent].receive.pop_front();
    }

    /// Whether the wires carry nothing and no word waits.
    pub fn is_idle(&self) -> bool {
        let is_free = matches!(self.state, State::Free { .. });
        is_free && self.wrappers.iter().all(|wrapper| wrapper.send.is_empty())
    }

    /// Whether no word can be moved, unless an agent takes one.
    pub fn is_stuck(&self) -> bool {
        let has_way = |word: &Addressed| !self.is_refused(*word);
        let mut oldest = self.wrappers.iter().filter_map(|w| w.send.front());
        !oldest.any(has_way)
    }

    /// The owner of the wires and what is on them, as a waveform shows it: 0 nothing, 1 an address, 2 a word.
    pub fn wires(&self) -> (usize, u64, u32) {
        match self.state {
            State::Free { .. } => (0, 0, 0),
            State::Address { owner, .. } => (owner, 1, self.oldest(owner).address),
            State::Data { owner, .. } => (owner, 2, self.oldest(owner).data),
        }
    }

    /// Words in both FIFOs of a wrapper.
    pub fn fill(&self, agent: usize) -> (usize, usize) {
        let wrapper = &self.wrappers[agent];
        (wrapper.send.len(), wrapper.receive.len())
    }

    /// Decides the effect of cycle `now` from the registers at its start.
    pub fn decide(&self, now: Cycle) -> Step {
        match self.state {
            State::Free { turn, since } => Step {
                moved: None,
                next: self.offered(turn, since, now),
            },
            State::Address { owner, words } => Step {
                moved: None,
                next: State::Data { owner, words },
            },
            State::Data { owner, words } => self.carry(owner, words, now),
        }
    }

    /// Ends the cycle, after the agents have acted in it.
    pub fn apply(&mut self, step: Step) {
        match self.state {
            State::Address { .. } => self.traffic.addresses += 1,
            State::Data { .. } if step.moved.is_none() => self.traffic.refused += 1,
            _ => {}
        }
        if let Some((owner, taker)) = step.moved {
            let word = self.wrappers[owner].send.pop_front();
            match (word, taker) {
                (Some(word), Some(taker)) => {
                    self.wrappers[taker].receive.push_back(word);
                    self.traffic.words += 1;
                }
                _ => self.traffic.lost += 1,
            }
        }
        self.state = step.next;
    }

    fn oldest(&self, owner: usize) -> Addressed {
        self.wrappers[owner].send[0]
    }

    fn taker(&self, address: u32) -> Option<usize> {
        let takes = |wrapper: &Wrapper| wrapper.range.contains(address, 4);
        self.wrappers.iter().position(takes)
    }

    fn is_refused(&self, word: Addressed) -> bool {
        let is_full = |taker: usize| self.wrappers[taker].receive.len() >= self.receive_words;
        self.taker(word.address).is_some_and(is_full)
    }

    /// Offers the free bus: the wrapper that it is offered to takes it if it has a word.
    fn offered(&self, turn: usize, since: Cycle, now: Cycle) -> State {
        let passed = match self.arbitration {
            Arbitration::RoundRobin => (now - since) as usize,
            Arbitration::Immediate => 0,
        };
        let taken = self.taken(turn + passed, None);
        taken.unwrap_or(State::Free { turn, since })
    }

    /// The state after the bus has been offered in a cycle, if a wrapper takes it: round robin offers it to the one whose turn it is, immediate
    /// arbitration to all from that one on; never to `last`, which has just had it.
    fn taken(&self, turn: usize, last: Option<usize>) -> Option<State> {
        let count = self.wrappers.len();
        let offers = match self.arbitration {
            Arbitration::RoundRobin => 1,
            Arbitration::Immediate => count,
        };
        let has_word =
            |wrapper: &usize| last != Some(*wrapper) && !self.wrappers[*wrapper].send.is_empty();
        let mut offered = (turn..turn + offers).map(|place| place % count);
        let owner = offered.find(has_word)?;
        Some(State::Address { owner, words: 0 })
    }

    /// Decides the end of a cycle with the owner's oldest word on the wires.
    fn carry(&self, owner: usize, words: u32, now: Cycle) -> Step {
        let word = self.oldest(owner);
        if self.is_refused(word) {
            return Step {
                moved: None,
                next: self.released(owner, now),
            };
        }
        let words = words + 1;
        let next = match self.wrappers[owner].send.get(1) {
            Some(_) if words >= self.longest_turn => self.released(owner, now),
            Some(next) if next.address == word.address => State::Data { owner, words },
            Some(_) => State::Address { owner, words },
            None => self.released(owner, now),
        };
        Step {
            moved: Some((owner, self.taker(word.address))),
            next,
        }
    }

    /// Ends a turn: in its last cycle the bus is offered to the next wrapper.
    fn released(&self, owner: usize, now: Cycle) -> State {
        let next = match self.arbitration {
            Arbitration::RoundRobin => owner + 2,
            Arbitration::Immediate => owner + 1,
        };
        let free = State::Free {
            turn: next % self.wrappers.len(),
            since: now + 1,
        };
        self.taken(owner + 1, Some(owner)).unwrap_or(free)
    }
}
