//! What reaches a core from outside without its asking: its start, interrupt lines, and accesses of others to its data memory.
//!
//! A core that has been run ahead of the cycle in which it happens is taken back to it (`speculation`).

use super::classes::Class;
use super::local::extract;
use super::{Core, PostedStore, State};
use crate::port::core::CorePort;
use crate::units::Cycle;
use weft_isa::Op;

impl Core {
    /// Keeps the core, which has been loaded, from its first instruction until it is started.
    pub fn hold(&mut self) {
        (self.wait_since, self.wait_class) = (Cycle(0), Class::Sleep);
        (self.state, self.time) = (State::Held, Cycle::NEVER);
    }

    /// The interrupt inputs that devices drive.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// Whether the core has message instructions.
    pub fn has_message_unit(&self) -> bool {
        self.has_message_unit
    }

    /// Whether something from outside could change what the core does next.
    #[inline]
    pub fn is_exposed(&self) -> bool {
        self.is_reachable || self.next_touch != Cycle::NEVER || self.control.is_interruptible()
    }
}

impl CorePort for Core {
    #[inline]
    fn answered(&mut self, word: u32, free: Cycle) {
        let value = match self.program.slots()[self.index].instruction() {
            Some(instruction) if instruction.op == Op::Flw => {
                self.set_loaded(&instruction, word);
                return self.complete(free);
            }
            Some(instruction) => {
                extract(instruction.op, word, self.effective_address(&instruction))
            }
            None => word,
        };
        self.complete_with(free, value);
    }

    #[inline]
    fn store_served(&mut self, free: Cycle) {
        self.store = PostedStore::FreeFrom(free);
        if self.state == State::PostedStore {
            self.end_wait(free);
        }
    }

    #[inline]
    fn registers_answered(&mut self, word: u32, at: Cycle) {
        match self.program.slots()[self.index].op {
            Some(Op::Lw) => self.complete_with(at, word),
            _ => self.complete(at),
        }
    }

    #[inline]
    fn data_range(&self) -> (u32, u32) {
        self.data.range()
    }

    #[inline]
    fn data(&mut self, now: Cycle, offset: u32, length: usize) -> &[u8] {
        self.take_back_to(now + 1);
        self.data.at(offset, length)
    }

    #[inline]
    fn write_data(&mut self, now: Cycle, offset: u32, bytes: &[u8]) {
        self.take_back_to(now + 1);
        self.data.at_mut(offset, bytes.len()).copy_from_slice(bytes);
        let word = self.data.base().wrapping_add(offset) & !3;
        if self.reservation == Some(word) {
            self.reservation = None;
        }
    }

    #[inline]
    fn drive_lines(&mut self, driver: usize, lines: u32, from: Cycle) -> bool {
        if self.driven[driver] == lines {
            return false;
        }
        self.driven[driver] = lines;
        let lines = self.driven.iter().fold(0, |all, lines| all | lines);
        if lines == self.lines {
            return false;
        }
        self.lines = lines;
        self.delivered(from);
        true
    }

    #[inline]
    fn set_next_touch(&mut self, window: usize, at: Cycle) -> Cycle {
        let before = std::mem::replace(&mut self.touches[window], at);
        if before == at {
            return before;
        }
        self.next_touch = self.touches.iter().copied().min().unwrap_or(Cycle::NEVER);
        before
    }

    fn start(&mut self, at: Cycle) -> bool {
        let is_held = self.state == State::Held;
        if is_held {
            self.end_wait(at);
        }
        is_held
    }
}
