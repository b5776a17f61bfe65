//! The receiver: answers requests and fills the mailbox buffer, the word queue and the event bits while the core computes.
//!
//! ```text
//!            REQ sampled             ACK of a block with words
//!    Idle --------------> Respond ------------------------------> Receive --+
//!     ^                      | NACK, ACK of a word or an event              | last word of the block
//!     +----------------------+----------------------------------------------+
//! ```
//!
//! A refused node goes on a waiting list. Whenever the receiver is not answering, it drives LACK to the listed nodes whose next request could be
//! granted, and takes them off.
//!
//! States and timing: docs/contract/message-unit.md, "Receiver"; source: H. Xiao et al. 2012, sections 4.3, 4.5 and Figure 11.

use super::MessageUnit;
use crate::port::{NodeMask, Progress, ReceiverPort, RequestWord, Response, ResponseLines};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::message::{block, single, token};

/// What the receiver does in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum State {
    /// Samples the multiplexer.
    #[default]
    Idle,
    /// Drives the answer in cycle `at`.
    Respond { answer: Answer, at: Cycle },
    /// Stores the words of a block from `source`. `ends` is the cycle of its last word. The block becomes visible at the end of `delivers`: with its
    /// last word, or with its first if data are early.
    Receive {
        source: usize,
        header: Option<u32>,
        delivers: Cycle,
        ends: Cycle,
    },
}

/// The receiver's decision on a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub source: usize,
    request: RequestWord,
    response: Response,
}

impl Answer {
    /// The code on the response lines: 1 is ACK, 2 NACK.
    pub fn lines(&self) -> u64 {
        match self.response {
            Response::Ack => 1,
            Response::Nack => 2,
        }
    }
}

/// The receiving side of a message unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receiver {
    pub state: State,
    /// The first word comes with the ACK, and words are visible as they arrive (`crossbar.early_data`).
    early_data: bool,
    /// The node whose message is open: begun, and not ended. Blocks of other nodes are refused meanwhile.
    open: Option<usize>,
    /// Waiting lists: the nodes that were refused a block, and those that were refused a word.
    waiting_for_block: NodeMask,
    waiting_for_word: NodeMask,
    /// Bytes of the open message after the block being received.
    after_block: u32,
    /// The first cycle in which it answered the latest request, and the number of cycles in which it was not idle before that.
    since: Cycle,
    busy: u64,
}

impl Receiver {
    /// An idle receiver.
    pub fn new(early_data: bool) -> Self {
        Receiver {
            early_data,
            ..Receiver::default()
        }
    }

    /// Cycles before `now` in which it answered a request or took a block.
    pub fn busy(&self, now: Cycle) -> u64 {
        match self.state {
            State::Idle => self.busy,
            _ => self.busy + now.0.saturating_sub(self.since.0),
        }
    }

    /// The nodes that it has refused.
    pub fn refused(&self) -> NodeMask {
        self.waiting_for_block | self.waiting_for_word
    }

    /// The nodes refused a block, and the nodes refused a word.
    pub fn waiting(&self) -> [NodeMask; 2] {
        [self.waiting_for_block, self.waiting_for_word]
    }

    /// Updates the waiting lists after an answer: ACK takes the node off its list, NACK puts it on. A refused offer changes nothing.
    fn keep_list(&mut self, answer: Answer) {
        let list = match answer.request.is_block() {
            true => &mut self.waiting_for_block,
            false => &mut self.waiting_for_word,
        };
        match answer.response {
            Response::Ack => *list &= !(1 << answer.source),
            Response::Nack if answer.request.is_offer => {}
            Response::Nack => *list |= 1 << answer.source,
        }
    }

    /// Begins to receive a block of `bytes` bytes, whose first word comes in cycle `first`.
    fn begin_block(&mut self, source: usize, header: Option<u32>, bytes: u32, first: Cycle) {
        let ends = first + u64::from(bytes.div_ceil(4) - 1);
        self.state = State::Receive {
            source,
            header,
            delivers: if self.early_data { first } else { ends },
            ends,
        };
    }
}

impl MessageUnit {
    /// Of the nodes refused a block, returns those whose next request could be granted: while a message is open, only its sender.
    fn may_send_block(&self) -> NodeMask {
        let receiver = &self.receiver;
        match receiver.open {
            _ if !self.mailbox.has_room() => 0,
            Some(node) => receiver.waiting_for_block & 1 << node,
            None => receiver.waiting_for_block,
        }
    }

    /// Of the nodes refused a word message, returns those whose next request could be granted.
    fn may_send_word(&self, now: Cycle) -> NodeMask {
        match self.words.has_room(now) {
            true => self.receiver.waiting_for_word,
            false => 0,
        }
    }

    /// Decides whether a request is granted, by the registers as they are in cycle `now`.
    fn grants(&self, source: usize, request: RequestWord, now: Cycle) -> bool {
        if !request.is_block() {
            return is_event(request.word) || self.words.has_room(now);
        }
        self.mailbox.has_room()
            && self.receiver.open.is_none_or(|open| open == source)
            && (!request.is_offer || self.mailbox.awaits(request.word, now))
    }

    /// Ends the cycle in which an answer was driven.
    fn end_answer(&mut self, answer: Answer, now: Cycle, data: &[u8]) -> Progress {
        self.receiver.state = State::Idle;
        self.receiver.keep_list(answer);
        let delivered = match (answer.response, answer.request.is_block()) {
            (Response::Nack, _) => false,
            (Response::Ack, false) => {
                self.deliver_single(answer.request.word);
                true
            }
            (Response::Ack, true) => self.accept_block(answer, now, data),
        };
        Progress {
            delivered,
            continued: None,
        }
    }

    /// Delivers a single-word message: an event sets its bit, any other goes to the word queue.
    fn deliver_single(&mut self, word: u32) {
        if is_event(word) {
            self.events |= 1 << (single::TOKEN.get(word) - u32::from(token::EVENT_FIRST));
        } else {
            self.words.deliver(word);
        }
    }

    /// Begins to receive a block whose request was granted in cycle `now`. Returns true if it is delivered at once: without words, or with early
    /// data.
    fn accept_block(&mut self, answer: Answer, now: Cycle, data: &[u8]) -> bool {
        let word = answer.request.word;
        let header = self.receiver.open.is_none().then_some(word);
        let remaining = block::LENGTH.get(word);
        let early = self.receiver.early_data;
        if remaining == 0 || early {
            self.mailbox.deliver(header, data);
        }
        if remaining > 0 {
            let first = if early { now } else { now + 1 };
            self.open_block(answer.source, header, remaining, first);
            if matches!(self.receiver.state, State::Receive { ends, .. } if ends == now) {
                self.receiver.state = State::Idle;
            }
        }
        remaining == 0 || early
    }

    /// Begins the next block of a message of which `remaining` bytes are to come; its first word comes in cycle `first`.
    fn open_block(&mut self, source: usize, header: Option<u32>, remaining: u32, first: Cycle) {
        let bytes = remaining.min(self.mailbox.block_bytes());
        self.receiver.after_block = remaining - bytes;
        self.receiver.open = (remaining > bytes).then_some(source);
        self.receiver.begin_block(source, header, bytes, first);
    }

    /// Ends a block whose last word has come in cycle `now`. Returns the node whose next block is taken without a request, if one is.
    fn end_block(&mut self, source: usize, now: Cycle, asked: bool) -> Option<usize> {
        let after_block = self.receiver.after_block;
        let may_continue = self.receiver.early_data && !asked;
        let continues = may_continue && after_block > 0 && self.mailbox.has_room();
        if continues {
            self.open_block(source, None, after_block, now + 1);
        } else {
            self.receiver.state = State::Idle;
        }
        continues.then_some(source)
    }

    /// Advances the state machine at the end of cycle `now`. `data` are the bytes of the block that is delivered; `asked`: a node drives REQ.
    fn advance_receiver(&mut self, now: Cycle, data: &[u8], asked: bool) -> Progress {
        match self.receiver.state {
            State::Respond { answer, at } if at == now => self.end_answer(answer, now, data),
            State::Receive {
                source,
                header,
                delivers,
                ends,
            } => {
                let delivered = delivers == now;
                if delivered {
                    self.mailbox.deliver(header, data);
                }
                let ended = ends == now;
                let continued = ended.then(|| self.end_block(source, now, asked)).flatten();
                Progress {
                    delivered,
                    continued,
                }
            }
            _ => Progress::default(),
        }
    }
}

impl ReceiverPort for MessageUnit {
    fn respond(&mut self, now: Cycle) -> ResponseLines {
        let answer = match self.receiver.state {
            State::Respond { answer, at } if at == now => Some((answer.source, answer.response)),
            _ => None,
        };
        let is_answering = matches!(self.receiver.state, State::Respond { .. });
        if is_answering || self.receiver.refused() == 0 {
            return ResponseLines {
                answer,
                notified: 0,
            };
        }
        let (for_block, for_word) = (self.may_send_block(), self.may_send_word(now));
        self.receiver.waiting_for_block &= !for_block;
        self.receiver.waiting_for_word &= !for_word;
        ResponseLines {
            answer,
            notified: for_block | for_word,
        }
    }

    #[inline]
    fn samples(&self, requesters: NodeMask) -> NodeMask {
        match self.receiver.state {
            State::Idle => requesters,
            _ => 0,
        }
    }

    fn sample(&mut self, source: usize, request: RequestWord, now: Cycle) {
        let response = match self.grants(source, request, now) {
            true => Response::Ack,
            false => Response::Nack,
        };
        self.receiver.since = now + 1;
        self.receiver.state = State::Respond {
            answer: Answer {
                source,
                request,
                response,
            },
            at: now + 1,
        };
    }

    fn delivers(&self, now: Cycle) -> Option<usize> {
        match self.receiver.state {
            State::Receive {
                source, delivers, ..
            } if delivers == now => Some(source),
            State::Respond { answer, at } if at == now => {
                let with_answer = self.receiver.early_data
                    && answer.response == Response::Ack
                    && answer.request.is_block();
                with_answer.then_some(answer.source)
            }
            _ => None,
        }
    }

    fn end_reception(&mut self, now: Cycle, data: &[u8], asked: bool) -> Progress {
        if self.receiver.state == State::Idle {
            return Progress::default();
        }
        let progress = self.advance_receiver(now, data, asked);
        if self.receiver.state == State::Idle {
            self.receiver.busy += now + 1 - self.receiver.since;
        }
        progress
    }

    #[inline]
    fn next_reception(&self, now: Cycle, requesters: NodeMask) -> Cycle {
        match self.receiver.state {
            State::Idle if requesters != 0 => now,
            State::Respond { at, .. } => at,
            _ if self.may_send_block() | self.may_send_word(now) != 0 => now,
            State::Receive { delivers, .. } if delivers >= now => delivers,
            State::Receive { ends, .. } => ends,
            State::Idle => Cycle::NEVER,
        }
    }

    fn is_at_rest(&self) -> bool {
        self.receiver.state == State::Idle && self.receiver.refused() == 0
    }
}

fn is_event(word: u32) -> bool {
    single::TOKEN.get(word) >= u32::from(token::EVENT_FIRST)
}
