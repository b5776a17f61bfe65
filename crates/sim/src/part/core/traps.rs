//! Traps: enters the program's handler or, where it has none, ends the simulation with a fault.
//!
//! Source: The RISC-V Instruction Set Manual, volume II, chapter "Machine-Level ISA"; costs: docs/contract/core.md, "Exceptions and interrupts".

use super::control::Trap;
use super::faults::FaultCause;
use super::state::State;
use super::Core;
use crate::units::Cycle;

impl Core {
    /// Takes an interrupt instead of issuing the next instruction, if one is pending and enabled.
    pub(super) fn take_interrupt(&mut self) -> bool {
        let now = self.pipeline.time;
        let Some(trap) = self.interrupts.taken(now) else {
            return false;
        };
        self.pipeline.withdraw();
        self.enter_handler(trap, now);
        true
    }

    /// Takes an interrupt in the middle of an interruptible wait, in cycle `now`. The handler returns to the instruction that waits.
    pub(super) fn interrupt_wait(&mut self, trap: Trap, now: Cycle) {
        let index = self.pipeline.index;
        self.pipeline.accounting.end_wait(index, now);
        self.pipeline.leave_wait();
        self.pipeline.state = State::Running { shared: false };
        self.enter_handler(trap, now);
    }

    fn enter_handler(&mut self, trap: Trap, now: Cycle) {
        let pc = self.pipeline.pc();
        let handler = self.interrupts.control.enter_trap(trap, pc);
        self.sub_pipeline.reservation = None;
        self.pipeline.enter_handler(handler, now);
    }

    /// Raises an exception of the instruction about to issue. Returns it as an error if the program has no handler.
    pub(super) fn raise(&mut self, cause: FaultCause) -> Result<(), FaultCause> {
        let control = &mut self.interrupts.control;
        if !control.has_handler() {
            return Err(cause);
        }
        let pipeline = &mut self.pipeline;
        let handler = control.enter_trap(cause.trap(), pipeline.pc());
        if pipeline.fetch_fault.is_some() {
            // Nothing issues after a failed fetch.
            pipeline.accounting.bubbles(pipeline.period);
        } else {
            pipeline.accounting.issue();
            control.count_not_retired();
        }
        self.sub_pipeline.reservation = None;
        pipeline.redirect(handler, pipeline.timing.taken_branch);
        Ok(())
    }

    /// Executes `mret`.
    pub(super) fn return_from_trap(&mut self) {
        let address = self.interrupts.control.leave_trap();
        self.sub_pipeline.reservation = None;
        self.pipeline.accounting.issue();
        let bubbles = self.pipeline.timing.jump_register;
        self.pipeline.redirect(address, bubbles);
    }
}
