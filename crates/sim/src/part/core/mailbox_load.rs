//! `mbox.load` and `mbox.match`: moving a message from the mailbox buffer to the data memory, a word a cycle, block by block.
//!
//! ```text
//!            block at the head           last word has moved, more to come
//!   wait ---------------------> move ---------------------------------------> wait
//!    |                           | last word of the message has moved
//!    | interrupt, exception      v
//!    +-----------------------> done     (only before the first block begins to move)
//! ```
//!
//! Timing: docs/contract/message-unit.md, "Instructions of the receiving core" (`mbox.load`) and "Matching" (`mbox.match`).

use super::classes::Class;
use super::faults::FaultCause;
use super::state::{MailboxLoad, State};
use super::Core;
use crate::port::{ArrivedBlock, MessagePort};
use crate::units::Cycle;
use weft_isa::message::block;
use weft_isa::Instruction;

impl Core {
    /// Issues `mbox.match`.
    pub(super) fn begin_match(
        &mut self,
        instruction: &Instruction,
        unit: Option<&mut impl MessagePort>,
        now: Cycle,
    ) {
        let wanted = self.pipeline.registers.get(instruction.rs2);
        if let Some(unit) = unit {
            unit.begin_match(wanted, now);
        }
        self.begin_load(Some(wanted), now);
    }

    /// Issues `mbox.load`, or `mbox.match` for the request word `wanted`.
    pub(super) fn begin_load(&mut self, wanted: Option<u32>, now: Cycle) {
        let pipeline = &mut self.pipeline;
        let load = MailboxLoad {
            wanted,
            address: pipeline.registers.get(pipeline.slot().rs1),
            remaining: None,
            block_ends: None,
        };
        pipeline.begin_wait(State::Load(load), Class::Message);
        pipeline.time = now + pipeline.period;
    }

    /// Number of blocks at the head of the mailbox buffer whose words have all moved before cycle `now`: 1 if the core frees a block in that cycle,
    /// otherwise 0.
    pub fn moved_blocks(&self, now: Cycle) -> usize {
        match &self.pipeline.state {
            State::Load(load) => usize::from(load.block_ends.is_some_and(|ends| ends < now)),
            _ => 0,
        }
    }

    /// Advances `mbox.load` or `mbox.match` in cycle `now`.
    pub(super) fn continue_load(
        &mut self,
        unit: &mut impl MessagePort,
        load: MailboxLoad,
        now: Cycle,
    ) -> Result<(), FaultCause> {
        let load = match load.block_ends {
            Some(ends) if now <= ends => return Ok(()),
            Some(_) => self.end_block(unit, load),
            None => Some(load),
        };
        match load {
            None => self.pipeline.complete_with(now, 0),
            Some(load) if load.remaining.is_none() => return self.begin_message(unit, load, now),
            Some(load) => match unit.next_block() {
                Some(block) => self.begin_block(load, block, now),
                None => self.await_block(load, Cycle::NEVER),
            },
        }
        Ok(())
    }

    /// Frees a block whose last word has moved. Returns None if it was the last of its message.
    fn end_block(&mut self, unit: &mut impl MessagePort, load: MailboxLoad) -> Option<MailboxLoad> {
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

    /// Begins to move the message at the head in cycle `now`, or waits for one. Until then the instruction can be interrupted.
    fn begin_message(
        &mut self,
        unit: &mut impl MessagePort,
        load: MailboxLoad,
        now: Cycle,
    ) -> Result<(), FaultCause> {
        if let Some(trap) = self.interrupts.taken(now) {
            unit.end_match();
            self.interrupt_wait(trap, now);
            return Ok(());
        }
        let exception = match load.wanted {
            None => self.load_exception(unit.head()),
            Some(_) => None,
        };
        if let Some(cause) = exception {
            return self.raise_in_wait(cause, now);
        }
        let Some(block) = unit.next_block() else {
            self.await_block(load, self.interrupts.timer_due());
            return Ok(());
        };
        let header = block.header.unwrap_or(0);
        if let Some(wanted) = load.wanted {
            unit.end_match();
            if header != wanted || !self.reaches(load.address, block::LENGTH.get(header)) {
                self.pipeline
                    .complete_with(now + self.pipeline.period, header);
                return Ok(());
            }
        }
        let remaining = Some(block::LENGTH.get(header));
        self.begin_block(MailboxLoad { remaining, ..load }, block, now);
        Ok(())
    }

    /// Begins to move a block: its first word moves in cycle `now`.
    fn begin_block(&mut self, load: MailboxLoad, block: ArrivedBlock, now: Cycle) {
        let words = (block.bytes as u64).div_ceil(4).max(1);
        self.pipeline.state = State::Load(MailboxLoad {
            block_ends: Some(now + (words - 1)),
            ..load
        });
        self.pipeline.time = now + words;
    }

    /// Waits for the next block; checks again at tick `until` at the latest.
    fn await_block(&mut self, load: MailboxLoad, until: Cycle) {
        self.pipeline.state = State::Load(load);
        self.pipeline.time = self.pipeline.edge(until);
    }

    /// Raises the exception of an `mbox.load` whose message does not fit at its address.
    fn raise_in_wait(&mut self, cause: FaultCause, now: Cycle) -> Result<(), FaultCause> {
        if self.interrupts.control.has_handler() {
            self.pipeline.end_wait(now);
        }
        self.pipeline.time = now;
        self.raise(cause)
    }
}
