//! Accesses to memory on the bus, with the reservations that cores have made in it by `lr.w`.

use super::Bus;
use crate::machine::device::Device;
use crate::port::access::{Request, Target};
use weft_isa::{amo, Op};

impl Bus {
    /// A core's access to a memory device: the aligned word that is read, or the outcome of `sc.w`.
    pub(super) fn access_memory(
        &mut self,
        core: usize,
        request: Request,
        index: usize,
        offset: u32,
    ) -> u32 {
        let old = self.word(index, offset & !3);
        match request.op {
            Op::Lb | Op::Lbu | Op::Lh | Op::Lhu | Op::Lw => old,
            Op::LrW => {
                self.reservations[core] = Some(request.address);
                old
            }
            Op::ScW => {
                let stands = self.reservations[core].take() == Some(request.address);
                let succeeds = request.reserved && stands;
                if succeeds {
                    self.store(core, index, offset, request);
                }
                u32::from(!succeeds)
            }
            Op::Sb | Op::Sh | Op::Sw => {
                self.store(core, index, offset, request);
                0
            }
            op => {
                let value = amo(op, old, request.value);
                self.store(core, index, offset, Request { value, ..request });
                old
            }
        }
    }

    fn word(&self, index: usize, offset: u32) -> u32 {
        match &self.devices[index] {
            Device::Memory(memory) => memory.word(offset),
            _ => 0,
        }
    }

    fn store(&mut self, writer: usize, index: usize, offset: u32, request: Request) {
        self.end_reservations(Some(writer), request.address);
        let bytes = request.value.to_le_bytes();
        self.write(index, offset, &bytes[..request.bytes as usize]);
    }

    /// A controller writes to a memory device.
    pub(super) fn write_memory(&mut self, index: usize, offset: u32, data: &[u8]) {
        let address = self.map.address_of(index, offset);
        self.end_reservations(None, address);
        self.write(index, offset, data);
    }

    fn write(&mut self, index: usize, offset: u32, data: &[u8]) {
        if let Device::Memory(memory) = &mut self.devices[index] {
            self.changes += u64::from(memory.bytes(offset, data.len()) != data);
            memory.write(offset, data);
        }
    }

    /// Is this a place in a memory device?
    pub(super) fn is_memory(&self, target: Option<Target>) -> bool {
        matches!(target, Some(Target::Device { index, .. }) if self.devices[index].is_memory())
    }

    /// The word at `address` is written: nobody else's reservation of it stands.
    fn end_reservations(&mut self, writer: Option<usize>, address: u32) {
        let word = address & !3;
        for (core, reservation) in self.reservations.iter_mut().enumerate() {
            if writer != Some(core) && *reservation == Some(word) {
                *reservation = None;
            }
        }
    }

    /// The bytes of a memory device at `address`, as a debugger sees them; None if they are not all in one.
    pub fn memory(&self, address: u32, length: usize) -> Option<&[u8]> {
        match self.map.target(address, u32::try_from(length).ok()?)? {
            Target::Device { index, offset } => match &self.devices[index] {
                Device::Memory(memory) => Some(memory.bytes(offset, length)),
                _ => None,
            },
            Target::DataMemory { .. } => None,
        }
    }

    /// As [`Bus::memory`], to be written.
    pub fn memory_mut(&mut self, address: u32, length: usize) -> Option<&mut [u8]> {
        match self.map.target(address, u32::try_from(length).ok()?)? {
            Target::Device { index, offset } => match &mut self.devices[index] {
                Device::Memory(memory) => Some(memory.bytes_mut(offset, length)),
                _ => None,
            },
            Target::DataMemory { .. } => None,
        }
    }
}
