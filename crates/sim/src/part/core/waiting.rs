//! A core in the middle of an instruction that waits for others: what ends the wait, and in which cycle it goes on.
//!
//! Timing: docs/contract/timing.md, sections 1 (`wfi`) and 3 (`mbox.load`, `mheadw`, `msg.receive`).

use super::shared::valid_word;
use super::traps::FaultCause;
use super::{Core, MailboxLoad, State};
use crate::part::message_buffers;
use crate::part::message_unit::transmitter::Done;
use crate::units::Cycle;
use weft_isa::message::block;
use weft_isa::Op;

/// What a core waits for, in terms of the hardware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// A message: `mheadw` or `mbox.load` finds the mailbox buffer empty.
    Mailbox,
    /// A single-word message: `msg.receive`.
    Word,
    /// A core that has refused a message, or has not answered yet.
    Refused { node: usize, block: bool },
    /// The synchronization controller: a lock that another core holds.
    Lock { number: u32 },
    /// The synchronization controller: a barrier at which not all have arrived.
    Barrier { number: u32, cores: u32 },
    /// The synchronization controller, which has refused a request for good.
    SyncRefused { token: u8, payload: u32 },
    /// Any of the interrupts in this mask (`wfi`).
    Interrupt { enabled: u32 },
    /// The bus.
    Bus,
    /// The message buffers of its tile; None: they are about to answer.
    Buffers(Option<message_buffers::Waiting>),
    /// Its DMA controller: a word to take, or room to send one.
    Controller,
    /// The host, which has not started it.
    Start,
}

impl Core {
    /// Something has been delivered to the inbox, visible from cycle `from` on.
    pub fn delivered(&mut self, from: Cycle) {
        self.reconsider(from);
        if matches!(
            self.state,
            State::Head | State::Word | State::Asleep | State::Taking
        ) || matches!(self.state, State::Load(load) if load.block_ends.is_none())
        {
            self.time = self.time.min(self.edge(from));
        }
    }

    /// The number of the registers whose answer the core waits for, if it may give the access up.
    pub fn gives_up(&self) -> Option<usize> {
        (self.state == State::Taking).then_some(self.window)
    }

    /// The transmitter has carried out the core's message instruction.
    pub fn sent(&mut self, done: Done, to_sync: bool) {
        match self.program.slots()[self.index].op {
            Some(Op::MsgReceive) if to_sync => self.complete_with(done.at, u32::from(done.granted)),
            Some(Op::MsgReceive) => {
                self.state = State::Word;
                self.time = done.at;
            }
            Some(Op::MboxStore | Op::MboxSend) => {
                self.complete_with(done.at, u32::from(!done.granted))
            }
            _ => self.complete(done.at),
        }
    }

    /// Looks, in a cycle of a wait, whether the wait ends. `self.time` is the cycle.
    pub fn attend(&mut self) -> Result<(), FaultCause> {
        let now = self.time;
        match self.state {
            State::Head => self.attend_head(now),
            State::Word => self.attend_word(now),
            State::Load(load) => return self.attend_load(load, now),
            State::Asleep => self.attend_sleep(now),
            State::Taking => self.attend_taking(now),
            State::Running { .. }
            | State::Bus
            | State::PostedStore
            | State::Transmitting
            | State::Registers
            | State::Held
            | State::Halted => {}
        }
        Ok(())
    }

    fn attend_head(&mut self, now: Cycle) {
        if let Some(trap) = self.pending_interrupt(now) {
            self.interrupt_wait(trap, now, self.pc());
        } else if let Some(head) = self.inbox.head() {
            self.complete_with(now + self.period, head);
        } else {
            self.time = self.edge(self.control.timer_due());
        }
    }

    /// The controller ends the wait for a word; an interrupt gives it up.
    fn attend_taking(&mut self, now: Cycle) {
        match self.pending_interrupt(now) {
            Some(trap) => self.interrupt_wait(trap, now, self.pc()),
            None => self.time = self.edge(self.control.timer_due()),
        }
    }

    fn attend_word(&mut self, now: Cycle) {
        match self.inbox.take_word(now) {
            Some(word) => self.complete_with(now + self.period, valid_word(word)),
            None => self.time = Cycle::NEVER,
        }
    }

    fn attend_sleep(&mut self, now: Cycle) {
        if self.pending(now) & self.control.interrupt_enable != 0 {
            self.complete(now + self.timing.wake);
        } else {
            self.time = self.edge(self.control.timer_wakes());
        }
    }

    fn attend_load(&mut self, load: MailboxLoad, now: Cycle) -> Result<(), FaultCause> {
        let load = match load.block_ends {
            Some(ends) if now <= ends => return Ok(()),
            Some(_) => match self.end_block(load) {
                Some(rest) => rest,
                None => {
                    self.complete_with(now, 0);
                    return Ok(());
                }
            },
            None => load,
        };
        self.begin_block(load, now)
    }

    /// The last word of a block has moved: frees the block. None if it was the last of its message.
    fn end_block(&mut self, load: MailboxLoad) -> Option<MailboxLoad> {
        let block = self.inbox.take_block()?;
        let length = block.length as u32;
        if let Some(place) = self.data.slice_mut(load.address, block.length) {
            place.copy_from_slice(self.inbox.bytes(block));
        }
        self.inbox.bytes_received += u64::from(length);
        let remaining = load.remaining.map_or(0, |bytes| bytes - length);
        if remaining == 0 {
            self.inbox.messages_received += 1;
            return None;
        }
        Some(MailboxLoad {
            wanted: load.wanted,
            address: load.address.wrapping_add(length),
            remaining: Some(remaining),
            block_ends: None,
        })
    }

    /// Begins to move the next block, in cycle `now` at the earliest, or waits for it.
    fn begin_block(&mut self, load: MailboxLoad, now: Cycle) -> Result<(), FaultCause> {
        if load.remaining.is_none() {
            if let Some(trap) = self.pending_interrupt(now) {
                self.inbox.end_match();
                self.interrupt_wait(trap, now, self.pc());
                return Ok(());
            }
            if let Some(cause) = self.exception() {
                return self.raise_in_wait(cause, now);
            }
        }
        let Some(block) = self.inbox.next_block() else {
            self.time = if load.remaining.is_none() {
                self.edge(self.control.timer_due())
            } else {
                Cycle::NEVER
            };
            self.state = State::Load(load);
            return Ok(());
        };
        if let (None, Some(wanted), Some(head)) = (load.remaining, load.wanted, block.header) {
            self.inbox.end_match();
            if head != wanted || !self.reaches(load.address, block::LENGTH.get(head)) {
                self.complete_with(now + self.period, head);
                return Ok(());
            }
        }
        let words = (block.length as u64).div_ceil(4).max(1);
        let remaining = load
            .remaining
            .or(block.header.map(|header| block::LENGTH.get(header)));
        self.state = State::Load(MailboxLoad {
            remaining,
            block_ends: Some(now + (words - 1)),
            ..load
        });
        self.time = now + words;
        Ok(())
    }

    /// The message that has arrived does not fit where `mbox.load` should put it.
    fn raise_in_wait(&mut self, cause: FaultCause, now: Cycle) -> Result<(), FaultCause> {
        if !self.control.has_handler() {
            self.time = now;
            return Err(cause);
        }
        self.inbox.end_match();
        self.end_wait(now);
        self.time = now;
        self.raise(&cause);
        Ok(())
    }
}
