//! Messages between the nodes of a crossbar: what a core orders from its message unit, and the lines between unit and crossbar.
//!
//! Source of the lines: H. Xiao et al. 2012, section 4.3, Figure 7. Each node has *request lines* (NULL, REQ or TRANS, with a word of data)
//! towards the node that it has chosen, and *response lines* (NULL, ACK, NACK or LACK) with a vector of the nodes that they are for. Every
//! output depends on registers alone, so within a cycle all lines are read before any register changes.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::message::request;

/// Nodes of a crossbar, one bit each: the source field of a request word has six bits, so there are at most 64 that send.
pub type NodeMask = u64;

/// What a core orders from its transmitter: one message instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// `msg.send`: payload and token.
    Word { payload: u32, token: u8 },
    /// `msg.receive`: as `Word`; the answer matters to the core.
    Query { payload: u32, token: u8 },
    /// `mbox.store` and `mbox.send`: the message at `address`, described by `descriptor`.
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

/// The end of a message instruction, told to the core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// Cycle in which the next instruction may issue.
    pub at: Cycle,
    /// Whether the request was granted.
    pub granted: bool,
}

/// A change at a node that its core must be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The message instruction of the core of this node has been carried out.
    Sent(usize, Done),
    /// The registers of this node that its core sees have changed.
    Delivered(usize),
}

/// What a node drives with REQ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RequestWord {
    pub word: u32,
    /// Granted only to a receiver that waits for exactly this message.
    pub is_offer: bool,
}

impl RequestWord {
    /// Whether it is for a block of a message, not for a single-word message or an event.
    pub fn is_block(self) -> bool {
        request::KIND.get(self.word) == 1
    }
}

/// What a receiver answers to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Response {
    /// Request granted.
    Ack,
    /// Request refused.
    Nack,
}

/// What the response lines of a node carry in one cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResponseLines {
    /// ACK or NACK, and the node that it is for.
    pub answer: Option<(usize, Response)>,
    /// The nodes to which LACK is driven: what was refused to them may be granted now.
    pub notified: NodeMask,
}

/// What the end of a cycle has changed at a receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Something is visible to the core from the next cycle on.
    pub delivered: bool,
    /// The node whose next block is taken from the next cycle on, without a request.
    pub continued: Option<usize>,
}

/// Bytes of a block transfer, in the data memory of the core that sends them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockData {
    pub address: u32,
    pub bytes: u32,
}

/// The transmitting side of a node, as the crossbar sees it.
pub trait TransmitterPort {
    /// The node towards which REQ is driven, if it is.
    fn asks(&self) -> Option<usize>;

    /// What is on the data lines while REQ is driven.
    fn request(&self) -> RequestWord;

    /// The block that the present request or transfer is about.
    fn block(&self) -> BlockData;

    /// ACK or NACK comes in cycle `now`, while REQ is driven.
    fn answered(&mut self, response: Response, now: Cycle) -> Option<Done>;

    /// In cycle `now` the last word of a block is driven, and the receiver takes the next block without a request.
    fn continue_transfer(&mut self, now: Cycle);

    /// LACK comes from node `from` in cycle `now`. False if no transfer was waiting for it; then the core is interrupted.
    fn notified(&mut self, from: usize, now: Cycle) -> bool;

    /// The next cycle at whose end the transmitter changes state without an answer.
    fn next_transmission(&self) -> Cycle;

    /// The end of the cycle `now`, which [`Self::next_transmission`] has named.
    fn end_transmission(&mut self, now: Cycle) -> Option<Done>;
}

/// The receiving side of a node, as the crossbar sees it.
pub trait ReceiverPort {
    /// Drives the response lines in cycle `now`; called once a cycle, before anything else.
    fn respond(&mut self, now: Cycle) -> ResponseLines;

    /// Of the nodes that drive REQ towards this one, those whose request can be sampled in the present cycle.
    fn samples(&self, requesters: NodeMask) -> NodeMask;

    /// Samples the request of node `source` in cycle `now`.
    fn sample(&mut self, source: usize, request: RequestWord, now: Cycle);

    /// The node whose block is delivered at the end of cycle `now`.
    fn delivers(&self, _now: Cycle) -> Option<usize> {
        None
    }

    /// The end of cycle `now`; `data`: the bytes of the block that is delivered; `asked`: whether a node drives REQ.
    fn end_reception(&mut self, now: Cycle, data: &[u8], asked: bool) -> Progress;

    /// The next cycle, not before `now`, in which something happens, if nodes `requesters` drive REQ and nothing else changes.
    fn next_reception(&self, now: Cycle, requesters: NodeMask) -> Cycle;

    /// Whether nothing happens until a node asks.
    fn is_at_rest(&self) -> bool;
}

/// The message unit of a core, as the core sees it when it issues or waits.
pub trait MessagePort {
    /// The pending bits of `mip` that the unit drives.
    fn pending(&self) -> u32;

    /// Reads a control and status register of the unit in cycle `now`. `takes`: the program gets the value, so that reading `mword` takes a word.
    fn read_csr(&mut self, number: u16, takes: bool, now: Cycle) -> u32;

    /// Writes a control and status register of the unit; one that cannot be written keeps its value.
    fn write_csr(&mut self, number: u16, value: u32);

    /// The request word of the message at the head of the mailbox buffer, if one has begun to arrive.
    fn head(&self) -> Option<u32>;

    /// Takes the oldest single-word message at the end of cycle `now`, as a read of `mword` gives it.
    fn take_word(&mut self, now: Cycle) -> Option<u32>;

    /// The block at the head of the mailbox buffer.
    fn next_block(&self) -> Option<ArrivedBlock>;

    /// Frees the block at the head of the mailbox buffer, and returns its bytes. `ends`: it is the last of its message.
    fn take_block(&mut self, ends: bool) -> &[u8];

    /// `mbox.match` waits from the cycle after `now` on for the message with this request word.
    fn begin_match(&mut self, request: u32, now: Cycle);

    /// The wait of `mbox.match` is over.
    fn end_match(&mut self);
}

/// A block in a mailbox buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrivedBlock {
    /// The request word, if this is the first block of its message.
    pub header: Option<u32>,
    pub bytes: usize,
}
