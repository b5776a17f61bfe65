//! A core in the middle of an instruction that waits for others: what ends the wait, and in which cycle it goes on.
//!
//! Timing: docs/contract/timing.md, sections 1 (`wfi`) and 3 (`mbox.load`, `mheadw`, `msg.receive`).

use super::traps::FaultCause;
use super::{Core, MailboxLoad, State};
use crate::port::message::{Done, MessageUnitPort};
use crate::port::wait::Wait;
use crate::units::Cycle;
use weft_isa::message::block;
use weft_isa::Op;

/// Which component can say what a core waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitingFor {
    /// The core itself.
    Itself(Wait),
    /// The registers of this window.
    Registers(usize),
    /// Its message unit.
    Transmitter,
}

impl Core {
    /// Something has been delivered to the message unit, visible from cycle `from` on; `lines` are its interrupt lines from then on.
    pub fn delivered(&mut self, lines: u32, from: Cycle) {
        self.unit_lines = lines;
        self.notice(from);
    }

    /// Interrupt lines, or what the core may wait for, have changed.
    pub(super) fn notice(&mut self, from: Cycle) {
        self.reconsider(from);
        if matches!(
            self.state,
            State::Head | State::Word | State::Asleep | State::Taking
        ) || matches!(self.state, State::Load(load) if load.block_ends.is_none())
        {
            self.time = self.time.min(self.edge(from));
        }
    }

    /// What the core waits for, or which component says it; None if it runs or has halted.
    pub fn waiting_for(&self) -> Option<WaitingFor> {
        Some(WaitingFor::Itself(match self.state {
            State::Running { .. } | State::Halted => return None,
            State::Registers | State::Taking => return Some(WaitingFor::Registers(self.window)),
            State::Transmitting { .. } => return Some(WaitingFor::Transmitter),
            State::Bus | State::PostedStore => Wait::Service,
            State::Held => Wait::Start,
            State::Head | State::Load(_) => Wait::Mailbox,
            State::Word => Wait::Word,
            State::Asleep => Wait::Interrupt {
                enabled: self.control.interrupt_enable,
            },
        }))
    }

    /// The number of the registers whose answer the core waits for, if it may give the access up.
    pub fn gives_up(&self) -> Option<usize> {
        (self.state == State::Taking).then_some(self.window)
    }

    /// The transmitter has carried out the core's message instruction.
    pub fn sent(&mut self, done: Done) {
        let to_sync = self.state == State::Transmitting { to_sync: true };
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
    pub fn attend(
        &mut self,
        mut unit: Option<&mut impl MessageUnitPort>,
    ) -> Result<(), FaultCause> {
        let now = self.time;
        let mut result = Ok(());
        match (&self.state, unit.as_deref_mut()) {
            (State::Head, Some(unit)) => self.attend_head(unit, now),
            (State::Word, Some(unit)) => self.attend_word(unit, now),
            (&State::Load(load), Some(unit)) => result = self.attend_load(unit, load, now),
            (State::Asleep, _) => self.attend_sleep(now),
            (State::Taking, _) => self.attend_taking(now),
            _ => {}
        }
        self.see_unit(unit);
        result
    }

    fn attend_head(&mut self, unit: &impl MessageUnitPort, now: Cycle) {
        if let Some(trap) = self.pending_interrupt(now) {
            self.interrupt_wait(trap, now, self.pc());
        } else if let Some(head) = unit.head() {
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

    fn attend_word(&mut self, unit: &mut impl MessageUnitPort, now: Cycle) {
        match unit.take_word(now) {
            Some(word) => self.complete_with(now + self.period, word),
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

    fn attend_load(
        &mut self,
        unit: &mut impl MessageUnitPort,
        load: MailboxLoad,
        now: Cycle,
    ) -> Result<(), FaultCause> {
        let load = match load.block_ends {
            Some(ends) if now <= ends => return Ok(()),
            Some(_) => match self.end_block(unit, load) {
                Some(rest) => rest,
                None => {
                    self.complete_with(now, 0);
                    return Ok(());
                }
            },
            None => load,
        };
        self.begin_block(unit, load, now)
    }

    /// The last word of a block has moved: frees the block. None if it was the last of its message.
    fn end_block(
        &mut self,
        unit: &mut impl MessageUnitPort,
        load: MailboxLoad,
    ) -> Option<MailboxLoad> {
        let length = unit.next_block()?.bytes as u32;
        let remaining = load.remaining.map_or(0, |bytes| bytes - length);
        let bytes = unit.take_block(remaining == 0);
        if let Some(place) = self.data.slice_mut(load.address, bytes.len()) {
            place.copy_from_slice(bytes);
        }
        (remaining > 0).then_some(MailboxLoad {
            wanted: load.wanted,
            address: load.address.wrapping_add(length),
            remaining: Some(remaining),
            block_ends: None,
        })
    }

    /// Begins to move the next block, in cycle `now` at the earliest, or waits for it.
    fn begin_block(
        &mut self,
        unit: &mut impl MessageUnitPort,
        load: MailboxLoad,
        now: Cycle,
    ) -> Result<(), FaultCause> {
        if load.remaining.is_none() {
            if let Some(trap) = self.pending_interrupt(now) {
                unit.end_match();
                self.interrupt_wait(trap, now, self.pc());
                return Ok(());
            }
            if let Some(cause) = self.load_exception(unit.head()) {
                return self.raise_in_wait(cause, now);
            }
        }
        let Some(block) = unit.next_block() else {
            self.time = if load.remaining.is_none() {
                self.edge(self.control.timer_due())
            } else {
                Cycle::NEVER
            };
            self.state = State::Load(load);
            return Ok(());
        };
        if let (None, Some(wanted), Some(head)) = (load.remaining, load.wanted, block.header) {
            unit.end_match();
            if head != wanted || !self.reaches(load.address, block::LENGTH.get(head)) {
                self.complete_with(now + self.period, head);
                return Ok(());
            }
        }
        let words = (block.bytes as u64).div_ceil(4).max(1);
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
        self.end_wait(now);
        self.time = now;
        self.raise(&cause);
        Ok(())
    }
}
