//! A core and its neighbours: what parts may do to a core, and what a core may ask of parts.

use super::access::{RegisterAccess, Request};
use super::local_memory::{LocalMemory, Reach};
use crate::units::Cycle;

/// A core as the parts around it reach it.
pub trait CorePort {
    /// A load, `lr.w`, `sc.w` or atomic operation has been carried out: the aligned word read, or the outcome of `sc.w`. The core goes on in
    /// cycle `free`.
    fn answered(&mut self, word: u32, free: Cycle);

    /// The posted store has been carried out; the core may issue another from cycle `free` on.
    fn store_served(&mut self, free: Cycle);

    /// A register that belongs to this core alone has answered, with what was read. The core goes on in cycle `at`.
    fn registers_answered(&mut self, word: u32, at: Cycle);

    /// Where the data memory is in the core's own address space: its first address and its bytes.
    fn data_range(&self) -> (u32, u32);

    /// Bytes of the data memory, from an offset on, as they stand at the end of cycle `now`.
    fn data(&mut self, now: Cycle, offset: u32, length: usize) -> &[u8];

    /// Another master writes to the data memory at the end of cycle `now`.
    fn write_data(&mut self, now: Cycle, offset: u32, bytes: &[u8]);

    /// The word at an offset of the program memory of a core that awaits a program; of another, whose fetch has the port, 0.
    fn program_word(&self, offset: u32) -> u32;

    /// Another master writes a word to the program memory of a core that awaits a program; that of another stays as it is.
    fn write_program(&mut self, offset: u32, word: u32);

    /// The interrupt inputs that one of the drivers of the core's lines drives from cycle `from` on, as bits of `mip`. True if they have
    /// changed.
    fn drive_lines(&mut self, driver: usize, lines: u32, from: Cycle) -> bool;

    /// What a DMA engine next to the core may do to its data memory from now on; returns what that was before. `window`: the number of the
    /// engine's registers among those that belong to the core.
    fn set_reach(&mut self, window: usize, reach: Reach) -> Reach;

    /// Whether the core has run ahead and stored in these bytes of its data memory, or other masters may reach them without the core.
    fn may_change(&self, offset: u32, bytes: u32) -> bool;

    /// Whether it has run over cycles that are still to come, and may be taken back.
    fn is_ahead(&self) -> bool;

    /// One of the components that hold the core at its start lets it go; with the last one the first instruction issues in cycle `at`. Does
    /// nothing to a core that is not held, and returns false.
    fn start(&mut self, at: Cycle) -> bool;
}

/// What a core reaches when it issues a load or store.
pub trait MemoryPort {
    /// A core asserts a request from cycle `at` on; it stands until it is answered.
    fn post(&mut self, core: usize, request: Request, at: Cycle);
}

/// Registers that each core has for itself: of its message buffers, or of its DMA controller.
pub trait PrivateRegisters {
    /// A core issues an access in `now`. True if the answer may be a long time in coming, and the core may give the access up.
    fn begin(&mut self, core: usize, access: RegisterAccess, now: Cycle) -> bool;

    /// A core gives up such an access.
    fn withdraw(&mut self, core: usize);
}

/// The second port of a core's data memory, as a DMA engine next to the core reaches it at the end of cycle `now`.
pub struct SecondPort<'a, C> {
    pub core: &'a mut C,
    pub now: Cycle,
}

impl<'a, C: CorePort> SecondPort<'a, C> {
    /// The offset of some bytes in the data memory, if they are there.
    fn offset(&self, address: u32, bytes: usize) -> Option<u32> {
        let (base, size) = self.core.data_range();
        let offset = address.wrapping_sub(base);
        (u64::from(offset) + bytes as u64 <= u64::from(size)).then_some(offset)
    }

    /// Some bytes; none if they are not all there.
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
