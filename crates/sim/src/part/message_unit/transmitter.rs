//! The transmitter: drives requests and data onto the crossbar, for one message instruction at a time.
//!
//! ```text
//!          order              ACK, words to send           last word of the message / done
//!   Idle -------> Request ------------------------> Transfer -------------------------------> Idle
//!                 |  |  ^                            |    |
//!                 |  |  +---- more words to send ----+    +--> Transfer: the receiver takes the next block without
//!                 |  |                                         a request (early data)
//!                 |  +--> Idle: ACK without words; NACK of a try, or of msg.receive to SYNC / done
//!                 |
//!                 | NACK           LACK           after `wake` cycles
//!                 +-------> Sleep ------> Wake --+-------------------> Request
//!                                                +-------------------> Idle: served / done
//! ```
//!
//! "Served" means that the LACK itself ends the instruction: at a barrier, and for a lock that the controller has handed over. States and timing:
//! docs/contract/message-unit.md, "Transmitter"; source: H. Xiao et al. 2012, sections 4.3, 4.5 and Figure 12.

use super::{MessageUnit, Parameters};
use crate::port::{BlockData, BlockMode, Done, Order, RequestWord, Response, TransmitterPort};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::message::{block, request, single, token};

/// What the transmitter does in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum State {
    /// Drives NULL.
    Idle,
    /// Drives REQ and the request word until the receiver answers.
    Request,
    /// Drives TRANS and a word of data; `ends` is the cycle of the last word of the block.
    Transfer { ends: Cycle },
    /// Refused: drives NULL until it sees LACK of the receiver.
    Sleep,
    /// Wakes up; `until` is the last cycle of that.
    Wake { until: Cycle },
}

/// The sending side of a message unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transmitter {
    node: usize,
    parameters: Parameters,
    pub state: State,
    order: Order,
    pub destination: usize,
    /// Bytes of the message that have not been transferred.
    remaining: u32,
    /// Address of the first of those bytes in the data memory.
    address: u32,
    /// Whether a block of the message has been accepted.
    begun: bool,
    messages_sent: u64,
    bytes_sent: u64,
}

impl Transmitter {
    /// The idle transmitter of core `node`.
    pub fn new(node: usize, parameters: &Parameters) -> Self {
        Transmitter {
            node,
            parameters: *parameters,
            state: State::Idle,
            order: Order::Word {
                payload: 0,
                token: 0,
            },
            destination: 0,
            remaining: 0,
            address: 0,
            begun: false,
            messages_sent: 0,
            bytes_sent: 0,
        }
    }

    /// Starts a message instruction: REQ is driven from this cycle on.
    pub fn start(&mut self, order: Order, destination: usize) {
        self.order = order;
        self.destination = destination;
        self.begun = false;
        if let Order::Block {
            address,
            descriptor,
            ..
        } = order
        {
            self.remaining = block::LENGTH.get(descriptor);
            self.address = address;
        }
        self.state = State::Request;
    }

    /// Messages, and bytes of blocks, that other cores have accepted.
    pub fn sent(&self) -> (u64, u64) {
        (self.messages_sent, self.bytes_sent)
    }

    fn addresses_sync(&self) -> bool {
        self.destination == self.parameters.sync_node
    }

    /// The request word on the data lines while REQ is driven.
    pub fn request_word(&self) -> u32 {
        let source = request::SOURCE.put(self.node as u32);
        match self.order {
            Order::Word { payload, token } | Order::Query { payload, token } => {
                source | single::TOKEN.put(u32::from(token)) | single::PAYLOAD.put(payload)
            }
            Order::Block { descriptor, .. } => {
                let label = block::LABEL.put(block::LABEL.get(descriptor));
                request::KIND.put(1) | source | label | block::LENGTH.put(self.remaining)
            }
        }
    }

    /// Whether a refusal of the present request ends the instruction: for the modes *try* and *offer* before the first block is accepted, and for
    /// msg.receive to the synchronization controller.
    fn gives_up(&self) -> bool {
        match self.order {
            Order::Word { .. } => false,
            Order::Query { .. } => self.addresses_sync(),
            Order::Block { mode, .. } => !self.begun && mode != BlockMode::Wait,
        }
    }

    /// Begins to send a block: its first word is driven in cycle `first`.
    fn begin_transfer(&mut self, first: Cycle) {
        let words = self.present_block().bytes.div_ceil(4);
        self.state = State::Transfer {
            ends: first + u64::from(words - 1),
        };
    }

    /// The block of the present request or transfer; no bytes for a single-word message.
    fn present_block(&self) -> BlockData {
        let is_block = matches!(self.order, Order::Block { .. });
        BlockData {
            address: self.address,
            bytes: if is_block {
                self.remaining.min(4 * self.parameters.block_words)
            } else {
                0
            },
        }
    }

    /// Moves on to the next block of the message.
    fn advance_block(&mut self) {
        let bytes = self.present_block().bytes;
        self.remaining -= bytes;
        self.address = self.address.wrapping_add(bytes);
    }

    /// Finishes the order if it is done; otherwise requests the next block.
    fn go_on(&mut self, is_done: bool, now: Cycle) -> Option<Done> {
        if is_done {
            return Some(self.finish(now + 1, true));
        }
        self.state = State::Request;
        None
    }

    /// Whether a LACK ends the instruction, so that nothing need be requested again: the controller has counted a core that waits at a barrier, and
    /// may have handed over a lock.
    fn has_been_served(&self) -> bool {
        let Order::Word { token, .. } = self.order else {
            return false;
        };
        let by_notice = self.parameters.granted_by_notice;
        let served = token == token::BARRIER || token == token::LOCK_ACQUIRE && by_notice;
        self.addresses_sync() && served
    }

    /// Ends the instruction: the core's next one issues in cycle `at`. Counts a granted message to another core.
    fn finish(&mut self, at: Cycle, granted: bool) -> Done {
        self.state = State::Idle;
        if granted && !self.addresses_sync() {
            self.messages_sent += 1;
            if let Order::Block { descriptor, .. } = self.order {
                self.bytes_sent += u64::from(block::LENGTH.get(descriptor));
            }
        }
        Done { at, granted }
    }

    /// Acts on an ACK in cycle `now`.
    fn granted(&mut self, now: Cycle) -> Option<Done> {
        if self.present_block().bytes == 0 {
            return Some(self.finish(now + 1, true));
        }
        self.begun = true;
        self.begin_transfer(if self.parameters.early_data {
            now
        } else {
            now + 1
        });
        self.end_cycle(now)
    }

    /// Acts on a NACK in cycle `now`.
    fn refused(&mut self, now: Cycle) -> Option<Done> {
        if self.gives_up() {
            return Some(self.finish(now + 1, false));
        }
        self.state = State::Sleep;
        None
    }

    /// Ends cycle `now`, if it is the last of a transfer or of waking.
    fn end_cycle(&mut self, now: Cycle) -> Option<Done> {
        match self.state {
            State::Transfer { ends } if ends == now => {
                self.advance_block();
                self.go_on(self.remaining == 0, now)
            }
            State::Wake { until } if until == now => self.go_on(self.has_been_served(), now),
            _ => None,
        }
    }
}

impl TransmitterPort for MessageUnit {
    #[inline]
    fn asks(&self) -> Option<usize> {
        let transmitter = &self.transmitter;
        (transmitter.state == State::Request).then_some(transmitter.destination)
    }

    fn request(&self) -> RequestWord {
        let Transmitter { order, begun, .. } = self.transmitter;
        let is_offer = match order {
            Order::Block { mode, .. } => mode == BlockMode::Offer && !begun,
            Order::Word { .. } | Order::Query { .. } => false,
        };
        RequestWord {
            word: self.transmitter.request_word(),
            is_offer,
        }
    }

    fn block(&self) -> BlockData {
        self.transmitter.present_block()
    }

    fn answered(&mut self, response: Response, now: Cycle) -> Option<Done> {
        match response {
            Response::Ack => self.transmitter.granted(now),
            Response::Nack => self.transmitter.refused(now),
        }
    }

    fn continue_transfer(&mut self, now: Cycle) {
        self.transmitter.advance_block();
        self.transmitter.begin_transfer(now + 1);
    }

    fn notified(&mut self, from: usize, now: Cycle) -> bool {
        let transmitter = &mut self.transmitter;
        let wakes = transmitter.state == State::Sleep && transmitter.destination == from;
        if wakes {
            let until = now + transmitter.parameters.wake;
            transmitter.state = State::Wake { until };
        } else {
            self.retry = true;
        }
        wakes
    }

    #[inline]
    fn next_transmission(&self) -> Cycle {
        match self.transmitter.state {
            State::Transfer { ends } => ends,
            State::Wake { until } => until,
            State::Idle | State::Request | State::Sleep => Cycle::NEVER,
        }
    }

    fn end_transmission(&mut self, now: Cycle) -> Option<Done> {
        self.transmitter.end_cycle(now)
    }
}
