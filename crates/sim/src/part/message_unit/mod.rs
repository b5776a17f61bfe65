//! The message unit of a core: its node on the crossbar. A transmitter sends for the core, and a receiver fills three queues while the core computes.
//!
//! ```text
//!     msg.send, msg.receive, mbox.store,               mbox.load, mbox.match; CSRs mhead,
//!     mbox.send                                        mword, mevent; interrupts
//!   core -------------------+                                ^---------------------- core
//!                           v                                |
//!                    +-------------+             +-----------+------------+
//!   DMEM -- words -->| transmitter |             | mailbox buffer: blocks |-- words --> DMEM
//!                    |             |             | word queue: words      |
//!                    |             |             | events: 64 bits        |
//!                    +--+-------^--+             +-----------^------------+
//!                       |       |                       +----+-----+
//!           REQ, TRANS, |       | ACK, NACK,            | receiver |
//!                  data |       | LACK                  +--^----+--+
//!                       v       |                 REQ, data|    | ACK, NACK, LACK
//!              ============================ crossbar ===========v===========
//! ```
//!
//! A sender drives REQ with a request word until the receiver answers ACK (granted) or NACK (refused). A granted block follows word by word
//! (TRANS). A refused sender sleeps until the receiver notifies it with LACK ("late acknowledgement": try again), instead of repeating its request.
//!
//! Source: H. Xiao et al. 2012, sections 4.2 to 4.5. States and timing are defined in docs/contract/message-unit.md, instructions and request
//! words in docs/contract/instructions.md.
//!
//! Every output depends on registers alone. So the order in which units are advanced within a cycle does not matter, as long as all lines are read
//! before any register changes.

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
    /// The 64 event bits, and the mask of those that raise the event interrupt.
    events: u64,
    event_mask: u64,
    /// Pending bit of the retry interrupt: a LACK has come for which no transfer was waiting.
    retry: bool,
    /// Messages and bytes taken by `mbox.load` and `mbox.match`.
    messages_received: u64,
    bytes_received: u64,
}

/// Parameters common to the message units of a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameters {
    /// Capacity of the mailbox buffer, in blocks.
    pub blocks: usize,
    /// Words of a block.
    pub block_words: u32,
    /// Capacity of the word queue, in words.
    pub word_queue: usize,
    /// The synchronization controller's node.
    pub sync_node: usize,
    /// Cycles to wake a sleeping transmitter.
    pub wake: u64,
    /// `crossbar.early_data`: the first word of a block is driven in the cycle of the ACK, not in the next one.
    pub early_data: bool,
    /// `sync.hand_over`: a LACK from the synchronization controller means that the lock is now the core's, so the transmitter need not ask again.
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

    /// Starts a message instruction: REQ is driven from this cycle on.
    pub fn start(&mut self, order: Order, destination: usize) {
        self.retry = false;
        self.transmitter.start(order, destination);
    }

    /// The node to which the present message instruction is addressed.
    pub fn destination(&self) -> usize {
        self.transmitter.destination
    }

    /// Counts of messages and their bytes: sent and accepted by the receiver; received and taken by the core.
    pub fn messages(&self) -> MessageCounts {
        let (sent, bytes_sent) = self.transmitter.sent();
        MessageCounts {
            sent,
            bytes_sent,
            received: self.messages_received,
            bytes_received: self.bytes_received,
        }
    }

    /// Blocks in the mailbox buffer and words in the word queue.
    pub fn delivered(&self) -> (usize, usize) {
        (self.mailbox.len(), self.words.len())
    }

    /// Flips a bit of the newest delivery, as an injected fault does. `before` is what [`MessageUnit::delivered`] returned before it; false if
    /// neither a block with data nor a word has been delivered since.
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

    /// Bits of the pending interrupts, given whether a message is at the head of the mailbox buffer.
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
