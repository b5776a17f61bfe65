//! A core in the middle of an instruction that waits for another component: what ends the wait, in which cycle the core continues, and what it waits
//! for.
//!
//! Timing: docs/contract/core.md (`wfi`) and docs/contract/message-unit.md, "Instructions of the receiving core" (`mheadw`, `msg.receive`).

use super::faults::FaultCause;
use super::state::State;
use super::Core;
use crate::port::{MessagePort, Wait};
use crate::units::Cycle;
use weft_isa::message::cause;

/// What a core waits for, or the component that knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaitingFor {
    /// Known to the core itself.
    Itself(Wait),
    /// Any of the interrupts in this mask.
    Interrupt(u32),
    /// The registers of this window.
    Registers(usize),
    /// Its message unit.
    Transmitter,
}

impl Core {
    /// What the core waits for; None if it runs or has halted.
    pub fn waiting_for(&self) -> Option<WaitingFor> {
        let itself = match self.pipeline.state {
            State::Running { .. } | State::Halted | State::Empty | State::Dead { .. } => {
                return None
            }
            State::Transmitting { .. } => return Some(WaitingFor::Transmitter),
            State::Registers | State::Taking => {
                return Some(WaitingFor::Registers(self.sub_pipeline.window));
            }
            State::Bus | State::PostedStore => Wait::Service,
            State::Held { .. } => Wait::Start,
            State::Head | State::Load(_) => Wait::Mailbox,
            State::Word => Wait::Word,
            State::Asleep => {
                return Some(WaitingFor::Interrupt(
                    self.interrupts.control.interrupt_enable,
                ));
            }
        };
        Some(WaitingFor::Itself(itself))
    }

    /// Can an interrupt of a device wake this core?
    pub fn can_be_woken_by_device(&self) -> bool {
        let control = &self.interrupts.control;
        let is_enabled = control.interrupt_enable & 1 << cause::EXTERNAL != 0;
        match self.pipeline.state {
            State::Halted | State::Empty | State::Dead { .. } | State::Transmitting { .. } => false,
            State::Held { .. } => true,
            State::Asleep => is_enabled,
            _ => is_enabled && control.is_interruptible(),
        }
    }

    /// The window whose answer the core waits for, if an interrupt may abandon the access.
    pub fn may_give_up(&self) -> Option<usize> {
        (self.pipeline.state == State::Taking).then_some(self.sub_pipeline.window)
    }

    /// The message unit has changed: its interrupt lines are `lines` from cycle `from` on.
    pub fn delivered(&mut self, lines: u32, from: Cycle) {
        self.interrupts.drive_unit(lines);
        self.notice(from);
    }

    /// Checks the wait again in cycle `from`, in which what the core may wait for, or what interrupts it, changes.
    pub(super) fn notice(&mut self, from: Cycle) {
        self.reconsider(from);
        let may_go_on = match self.pipeline.state {
            State::Head | State::Word | State::Asleep | State::Taking => true,
            State::Load(load) => load.block_ends.is_none(),
            _ => false,
        };
        if may_go_on {
            let at = self.pipeline.edge(from);
            self.pipeline.time = self.pipeline.time.min(at);
        }
    }

    /// Samples the interrupt lines of the message unit.
    pub(super) fn sample_unit(&mut self, unit: Option<&mut impl MessagePort>) {
        let lines = unit.map_or(0, |unit| unit.pending());
        self.interrupts.drive_unit(lines);
    }

    /// Checks whether the wait ends this cycle.
    pub fn check_wait(
        &mut self,
        mut unit: Option<&mut impl MessagePort>,
    ) -> Result<(), FaultCause> {
        let now = self.pipeline.time;
        let mut result = Ok(());
        match (&self.pipeline.state, unit.as_deref_mut()) {
            (State::Head, Some(unit)) => self.check_head(unit, now),
            (State::Word, Some(unit)) => self.check_word(unit, now),
            (&State::Load(load), Some(unit)) => result = self.continue_load(unit, load, now),
            (State::Asleep, _) => self.check_sleep(now),
            (State::Taking, _) => self.check_taking(now),
            _ => {}
        }
        self.sample_unit(unit);
        result
    }

    fn check_head(&mut self, unit: &impl MessagePort, now: Cycle) {
        if let Some(trap) = self.interrupts.taken(now) {
            self.interrupt_wait(trap, now);
        } else if let Some(head) = unit.head() {
            self.pipeline
                .complete_with(now + self.pipeline.period, head);
        } else {
            self.look_at_timer(now);
        }
    }

    fn check_word(&mut self, unit: &mut impl MessagePort, now: Cycle) {
        match unit.take_word(now) {
            Some(word) => self
                .pipeline
                .complete_with(now + self.pipeline.period, word),
            None => self.pipeline.time = Cycle::NEVER,
        }
    }

    fn check_sleep(&mut self, now: Cycle) {
        if self.interrupts.wakes(now) {
            self.pipeline.complete(now + self.pipeline.timing.wake);
        } else {
            self.look_at(self.interrupts.timer_wakes(), now);
        }
    }

    /// Takes an interrupt, which abandons the access. (The component that is accessed ends the wait otherwise.)
    fn check_taking(&mut self, now: Cycle) {
        match self.interrupts.taken(now) {
            Some(trap) => self.interrupt_wait(trap, now),
            None => self.look_at_timer(now),
        }
    }

    /// Schedules the next check of the wait for when the timer interrupts, if it does.
    pub(super) fn look_at_timer(&mut self, now: Cycle) {
        self.look_at(self.interrupts.timer_due(), now);
    }

    /// Schedules the next check of the wait for tick `at`, but after cycle `now`.
    pub(super) fn look_at(&mut self, at: Cycle, now: Cycle) {
        let pipeline = &mut self.pipeline;
        pipeline.time = pipeline.edge(at).max(now + pipeline.period);
    }
}
