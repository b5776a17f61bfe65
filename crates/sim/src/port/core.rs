//! The interfaces of a core: what other parts do to a core, and what a core asks of other parts.

use super::access::{RegisterAccess, Request};
use super::local_memory::{LocalMemory, Reach};
use crate::units::Cycle;

/// A core, as the parts connected to it see it.
pub trait CorePort {
    /// A load, `lr.w`, `sc.w` or atomic operation is complete; `word` is the aligned word read, or the result of `sc.w`. The core continues in cycle
    /// `free`.
    fn answered(&mut self, word: u32, free: Cycle);

    /// The posted store is complete; the core may issue another one from cycle `free` on.
    fn store_served(&mut self, free: Cycle);

    /// An access to the core's private registers is complete; `word` is the value read. The core continues in cycle `at`.
    fn registers_answered(&mut self, word: u32, at: Cycle);

    /// Returns the base address and the size of the data memory in the core's own address space.
    fn data_range(&self) -> (u32, u32);

    /// Returns bytes of the data memory from an offset on, as they are at the end of cycle `now`.
    fn data(&mut self, now: Cycle, offset: u32, length: usize) -> &[u8];

    /// Another master writes to the data memory at the end of cycle `now`.
    fn write_data(&mut self, now: Cycle, offset: u32, bytes: &[u8]);

    /// Returns the word at an offset of the program memory, if the core awaits its program; otherwise 0, since the core's own fetch uses the port.
    fn program_word(&self, offset: u32) -> u32;

    /// Another master writes a word of the program memory. Ignored unless the core awaits its program.
    fn write_program(&mut self, offset: u32, word: u32);

    /// Sets the interrupt inputs (bits of `mip`) that driver number `driver` drives from cycle `from` on. Returns true if they have changed.
    fn drive_lines(&mut self, driver: usize, lines: u32, from: Cycle) -> bool;

    /// Says what the DMA engine of a core may do to the core's data memory from now on; returns the previous value. `window` identifies the engine:
    /// it is the number of its registers among the core's private registers.
    fn set_reach(&mut self, window: usize, reach: Reach) -> Reach;

    /// Is there a data hazard on these bytes of the data memory? True if the core has stored to them while it ran ahead, or if other masters can
    /// access them without the core.
    fn may_change(&self, offset: u32, bytes: u32) -> bool;

    /// Has the core run ahead of global time speculatively, so that it may be rolled back?
    fn is_ahead(&self) -> bool;

    /// One of the components that hold the core at reset releases it. When the last one does, the first instruction issues in cycle `at`. Returns
    /// false, without effect, if the core is not held.
    fn start(&mut self, at: Cycle) -> bool;
}

/// The interconnects, as a core that issues a load or store sees them.
pub trait MemoryPort {
    /// Asserts a core's request from cycle `at` on; it stays asserted until it is answered.
    fn post(&mut self, core: usize, request: Request, at: Cycle);
}

/// Registers that each core has one private set of: of its message buffers, or of its DMA controller.
pub trait PrivateRegisters {
    /// A core issues an access in cycle `now`. Returns true if the answer may take arbitrarily long, so that an interrupt may make the core abandon
    /// the access.
    fn begin(&mut self, core: usize, access: RegisterAccess, now: Cycle) -> bool;

    /// A core abandons an access for which `begin` has returned true.
    fn withdraw(&mut self, core: usize);
}

/// The second port of a core's data memory, which the DMA engine of the core uses at the end of cycle `now`.
pub struct SecondPort<'a, C> {
    pub core: &'a mut C,
    pub now: Cycle,
}

impl<'a, C: CorePort> SecondPort<'a, C> {
    /// Returns the offset of these bytes in the data memory; None if they are not all in it.
    fn offset(&self, address: u32, bytes: usize) -> Option<u32> {
        let (base, size) = self.core.data_range();
        let offset = address.wrapping_sub(base);
        (u64::from(offset) + bytes as u64 <= u64::from(size)).then_some(offset)
    }

    /// Returns these bytes of the data memory; an empty slice if they are not all in it.
    pub fn bytes(self, address: u32, length: usize) -> &'a [u8] {
        match self.offset(address, length) {
            Some(offset) => self.core.data(self.now, offset, length),
            None => &[],
        }
    }
}

impl<C: CorePort> LocalMemory for SecondPort<'_, C> {
    fn read(&mut self, address: u32) -> u32 {
        let Some(offset) = self.offset(address, 4).filter(|_| address & 3 == 0) else {
            return 0;
        };
        let bytes = self.core.data(self.now, offset, 4);
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    fn write(&mut self, address: u32, bytes: &[u8]) {
        if let Some(offset) = self.offset(address, bytes.len()) {
            self.core.write_data(self.now, offset, bytes);
        }
    }

    fn may_change(&mut self, address: u32, bytes: u32) -> bool {
        let offset = self.offset(address, bytes as usize);
        offset.is_some_and(|offset| self.core.may_change(offset, bytes))
    }
}
