//! The DMA controller of a core at HIBI: sends words of the core's data memory, one transfer at a time, and receives on many channels at once.
//!
//! ```text
//!   core: loads and stores of registers                      interrupt
//!            |                                                   ^
//!            v                                                   |
//!   DMEM -- words --> [ transfer: memory, words, address ] --> wrapper, send FIFO
//!   DMEM <-- words -- [ channel c: buffer, HIBI address   ] <-- wrapper, receive FIFO
//!                       streams: circular buffers; packets: once
//! ```
//!
//! Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011 (*funcapi*), IV.A, and the
//! public HIBI_PE_DMA (see `registers`). Registers and cycles are defined in docs/contract/hibi.md, "The DMA controller of a core" and "Words
//! without a transfer" (`words`, `take`).

mod access;
mod channel;
pub mod keys;
pub mod registers;
mod take;
mod words;

use crate::port::signal::Visitor;
use crate::port::{Addressed, Controller, ControllerEvents, LocalMemory, RegisterAccess, WordPort};
use crate::units::Cycle;
use channel::Channel;
use keys::Dma as Parameters;
use registers as at;
use serde::{Deserialize, Serialize};
use take::Taker;
use words::{Served, WordAccess};

/// A transfer in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Sending {
    /// Local address of the next word.
    memory: u32,
    left: u32,
    address: u32,
    /// The first cycle in which a word can go to the wrapper.
    from: Cycle,
}

/// An access of the core that has not been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Pending {
    access: RegisterAccess,
    /// The cycle at whose end it acts.
    at: Cycle,
}

/// The controller with its registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dma {
    parameters: Parameters,
    channels: Vec<Channel>,
    pending: Option<Pending>,
    sending: Option<Sending>,
    memory: u32,
    words: u32,
    command: u32,
    address: u32,
    control: u32,
    ignored: bool,
    /// The HIBI address of the word that no channel takes.
    unknown: Option<u32>,
    is_unknown_pending: bool,
    taker: Taker,
    /// The HIBI address of each window.
    targets: Vec<u32>,
}

/// What the controller accesses in a cycle: its port at the wrapper, and the core's data memory.
struct Side<'a, P, M> {
    now: Cycle,
    port: &'a mut P,
    memory: &'a mut M,
}

impl Controller for Dma {
    fn begin(&mut self, access: RegisterAccess, now: Cycle) -> bool {
        let cycles = match access {
            RegisterAccess::Read { .. } => self.parameters.read,
            RegisterAccess::Write { .. } => self.parameters.write,
        };
        let at = now + (cycles - 1);
        self.pending = Some(Pending { access, at });
        matches!(self.word_access(access), Some(WordAccess::Take(_)))
    }

    fn withdraw(&mut self) {
        self.pending = None;
    }

    /// Simulates one cycle. Reading, moving and receiving use the registers as they are at the start of the cycle.
    fn tick(
        &mut self,
        now: Cycle,
        port: &mut impl WordPort,
        memory: &mut impl LocalMemory,
    ) -> ControllerEvents {
        let due = self.pending.filter(|pending| pending.at <= now);
        let channel = port.received().and_then(|word| self.channel_for(word));
        let side = &mut Side { now, port, memory };
        let served = due.map_or(Served::default(), |pending| self.serve(pending, side));
        let received = !served.occupied && self.receive(channel, side);
        let sent = self.send(side);
        if let Some(pending) = due {
            if served.answer.is_some() {
                self.pending = None;
            }
            if let RegisterAccess::Write { offset, value } = pending.access {
                if pending.at == now {
                    self.write(offset, value, now);
                }
            }
        }
        ControllerEvents {
            answer: served.answer,
            touched: served.occupied || received || sent,
        }
    }

    fn next_event(&self, now: Cycle, received: Option<Addressed>) -> Cycle {
        let access = match self.pending {
            Some(pending) if pending.at >= now => pending.at,
            Some(pending) if self.can_serve(pending.access, received, true) => now,
            _ => Cycle::NEVER,
        };
        let sending = self.sending.map_or(Cycle::NEVER, |sending| sending.from);
        let receiving = match received {
            Some(word) if self.channel_for(word).is_some() || self.is_news(word) => now,
            _ => Cycle::NEVER,
        };
        access.min(sending).min(receiving).max(now)
    }

    fn is_at_rest(&self, now: Cycle, received: Option<Addressed>, has_room: bool) -> bool {
        let sends = self.sending.is_some() && has_room;
        let receives =
            received.is_some_and(|word| self.channel_for(word).is_some() || self.is_news(word));
        let is_waiting = |pending: Pending| {
            pending.at < now && !self.can_serve(pending.access, received, has_room)
        };
        self.pending.is_none_or(is_waiting) && !sends && !receives
    }

    fn is_moving(&self, received: Option<Addressed>) -> bool {
        self.sending.is_some() || received.is_some_and(|word| self.channel_for(word).is_some())
    }

    fn interrupts(&self) -> bool {
        self.control & at::INTERRUPTS != 0 && self.pending_bits() != 0
    }

    fn signals(&self, visit: &mut Visitor) {
        visit(format_args!("pending"), 32, u64::from(self.pending_bits()));
        let left = self.sending.map_or(0, |sending| sending.left);
        visit(format_args!("sending"), 32, u64::from(left));
        for (number, channel) in self.channels.iter().enumerate() {
            let current = channel.read(at::CURRENT);
            visit(
                format_args!("channel{number}.current"),
                32,
                u64::from(current),
            );
        }
    }
}

impl Dma {
    pub fn new(parameters: Parameters) -> Self {
        let channel = |number| Channel::new(number < parameters.streams);
        let count = parameters.streams + parameters.packets;
        Dma {
            channels: (0..count).map(channel).collect(),
            targets: vec![0; parameters.send_windows],
            parameters,
            pending: None,
            sending: None,
            memory: 0,
            words: 0,
            command: 0,
            address: 0,
            control: 0,
            ignored: false,
            unknown: None,
            is_unknown_pending: false,
            taker: Taker::default(),
        }
    }

    /// Moves the wrapper's oldest word to `channel`, which takes it by the registers at the start of the cycle; None if no channel does.
    fn receive(
        &mut self,
        channel: Option<usize>,
        side: &mut Side<impl WordPort, impl LocalMemory>,
    ) -> bool {
        let Some(word) = side.port.received() else {
            return false;
        };
        let Some(channel) = channel else {
            self.note_unknown(word);
            return false;
        };
        self.unknown = None;
        side.memory
            .write(self.channels[channel].take(), &word.data.to_le_bytes());
        side.port.take();
        true
    }

    /// Sends as many words as the memory's port is wide and the wrapper has room for.
    fn send(&mut self, side: &mut Side<impl WordPort, impl LocalMemory>) -> bool {
        let sent = (0..self.parameters.send_width).take_while(|_| self.send_word(side));
        sent.count() > 0
    }

    /// Sends one word of the transfer in progress, if it is due and the wrapper has room.
    fn send_word(&mut self, side: &mut Side<impl WordPort, impl LocalMemory>) -> bool {
        let is_due = |sending: &&mut Sending| sending.from <= side.now && side.port.has_room();
        let Some(sending) = self.sending.as_mut().filter(is_due) else {
            return false;
        };
        side.port.send(Addressed {
            address: sending.address,
            data: side.memory.read(sending.memory),
        });
        sending.memory = sending.memory.wrapping_add(4);
        sending.left -= 1;
        if sending.left == 0 {
            self.sending = None;
        }
        true
    }

    /// The first channel that takes a word.
    fn channel_for(&self, word: Addressed) -> Option<usize> {
        self.channels
            .iter()
            .position(|channel| channel.takes(word.address))
    }

    /// Whether a word that no channel takes has not been noted yet. A word for a stream that has no room at present is not noted.
    fn is_news(&self, word: Addressed) -> bool {
        let waits = |channel: &Channel| channel.holds_up(word.address);
        self.unknown != Some(word.address) && !self.channels.iter().any(waits)
    }

    fn note_unknown(&mut self, word: Addressed) {
        if self.is_news(word) {
            self.unknown = Some(word.address);
            self.is_unknown_pending = true;
        }
    }

    /// The value of PENDING.
    fn pending_bits(&self) -> u32 {
        let channels = self.channels.iter().enumerate();
        let bits = channels.fold(0, |bits, (number, channel)| {
            bits | u32::from(channel.is_pending()) << number
        });
        let ignored = u32::from(self.ignored) * at::IGNORED;
        let unknown = u32::from(self.is_unknown_pending) * at::UNKNOWN;
        bits | ignored | unknown
    }
}
