//! The memory of a chip as one core's program addresses it, without timing: for the loader, host services and debuggers.

use super::devices::Devices;
use crate::part::core::data_memory::DataMemory;
use crate::part::core::program::Program;
use crate::semihosting::Memory;
use std::sync::Arc;

/// A core's private memories, and the memories on the interconnects.
pub struct CoreMemory<'a> {
    pub data: &'a mut DataMemory,
    pub program: &'a mut Arc<Program>,
    pub devices: &'a mut Devices,
    /// Is the access made for the program? The program may access only the parts of its program memory that hold data.
    pub is_program: bool,
}

impl CoreMemory<'_> {
    /// Are these bytes in one memory, and may they be read or written?
    fn allows(&self, address: u32, length: usize, writes: bool) -> bool {
        let is_there = peek(self.data, self.program, self.devices, address, length).is_some();
        let is_code = self.data.slice(address, length).is_none()
            && self.program.slice(address, length).is_some();
        let is_data =
            self.program.has_data(address, length) && (!writes || self.program.takes_stores);
        is_there && (!self.is_program || !is_code || is_data || length == 0)
    }

    /// Checks an access; fails with the first address that cannot be accessed.
    pub fn check(&self, address: u32, length: usize, writes: bool) -> Result<(), u32> {
        match self.allows(address, length, writes) {
            true => Ok(()),
            false => Err(first_bad(address, length, |at| self.allows(at, 1, writes))),
        }
    }
}

/// Returns bytes from any of the memories; None if they are not all in one of them.
pub fn peek<'a>(
    data: &'a DataMemory,
    program: &'a Program,
    devices: &'a Devices,
    address: u32,
    length: usize,
) -> Option<&'a [u8]> {
    data.slice(address, length)
        .or_else(|| program.slice(address, length))
        .or_else(|| devices.memory(address, length))
}

/// Returns the first address of a range for which `good` is false.
fn first_bad(address: u32, length: usize, good: impl Fn(u32) -> bool) -> u32 {
    let addresses = (0..length as u32).map(|offset| address.wrapping_add(offset));
    addresses
        .into_iter()
        .find(|&at| !good(at))
        .unwrap_or(address)
}

impl Memory for CoreMemory<'_> {
    fn read(&self, address: u32, into: &mut [u8]) -> Result<(), u32> {
        self.check(address, into.len(), false)?;
        if let Some(bytes) = peek(self.data, self.program, self.devices, address, into.len()) {
            into.copy_from_slice(bytes);
        }
        Ok(())
    }

    fn write(&mut self, address: u32, from: &[u8]) -> Result<(), u32> {
        self.check(address, from.len(), true)?;
        if let Some(place) = self.data.slice_mut(address, from.len()) {
            place.copy_from_slice(from);
        } else if self.program.slice(address, from.len()).is_some() {
            let offset = address.wrapping_sub(self.program.base) as usize;
            Arc::make_mut(self.program).write(offset, from);
        } else if let Some(place) = self.devices.memory_mut(address, from.len()) {
            place.copy_from_slice(from);
        }
        Ok(())
    }
}
