//! The receiver of a core: answers requests and fills the mailbox buffer, the word queue and the event bits while the core computes.
//!
//! States and timing: docs/contract/timing.md, section 3; source: H. Xiao et al. 2012, sections 4.3, 4.5 and Figure 11.

use crate::part::message_unit::inbox::Inbox;
use crate::platform::Platform;
use crate::port::message::Response;
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
        offer: bool,
        at: Cycle,
    },
    /// Stores the words of a block from `source`; `ends` is the cycle of the last. At the end of `delivers` the block becomes visible.
    Receive {
        source: usize,
        header: Option<u32>,
        delivers: Cycle,
        ends: Cycle,
    },
}

/// What the end of a cycle brought.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// Something is visible to the core from the next cycle on.
    pub delivered: bool,
    /// The node whose next block is taken from the next cycle on, without a request.
    pub continued: Option<usize>,
}

/// Receiving side of a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receiver {
    pub state: State,
    /// Node sampled last, for the multiplexer's round robin.
    pub last_sampled: usize,
    /// The first word comes with the ACK, and words are visible as they come (`crossbar.early_data`).
    early_data: bool,
    /// The node whose message has begun and not ended.
    open: Option<usize>,
    /// Refused nodes, one bit each.
    waiting_for_block: u64,
    waiting_for_word: u64,
    /// Bytes of the open message behind the block being received.
    behind: u32,
    /// The first cycle in which it answered the last request that it sampled, and the cycles in which it was not idle before that.
    since: Cycle,
    busy: u64,
}

impl Receiver {
    /// An idle receiver of a platform's crossbar.
    pub fn new(platform: &Platform) -> Self {
        Receiver {
            state: State::Idle,
            last_sampled: platform.cores.count - 1,
            early_data: platform.crossbar.early_data,
            open: None,
            waiting_for_block: 0,
            waiting_for_word: 0,
            behind: 0,
            since: Cycle(0),
            busy: 0,
        }
    }

    /// Cycles before `now` in which it answered a request or took a block.
    pub fn busy(&self, now: Cycle) -> u64 {
        match self.state {
            State::Idle => self.busy,
            _ => self.busy + now.0.saturating_sub(self.since.0),
        }
    }

    /// The nodes that it has refused, one bit each.
    pub fn refused(&self) -> u64 {
        self.waiting_for_block | self.waiting_for_word
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
        if self.refused() == 0 || matches!(self.state, State::Respond { .. }) {
            return 0;
        }
        let for_block = self.may_send_block(inbox);
        let for_word = self.may_send_word(inbox, now);
        self.waiting_for_block &= !for_block;
        self.waiting_for_word &= !for_word;
        for_block | for_word
    }

    /// Idle samples the request word of node `source` in cycle `now`, and decides.
    pub fn sample(&mut self, source: usize, word: u32, offer: bool, inbox: &Inbox, now: Cycle) {
        let granted = if request::KIND.get(word) == 1 {
            inbox.has_free_block()
                && self.open.is_none_or(|open| open == source)
                && (!offer || inbox.awaits(word, now))
        } else {
            is_event(word) || inbox.has_word_room(now)
        };
        let response = if granted {
            Response::Ack
        } else {
            Response::Nack
        };
        self.last_sampled = source;
        self.since = now + 1;
        self.state = State::Respond {
            source,
            response,
            word,
            offer,
            at: now + 1,
        };
    }

    /// The first cycle, not before `now`, in which something happens by itself, if nothing new is asked and the inbox stays as it is.
    #[inline]
    pub fn next_event(&self, now: Cycle, inbox: &Inbox) -> Cycle {
        match self.state {
            State::Respond { at, .. } => at,
            _ if self.may_send_block(inbox) | self.may_send_word(inbox, now) != 0 => now,
            State::Receive { delivers, .. } if delivers >= now => delivers,
            State::Receive { ends, .. } => ends,
            State::Idle => Cycle::NEVER,
        }
    }

    /// Whether the receiver has nothing to do until a node asks it.
    pub fn is_at_rest(&self) -> bool {
        self.state == State::Idle && self.refused() == 0
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

    /// The node whose block is delivered at the end of cycle `now`.
    pub fn delivering(&self, now: Cycle) -> Option<usize> {
        match self.state {
            State::Receive {
                source, delivers, ..
            } if delivers == now => Some(source),
            State::Respond {
                source,
                response: Response::Ack,
                word,
                at,
                ..
            } if at == now && self.early_data && request::KIND.get(word) == 1 => Some(source),
            _ => None,
        }
    }

    /// The end of cycle `now`; `data`: the bytes of the block that is delivered with it; `asked`: whether a node drives REQ.
    pub fn tick(&mut self, now: Cycle, inbox: &mut Inbox, data: &[u8], asked: bool) -> Progress {
        let progress = self.advance(now, inbox, data, asked);
        if self.state == State::Idle {
            self.busy += now + 1 - self.since;
        }
        progress
    }

    fn advance(&mut self, now: Cycle, inbox: &mut Inbox, data: &[u8], asked: bool) -> Progress {
        match self.state {
            State::Respond {
                source,
                response,
                word,
                offer,
                at,
            } if at == now => {
                self.state = State::Idle;
                self.keep_list(source, response, word, offer);
                Progress {
                    delivered: response == Response::Ack
                        && self.accept(source, word, now, inbox, data),
                    continued: None,
                }
            }
            State::Receive {
                source,
                header,
                delivers,
                ends,
            } => {
                if delivers == now {
                    inbox.deliver(header, data);
                }
                let last = ends == now;
                let continues =
                    last && self.early_data && !asked && self.behind > 0 && inbox.has_free_block();
                if continues {
                    self.begin_block(source, None, self.behind, now + 1, inbox);
                } else if last {
                    self.state = State::Idle;
                }
                Progress {
                    delivered: delivers == now,
                    continued: continues.then_some(source),
                }
            }
            _ => Progress::default(),
        }
    }

    /// Granted or refused, a node is on the list only if it was refused this time; an offer changes nothing there.
    fn keep_list(&mut self, source: usize, response: Response, word: u32, offer: bool) {
        let list = if request::KIND.get(word) == 1 {
            &mut self.waiting_for_block
        } else {
            &mut self.waiting_for_word
        };
        match response {
            Response::Ack => *list &= !(1 << source),
            Response::Nack if offer => {}
            Response::Nack => *list |= 1 << source,
        }
    }

    /// What was granted in cycle `now`; true if something is delivered with it.
    fn accept(
        &mut self,
        source: usize,
        word: u32,
        now: Cycle,
        inbox: &mut Inbox,
        data: &[u8],
    ) -> bool {
        if request::KIND.get(word) == 0 {
            deliver_single(word, inbox);
            return true;
        }
        let header = self.open.is_none().then_some(word);
        let remaining = block::LENGTH.get(word);
        if remaining == 0 || self.early_data {
            inbox.deliver(header, data);
        }
        if remaining > 0 {
            let first = if self.early_data { now } else { now + 1 };
            self.begin_block(source, header, remaining, first, inbox);
            if matches!(self.state, State::Receive { ends, .. } if ends == now) {
                self.state = State::Idle;
            }
        }
        remaining == 0 || self.early_data
    }

    /// The next block of a message of which `remaining` bytes are to come; its first word comes in cycle `first`.
    fn begin_block(
        &mut self,
        source: usize,
        header: Option<u32>,
        remaining: u32,
        first: Cycle,
        inbox: &Inbox,
    ) {
        let bytes = remaining.min(4 * inbox.block_words());
        let ends = first + u64::from(bytes.div_ceil(4) - 1);
        self.behind = remaining - bytes;
        self.open = (self.behind > 0).then_some(source);
        self.state = State::Receive {
            source,
            header,
            delivers: if self.early_data { first } else { ends },
            ends,
        };
    }
}

fn deliver_single(word: u32, inbox: &mut Inbox) {
    if is_event(word) {
        inbox.events |= 1 << (single::TOKEN.get(word) - u32::from(token::EVENT_FIRST));
    } else {
        inbox.deliver_word(word);
    }
}

fn is_event(word: u32) -> bool {
    single::TOKEN.get(word) >= u32::from(token::EVENT_FIRST)
}
