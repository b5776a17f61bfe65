//! The receiver of a core: answers requests and fills the mailbox buffer, the word queue and the event bits while the core computes.
//!
//! States and timing: docs/timing.md, section 3; source: H. Xiao et al. 2012, sections 4.3, 4.5 and Figure 11.

use super::Response;
use crate::core::inbox::Inbox;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::message::{block, request, single, token};

/// What the receiver does in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum State {
    /// Samples the multiplexer.
    Idle,
    /// Drives the answer to node `source`; `at` is the cycle.
    Respond {
        source: usize,
        response: Response,
        word: u32,
        at: Cycle,
    },
    /// Stores the words of a block from `source`; `ends` is the cycle of the last.
    Receive {
        source: usize,
        header: Option<u32>,
        ends: Cycle,
    },
}

/// Receiving side of a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receiver {
    pub state: State,
    /// Node sampled last, for the multiplexer's round robin.
    pub last_sampled: usize,
    /// The node whose message has begun and not ended.
    open: Option<usize>,
    /// Refused nodes, one bit each.
    waiting_for_block: u64,
    waiting_for_word: u64,
}

impl Receiver {
    /// An idle receiver in a network of `nodes` cores.
    pub fn new(nodes: usize) -> Self {
        Receiver {
            state: State::Idle,
            last_sampled: nodes - 1,
            open: None,
            waiting_for_block: 0,
            waiting_for_word: 0,
        }
    }

    /// What is driven in cycle `now` towards a node that has asked.
    pub fn response(&self, now: Cycle) -> Option<(usize, Response)> {
        match self.state {
            State::Respond {
                source,
                response,
                at,
                ..
            } if at == now => Some((source, response)),
            _ => None,
        }
    }

    /// The nodes to which LACK is driven in this cycle; they are taken off the lists. Call before anything changes the inbox.
    pub fn notify(&mut self, inbox: &Inbox, now: Cycle) -> u64 {
        if (self.waiting_for_block | self.waiting_for_word) == 0
            || matches!(self.state, State::Respond { .. })
        {
            return 0;
        }
        let for_block = self.may_send_block(inbox);
        let for_word = self.may_send_word(inbox, now);
        self.waiting_for_block &= !for_block;
        self.waiting_for_word &= !for_word;
        for_block | for_word
    }

    /// Idle samples the request word of node `source` in cycle `now`, and decides.
    pub fn sample(&mut self, source: usize, word: u32, inbox: &Inbox, now: Cycle) {
        let granted = if request::KIND.get(word) == 1 {
            inbox.has_free_block() && self.open.is_none_or(|open| open == source)
        } else {
            is_event(word) || inbox.has_word_room(now)
        };
        let response = if granted {
            Response::Ack
        } else {
            Response::Nack
        };
        self.last_sampled = source;
        self.state = State::Respond {
            source,
            response,
            word,
            at: now + 1,
        };
    }

    /// The first cycle, not before `now`, in which something happens by itself, if nothing new is asked and the inbox stays as it is.
    #[inline]
    pub fn next_event(&self, now: Cycle, inbox: &Inbox) -> Cycle {
        match self.state {
            State::Respond { at, .. } => at,
            _ if self.may_send_block(inbox) | self.may_send_word(inbox, now) != 0 => now,
            State::Receive { ends, .. } => ends,
            State::Idle => Cycle::NEVER,
        }
    }

    /// Whether the receiver has nothing to do until a node asks it.
    pub fn is_at_rest(&self) -> bool {
        self.state == State::Idle && (self.waiting_for_block | self.waiting_for_word) == 0
    }

    /// Of the nodes refused a block, those whose next request could be granted: while a message is open, only its sender's.
    fn may_send_block(&self, inbox: &Inbox) -> u64 {
        match self.open {
            _ if !inbox.has_free_block() => 0,
            Some(node) => self.waiting_for_block & 1 << node,
            None => self.waiting_for_block,
        }
    }

    /// Of the nodes refused a word message, those whose next request could be granted.
    fn may_send_word(&self, inbox: &Inbox, now: Cycle) -> u64 {
        if inbox.has_word_room(now) {
            self.waiting_for_word
        } else {
            0
        }
    }

    /// The node whose block ends with cycle `now`.
    pub fn ending_transfer(&self, now: Cycle) -> Option<usize> {
        match self.state {
            State::Receive { source, ends, .. } if ends == now => Some(source),
            _ => None,
        }
    }

    /// The end of cycle `now`; `data`: the bytes of the block that ends with it. True if something was delivered.
    pub fn tick(&mut self, now: Cycle, inbox: &mut Inbox, data: &[u8]) -> bool {
        match self.state {
            State::Respond {
                source,
                response,
                word,
                at,
            } if at == now => self.after_response(source, response, word, now, inbox),
            State::Receive { header, ends, .. } if ends == now => {
                inbox.deliver(header, data);
                self.state = State::Idle;
                true
            }
            _ => false,
        }
    }

    fn after_response(
        &mut self,
        source: usize,
        response: Response,
        word: u32,
        now: Cycle,
        inbox: &mut Inbox,
    ) -> bool {
        self.state = State::Idle;
        let is_block = request::KIND.get(word) == 1;
        let list = if is_block {
            &mut self.waiting_for_block
        } else {
            &mut self.waiting_for_word
        };
        // Granted or refused, the node is on the list only if it was refused this time.
        *list &= !(1 << source);
        match response {
            Response::Nack => *list |= 1 << source,
            Response::Ack if is_block => return self.accept_block(source, word, now, inbox),
            Response::Ack if is_event(word) => {
                inbox.events |= 1 << (single::TOKEN.get(word) - u32::from(token::EVENT_FIRST));
                return true;
            }
            Response::Ack => {
                inbox.deliver_word(word);
                return true;
            }
        }
        false
    }

    fn accept_block(&mut self, source: usize, word: u32, now: Cycle, inbox: &mut Inbox) -> bool {
        let header = self.open.is_none().then_some(word);
        let remaining = block::LENGTH.get(word);
        if remaining == 0 {
            inbox.deliver(header, &[]);
            return true;
        }
        let words = remaining.div_ceil(4).min(inbox.block_words());
        self.open = (remaining > 4 * inbox.block_words()).then_some(source);
        self.state = State::Receive {
            source,
            header,
            ends: now + u64::from(words),
        };
        false
    }
}

fn is_event(word: u32) -> bool {
    single::TOKEN.get(word) >= u32::from(token::EVENT_FIRST)
}
