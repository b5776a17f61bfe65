//! The transmitter of a core: puts requests and data on the crossbar for one message instruction at a time.
//!
//! States and timing: docs/contract/timing.md, section 3; source: H. Xiao et al. 2012, sections 4.3, 4.5 and Figure 12.

use crate::platform::{HandOver, Platform};
use crate::port::message::Response;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::message::{block, request, single, token};

/// What the core wants sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// msg.send: payload and token.
    Word { payload: u32, token: u8 },
    /// msg.receive: as `Word`; the answer matters to the core.
    Query { payload: u32, token: u8 },
    /// mbox.store and mbox.send: the message at `address`, described by `descriptor`.
    Block {
        address: u32,
        descriptor: u32,
        mode: BlockMode,
    },
}

/// What becomes of a block transfer whose first request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BlockMode {
    /// The transmitter sleeps and asks again.
    Wait,
    /// The instruction ends.
    Try,
    /// As `Try`; and the request is granted only to a receiver that waits for exactly this message.
    Offer,
}

/// What the transmitter does in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum State {
    /// Drives NULL.
    Idle,
    /// Drives REQ and the request word until it is answered.
    Request,
    /// Drives TRANS and a word of data; `ends` is the cycle of the last word of the block.
    Transfer { ends: Cycle },
    /// Refused; drives NULL until it sees LACK.
    Sleep,
    /// `until` is the last cycle of waking.
    Wake { until: Cycle },
}

/// The end of a message instruction, told to the core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// Cycle in which the next instruction may issue.
    pub at: Cycle,
    /// Whether the request was granted.
    pub granted: bool,
}

/// Sending side of a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transmitter {
    node: usize,
    sync_node: usize,
    block_words: u32,
    wake: u64,
    /// Data follow the request at once (`crossbar.early_data`): the first word is driven in the cycle of the ACK.
    early_data: bool,
    /// The LACK of a lock hands it over (`sync.hand_over`): there is nothing to ask again.
    granted_by_notice: bool,
    pub state: State,
    order: Order,
    destination: usize,
    /// Bytes of the message that have not been transferred.
    remaining: u32,
    /// Where those bytes begin.
    address: u32,
    /// Whether a block of the message has been accepted.
    begun: bool,
    pub messages_sent: u64,
    pub bytes_sent: u64,
}

impl Transmitter {
    /// The idle transmitter of core `node`.
    pub fn new(node: usize, platform: &Platform) -> Self {
        Transmitter {
            node,
            sync_node: platform.sync_node(),
            block_words: platform.cores.mailbox.block_words as u32,
            wake: platform.cores.groups[0].timing.wake,
            early_data: platform.crossbar.early_data,
            granted_by_notice: platform.sync.hand_over == HandOver::Grant,
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

    /// A message instruction issues: REQ is driven from this cycle on.
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

    /// The receiver that the present order is for.
    pub fn destination(&self) -> usize {
        self.destination
    }

    /// What is being sent.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Whether the order is for the synchronization controller.
    pub fn addresses_sync(&self) -> bool {
        self.destination == self.sync_node
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

    /// Whether the request is granted only to a receiver that waits for exactly this message.
    pub fn is_offer(&self) -> bool {
        let offers = matches!(
            self.order,
            Order::Block {
                mode: BlockMode::Offer,
                ..
            }
        );
        offers && !self.begun
    }

    /// Bytes of the block that the present request or transfer is about.
    pub fn block_bytes(&self) -> u32 {
        match self.order {
            Order::Block { .. } => self.remaining.min(4 * self.block_words),
            _ => 0,
        }
    }

    /// Where the bytes of that block begin.
    pub fn block_address(&self) -> u32 {
        self.address
    }

    /// The next cycle, not before `now`, in which the transmitter changes state by itself.
    #[inline]
    pub fn next_event(&self) -> Cycle {
        match self.state {
            State::Transfer { ends } => ends,
            State::Wake { until } => until,
            State::Idle | State::Request | State::Sleep => Cycle::NEVER,
        }
    }

    /// The response lines carry an answer in cycle `now`, while REQ is driven.
    pub fn answered(&mut self, response: Response, now: Cycle) -> Option<Done> {
        match (response, self.order) {
            (Response::Ack, Order::Block { .. }) if self.remaining > 0 => {
                self.begun = true;
                self.begin_transfer(if self.early_data { now } else { now + 1 });
                self.tick(now)
            }
            (Response::Ack, _) => self.finish(now + 1, true),
            (
                Response::Nack,
                Order::Block {
                    mode: BlockMode::Try | BlockMode::Offer,
                    ..
                },
            ) if !self.begun => self.finish(now + 1, false),
            (Response::Nack, Order::Query { .. }) if self.addresses_sync() => {
                self.finish(now + 1, false)
            }
            (Response::Nack, _) => {
                self.state = State::Sleep;
                None
            }
        }
    }

    /// The first word of a block is driven in cycle `first`.
    fn begin_transfer(&mut self, first: Cycle) {
        let words = self.block_bytes().div_ceil(4);
        self.state = State::Transfer {
            ends: first + u64::from(words - 1),
        };
    }

    /// In cycle `now` the last word of a block is driven, and the receiver takes the next block without being asked.
    pub fn continue_transfer(&mut self, now: Cycle) {
        self.advance_block();
        self.begin_transfer(now + 1);
    }

    fn advance_block(&mut self) {
        let bytes = self.block_bytes();
        self.remaining -= bytes;
        self.address = self.address.wrapping_add(bytes);
    }

    /// Node `from` drives LACK in cycle `now`. True if that wakes the transmitter.
    pub fn notified(&mut self, from: usize, now: Cycle) -> bool {
        let wakes = self.state == State::Sleep && self.destination == from;
        if wakes {
            self.state = State::Wake {
                until: now + self.wake,
            };
        }
        wakes
    }

    /// The end of cycle `now`: the last word of a block has been driven, or the last cycle of waking is over.
    pub fn tick(&mut self, now: Cycle) -> Option<Done> {
        match self.state {
            State::Transfer { ends } if ends == now => {
                self.advance_block();
                if self.remaining == 0 {
                    return self.finish(now + 1, true);
                }
                self.state = State::Request;
                None
            }
            State::Wake { until } if until == now && self.has_been_served() => {
                self.finish(now + 1, true)
            }
            State::Wake { until } if until == now => {
                self.state = State::Request;
                None
            }
            _ => None,
        }
    }

    /// Whether the notice was all there was to wait for: the controller has counted a core that waits at a barrier, and may have
    /// handed over a lock.
    fn has_been_served(&self) -> bool {
        let Order::Word { token, .. } = self.order else {
            return false;
        };
        let served =
            token == token::BARRIER || token == token::LOCK_ACQUIRE && self.granted_by_notice;
        self.addresses_sync() && served
    }

    fn finish(&mut self, at: Cycle, granted: bool) -> Option<Done> {
        self.state = State::Idle;
        if granted && !self.addresses_sync() {
            self.messages_sent += 1;
            if let Order::Block { descriptor, .. } = self.order {
                self.bytes_sent += u64::from(block::LENGTH.get(descriptor));
            }
        }
        Some(Done { at, granted })
    }
}
