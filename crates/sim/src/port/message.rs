//! Messages between the nodes of a crossbar: the orders of a core to its message unit, and the signals between unit and crossbar.
//!
//! ```text
//!                           request lines: NULL, REQ or TRANS, and a data word
//!   core -- Order --> transmitter ------------------------------------> receiver --> core
//!                           response lines: NULL, ACK, NACK or LACK, and a vector of the nodes addressed
//!        <-- Done --- transmitter <------------------------------------ receiver
//! ```
//!
//! Source of the signals: H. Xiao et al. 2012, section 4.3, Figure 7. A transmitter drives its request lines towards the node that it has chosen.
//! Every output depends on registers only, so within a cycle all lines are read before any register changes.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::message::request;

/// A set of nodes of a crossbar, one bit each. At most 64 nodes can send, because the source field of a request word has six bits.
pub type NodeMask = u64;

/// The order of one message instruction to the core's transmitter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Order {
    /// `msg.send`: payload and token.
    Word { payload: u32, token: u8 },
    /// `msg.receive`: as `Word`, but the core gets the answer as a result.
    Query { payload: u32, token: u8 },
    /// `mbox.store` and `mbox.send`: the message at `address`, described by `descriptor`.
    Block {
        address: u32,
        descriptor: u32,
        mode: BlockMode,
    },
}

/// What happens when the first request of a block transfer is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BlockMode {
    /// The transmitter sleeps until the receiver sends LACK, and then asks again.
    Wait,
    /// The instruction ends without having sent anything.
    Try,
    /// As `Try`; in addition, only a receiver that waits for exactly this message grants the request.
    Offer,
}

/// The completion of a message instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// Cycle in which the next instruction may issue.
    pub at: Cycle,
    /// Was the request granted?
    pub granted: bool,
}

/// A change at a node that its core must be told of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The message instruction of this core is complete.
    Sent(usize, Done),
    /// Registers of this node that the core can read have changed.
    Delivered(usize),
}

/// The word on a node's request lines while it drives REQ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RequestWord {
    pub word: u32,
    /// If set, only a receiver that waits for exactly this message grants the request.
    pub is_offer: bool,
}

impl RequestWord {
    /// Is it a request for a block, not for a single-word message or an event?
    pub fn is_block(self) -> bool {
        request::KIND.get(self.word) == 1
    }
}

/// A receiver's answer to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Response {
    /// Request granted.
    Ack,
    /// Request refused.
    Nack,
}

/// The response lines of a node in one cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResponseLines {
    /// The node addressed, and ACK or NACK.
    pub answer: Option<(usize, Response)>,
    /// The nodes to which LACK is driven: they were refused, and may be granted if they ask again.
    pub notified: NodeMask,
}

/// What has changed at a receiver at the end of a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Has a register changed that the core can read from the next cycle on?
    pub delivered: bool,
    /// The node that may send its next block from the next cycle on without a request.
    pub continued: Option<usize>,
}

/// The bytes of a block, in the data memory of the sending core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockData {
    pub address: u32,
    pub bytes: u32,
}

/// The transmitter of a node, as the crossbar sees it.
pub trait TransmitterPort {
    /// The node towards which REQ is driven, if REQ is driven.
    fn asks(&self) -> Option<usize>;

    /// The word on the data lines while REQ is driven.
    fn request(&self) -> RequestWord;

    /// The block that is being requested or transferred.
    fn block(&self) -> BlockData;

    /// ACK or NACK arrives in cycle `now`, while REQ is driven.
    fn answered(&mut self, response: Response, now: Cycle) -> Option<Done>;

    /// In cycle `now` the transmitter drives the last word of a block, and the receiver accepts the next block without a request.
    fn continue_transfer(&mut self, now: Cycle);

    /// LACK from node `from` arrives in cycle `now`. Returns false if no transfer was waiting for it; then the core gets a retry interrupt.
    fn notified(&mut self, from: usize, now: Cycle) -> bool;

    /// The next cycle at whose end the transmitter changes state without an answer.
    fn next_transmission(&self) -> Cycle;

    /// Performs the state change at the end of the cycle that [`Self::next_transmission`] has returned.
    fn end_transmission(&mut self, now: Cycle) -> Option<Done>;
}

/// The receiver of a node, as the crossbar sees it.
pub trait ReceiverPort {
    /// Returns what the response lines carry in cycle `now`. Called once in a cycle, before anything else.
    fn respond(&mut self, now: Cycle) -> ResponseLines;

    /// Returns those of the nodes `requesters`, which drive REQ towards this one, whose request can be sampled in this cycle.
    fn samples(&self, requesters: NodeMask) -> NodeMask;

    /// Samples the request of node `source` in cycle `now`.
    fn sample(&mut self, source: usize, request: RequestWord, now: Cycle);

    /// The node whose block is completely received at the end of cycle `now`.
    fn delivers(&self, _now: Cycle) -> Option<usize> {
        None
    }

    /// Performs the state change at the end of cycle `now`. `data`: the bytes of the block that is completed; `asked`: does a node drive REQ?
    fn end_reception(&mut self, now: Cycle, data: &[u8], asked: bool) -> Progress;

    /// Returns the next cycle, not before `now`, in which the receiver changes state if the nodes `requesters` drive REQ and nothing else changes.
    fn next_reception(&self, now: Cycle, requesters: NodeMask) -> Cycle;

    /// Is the receiver idle until a node drives REQ?
    fn is_at_rest(&self) -> bool;
}

/// The message unit of a core, as the core sees it when it issues an instruction or waits.
pub trait MessagePort {
    /// The pending bits of `mip` that the unit drives.
    fn pending(&self) -> u32;

    /// Reads a CSR of the unit in cycle `now`. `takes`: the instruction has a destination register, so that a read of `mword` removes a word from the
    /// queue.
    fn read_csr(&mut self, number: u16, takes: bool, now: Cycle) -> u32;

    /// Writes a CSR of the unit. A read-only one keeps its value.
    fn write_csr(&mut self, number: u16, value: u32);

    /// Returns the request word of the message at the head of the mailbox buffer, if one has begun to arrive.
    fn head(&self) -> Option<u32>;

    /// Removes the oldest single-word message at the end of cycle `now`, and returns it in the form in which `mword` is read.
    fn take_word(&mut self, now: Cycle) -> Option<u32>;

    /// Returns a description of the block at the head of the mailbox buffer.
    fn next_block(&self) -> Option<ArrivedBlock>;

    /// Frees the block at the head of the mailbox buffer and returns its bytes. `ends`: is it the last block of its message?
    fn take_block(&mut self, ends: bool) -> &[u8];

    /// From the cycle after `now` on, `mbox.match` waits for the message with this request word.
    fn begin_match(&mut self, request: u32, now: Cycle);

    /// Ends the wait of `mbox.match`.
    fn end_match(&mut self);
}

/// A block in a mailbox buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrivedBlock {
    /// The request word, if the block is the first of its message.
    pub header: Option<u32>,
    pub bytes: usize,
}
