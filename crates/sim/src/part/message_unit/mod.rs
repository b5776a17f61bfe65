//! The message unit of a core: its node on the crossbar.
//!
//! ```text
//!                message instructions                        CSRs, mbox.load, mbox.match
//!   core ------------------+-----------------------------------------+------------- core
//!                          v                                         ^
//!                    +-------------+                     +-----------+-----------+
//!                    | transmitter |                     | mailbox buffer,       |
//!                    +------+------+                     | word queue, events    |
//!                           |                            +-----------^-----------+
//!                           | REQ, TRANS, data                       |
//!                           v                                  +-----+----+
//!   crossbar ---------------+-----------------  data --------->| receiver |
//!                           ^                                  +-----+----+
//!                           +------- ACK, NACK, LACK ----------------+
//! ```
//!
//! Source: H. Xiao et al. 2012, sections 4.2 to 4.5; states and timing: docs/contract/timing.md, section 3. Every output depends on registers
//! alone, so the order in which units are advanced within a cycle does not matter as long as all lines are read before any register
//! changes.

mod mailbox;
mod receiver;
mod show;
mod transmitter;
mod words;

use crate::port::{replace_half, ArrivedBlock, MessageCounts, MessagePort, NodeMask, Order};
use crate::units::Cycle;
use mailbox::MailboxBuffer;
use receiver::Receiver;
use serde::{Deserialize, Serialize};
use transmitter::Transmitter;
use weft_isa::message::{cause, csr};
use words::WordQueue;

/// A message unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageUnit {
    transmitter: Transmitter,
    receiver: Receiver,
    mailbox: MailboxBuffer,
    words: WordQueue,
    /// 64 event bits, and which of them raise the event interrupt.
    events: u64,
    event_mask: u64,
    /// A LACK has come for which no transfer was waiting: the retry interrupt.
    retry: bool,
    /// Messages and bytes taken by `mbox.load` and `mbox.match`.
    messages_received: u64,
    bytes_received: u64,
}

/// What the message units of a chip have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameters {
    /// Blocks that the mailbox holds.
    pub blocks: usize,
    /// Words of a block.
    pub block_words: u32,
    /// Single words that the word queue holds.
    pub word_queue: usize,
    /// The synchronization controller's node.
    pub sync_node: usize,
    /// Cycles that waking a sleeping transmitter takes.
    pub wake: u64,
    /// Whether data follow a request at once (`crossbar.early_data`): the first word is driven in the cycle of the ACK.
    pub early_data: bool,
    /// Whether a notice from the synchronization controller says that a lock is the core's (`sync.hand_over`): there is nothing to ask
    /// again.
    pub granted_by_notice: bool,
}

impl MessageUnit {
    /// The unit of core `node`, with empty buffers.
    pub fn new(node: usize, parameters: &Parameters) -> Self {
        MessageUnit {
            transmitter: Transmitter::new(node, parameters),
            receiver: Receiver::new(parameters.early_data),
            mailbox: MailboxBuffer::new(parameters.blocks, parameters.block_words),
            words: WordQueue::new(parameters.word_queue),
            events: 0,
            event_mask: 0,
            retry: false,
            messages_received: 0,
            bytes_received: 0,
        }
    }

    /// A message instruction issues: REQ is driven from this cycle on.
    pub fn start(&mut self, order: Order, destination: usize) {
        self.retry = false;
        self.transmitter.start(order, destination);
    }

    /// The node that the present message instruction is for.
    pub fn destination(&self) -> usize {
        self.transmitter.destination
    }

    /// Messages that have been sent as blocks and taken by the other side, and those that the core has taken.
    pub fn messages(&self) -> MessageCounts {
        let (sent, bytes_sent) = self.transmitter.sent();
        MessageCounts {
            sent,
            bytes_sent,
            received: self.messages_received,
            bytes_received: self.bytes_received,
        }
    }

    /// Blocks and single words that lie here.
    pub fn delivered(&self) -> (usize, usize) {
        (self.mailbox.len(), self.words.len())
    }

    /// A bit of what has come last is wrong; `before`: what [`MessageUnit::delivered`] was. False if no word has come.
    pub fn damage_delivery(&mut self, before: (usize, usize)) -> bool {
        let is_more = self.words.len() > before.1;
        self.mailbox.len() > before.0 && self.mailbox.damage_newest()
            || is_more && self.words.damage_newest()
    }

    /// Source node and length in bytes of each message that has begun to arrive and has not been taken.
    pub fn messages_left(&self) -> Vec<(u32, u32)> {
        self.mailbox.messages()
    }

    /// Source node and payload of each single-word message that has not been taken.
    pub fn words_left(&self) -> Vec<(u32, u32)> {
        self.words.messages()
    }

    /// The nodes that the receiver has refused.
    pub fn refused(&self) -> NodeMask {
        self.receiver.refused()
    }

    /// Cycles before `now` in which the receiver answered a request or took a block.
    pub fn busy(&self, now: Cycle) -> u64 {
        self.receiver.busy(now)
    }

    /// The interrupts that are pending, given whether a message is at the head of the mailbox buffer.
    fn pending_with(&self, has_message: bool) -> u32 {
        let bit = |condition: bool, cause: u32| u32::from(condition) << cause;
        bit(!self.words.is_empty(), cause::SOFTWARE)
            | bit(self.events & self.event_mask != 0, cause::EVENT)
            | bit(has_message, cause::MAILBOX)
            | bit(self.retry, cause::RETRY)
    }
}

impl MessagePort for MessageUnit {
    fn pending(&self) -> u32 {
        self.pending_with(self.head().is_some())
    }

    fn read_csr(&mut self, number: u16, takes: bool, now: Cycle) -> u32 {
        match number {
            csr::MHEAD | csr::MHEADW => self.head().unwrap_or(0),
            csr::MWORD if takes => self.take_word(now).unwrap_or(0),
            csr::MEVENT => self.events as u32,
            csr::MEVENTH => (self.events >> 32) as u32,
            csr::MEVMASK => self.event_mask as u32,
            csr::MEVMASKH => (self.event_mask >> 32) as u32,
            _ => 0,
        }
    }

    fn write_csr(&mut self, number: u16, value: u32) {
        match number {
            csr::MEVENT | csr::MEVENTH => {
                self.events = replace_half(self.events, number == csr::MEVENTH, value);
            }
            csr::MEVMASK | csr::MEVMASKH => {
                self.event_mask = replace_half(self.event_mask, number == csr::MEVMASKH, value);
            }
            _ => {}
        }
    }

    fn head(&self) -> Option<u32> {
        self.mailbox.head()
    }

    fn take_word(&mut self, now: Cycle) -> Option<u32> {
        self.words.take(now).map(words::as_read)
    }

    fn next_block(&self) -> Option<ArrivedBlock> {
        self.mailbox.next_block()
    }

    fn take_block(&mut self, ends: bool) -> &[u8] {
        let bytes = self.mailbox.take_block();
        self.messages_received += u64::from(ends);
        self.bytes_received += bytes.len() as u64;
        bytes
    }

    fn begin_match(&mut self, request: u32, now: Cycle) {
        self.mailbox.begin_match(request, now);
    }

    fn end_match(&mut self) {
        self.mailbox.end_match();
    }
}
