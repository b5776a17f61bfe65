//! What other components do to a core: they start it, answer its accesses, drive its interrupt lines and access its memories.
//!
//! A core that has run ahead of the cycle of such an event is rolled back to it (`run_ahead`).

use super::classes::Class;
use super::memory::extract;
use super::state::State;
use super::Core;
use crate::port::{CorePort, Reach};
use crate::units::Cycle;
use std::sync::Arc;
use weft_isa::Op;

impl Core {
    /// Holds a loaded core before its first instruction, until every component that holds it has released it.
    pub fn hold(&mut self) {
        match &mut self.pipeline.state {
            State::Held { by } => *by += 1,
            _ => self
                .pipeline
                .stall(Cycle(0), State::Held { by: 1 }, Class::Sleep),
        }
    }

    /// Leaves a core without a program halted. Once released, it executes what has been written to its program memory, from the first address on.
    pub fn await_program(&mut self) {
        self.pipeline.reset(self.pipeline.program.base);
        self.pipeline.stall(Cycle(0), State::Empty, Class::Halted);
    }

    /// Whether the bus has the port of the program memory. A core that was loaded with a program keeps the port: reports on a run describe what the
    /// core does by that program.
    fn awaits_program(&self) -> bool {
        self.pipeline.state == State::Empty
    }

    /// Starts the core at `at` on what has been written to its program memory.
    fn begin(&mut self, at: Cycle) {
        Arc::make_mut(&mut self.pipeline.program).refresh();
        self.pipeline.end_wait(at);
    }
}

impl CorePort for Core {
    #[inline]
    fn answered(&mut self, word: u32, free: Cycle) {
        if self.died().is_some() {
            return;
        }
        let value = match self.pipeline.slot().instruction() {
            Some(instruction) if instruction.op == Op::Flw => {
                self.set_loaded(&instruction, word);
                return self.pipeline.complete(free);
            }
            Some(instruction) => {
                extract(instruction.op, word, self.effective_address(&instruction))
            }
            None => word,
        };
        self.pipeline.complete_with(free, value);
    }

    #[inline]
    fn store_served(&mut self, free: Cycle) {
        self.sub_pipeline.free_from = Some(free);
        if self.pipeline.state == State::PostedStore {
            self.pipeline.end_wait(free);
        }
    }

    #[inline]
    fn registers_answered(&mut self, word: u32, at: Cycle) {
        if self.died().is_some() {
            return;
        }
        match self.pipeline.slot().op {
            Some(Op::Lw) => self.pipeline.complete_with(at, word),
            _ => self.pipeline.complete(at),
        }
    }

    #[inline]
    fn data_range(&self) -> (u32, u32) {
        self.data.range()
    }

    #[inline]
    fn data(&mut self, now: Cycle, offset: u32, length: usize) -> &[u8] {
        if self.has_stored_ahead(offset, length) {
            self.take_back_to(now + 1);
        }
        self.data.at(offset, length)
    }

    #[inline]
    fn write_data(&mut self, now: Cycle, offset: u32, bytes: &[u8]) {
        self.take_back_to(now + 1);
        self.data.put(offset, bytes);
        let word = self.data.base.wrapping_add(offset) & !3;
        self.sub_pipeline.written_by_other(word);
    }

    fn program_word(&self, offset: u32) -> u32 {
        match self.awaits_program() {
            true => self.pipeline.program.bits(offset as usize / 2),
            false => 0,
        }
    }

    fn write_program(&mut self, offset: u32, word: u32) {
        if self.awaits_program() {
            Arc::make_mut(&mut self.pipeline.program).put(offset, word);
        }
    }

    #[inline]
    fn drive_lines(&mut self, driver: usize, lines: u32, from: Cycle) -> bool {
        let has_changed = self.interrupts.drive(driver, lines);
        if has_changed {
            self.notice(from);
        }
        has_changed
    }

    #[inline]
    fn set_reach(&mut self, window: usize, reach: Reach) -> Reach {
        self.run_ahead.set_reach(window, reach)
    }

    #[inline]
    fn may_change(&self, offset: u32, bytes: u32) -> bool {
        self.run_ahead.may_change(offset, bytes)
    }

    #[inline]
    fn is_ahead(&self) -> bool {
        self.run_ahead.is_ahead()
    }

    #[inline]
    fn start(&mut self, at: Cycle) -> bool {
        match self.pipeline.state {
            State::Held { by: 1 } => self.pipeline.end_wait(at),
            State::Empty => self.begin(at),
            State::Held { by } => self.pipeline.state = State::Held { by: by - 1 },
            _ => return false,
        }
        true
    }
}
