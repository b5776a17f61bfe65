//! What reaches a core from outside without its asking: its start, interrupt lines, and accesses of others to its data memory.
//!
//! A core that has been run ahead of the cycle in which it happens is taken back to it (`speculation`).

use super::classes::Class;
use super::data_memory::DataMemory;
use super::{Core, State};
use crate::port::local_memory::LocalMemory;
use crate::units::Cycle;

impl Core {
    /// Keeps the core, which has been loaded, from its first instruction until it is started.
    pub fn hold(&mut self) {
        (self.wait_since, self.wait_class) = (Cycle(0), Class::Sleep);
        (self.state, self.time) = (State::Held, Cycle::NEVER);
    }

    /// The first instruction issues in cycle `at`. Does nothing to a core that is not held, and returns false.
    pub fn start(&mut self, at: Cycle) -> bool {
        let is_held = self.state == State::Held;
        if is_held {
            self.end_wait(at);
        }
        is_held
    }

    /// The interrupt inputs that devices drive, as bits of `mip`, as they are from cycle `from` on. True if they have changed.
    pub fn set_lines(&mut self, lines: u32, from: Cycle) -> bool {
        if lines == self.lines {
            return false;
        }
        self.lines = lines;
        self.delivered(from);
        true
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

    /// The data memory as it stands at the end of cycle `now`, to be read by another master.
    pub fn data_from_outside(&mut self, now: Cycle) -> &DataMemory {
        self.take_back_to(now + 1);
        &self.data
    }

    /// Another master writes at the end of cycle `now`, at an offset from the memory's base.
    pub fn write_from_outside(&mut self, now: Cycle, offset: u32, data: &[u8]) {
        self.take_back_to(now + 1);
        self.data.at_mut(offset, data.len()).copy_from_slice(data);
        let word = self.data.base().wrapping_add(offset) & !3;
        if self.reservation == Some(word) {
            self.reservation = None;
        }
    }
}

/// The second port of a core's data memory, as a DMA engine next to the core reaches it at the end of cycle `now`.
pub struct SecondPort<'a> {
    pub core: &'a mut Core,
    pub now: Cycle,
}

impl LocalMemory for SecondPort<'_> {
    fn read(&mut self, address: u32) -> u32 {
        let memory = self.core.data_from_outside(self.now);
        memory.read::<4>(address).map_or(0, u32::from_le_bytes)
    }

    fn write(&mut self, address: u32, bytes: &[u8]) {
        if self.core.data.slice(address, bytes.len()).is_some() {
            let offset = address - self.core.data.base();
            self.core.write_from_outside(self.now, offset, bytes);
        }
    }
}
