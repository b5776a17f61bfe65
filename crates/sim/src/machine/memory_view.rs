//! The memory of a chip as one core's program addresses it, without time: for the loader, the host's services and debuggers.

use super::devices::Devices;
use crate::part::core::data_memory::DataMemory;
use crate::part::core::program::Program;
use crate::semihosting::Memory;
use std::sync::Arc;

/// A core's private memories and the memories on the bus.
pub struct CoreMemory<'a> {
    data: &'a mut DataMemory,
    program: &'a mut Arc<Program>,
    devices: &'a mut Devices,
}

impl<'a> CoreMemory<'a> {
    /// The memories of one core.
    pub fn new(
        data: &'a mut DataMemory,
        program: &'a mut Arc<Program>,
        devices: &'a mut Devices,
    ) -> Self {
        CoreMemory {
            data,
            program,
            devices,
        }
    }
}

/// Bytes at `address` in any of the memories; None if they are not all in one of them.
pub fn peek<'a>(
    data: &'a DataMemory,
    program: &'a Program,
    devices: &'a Devices,
    address: u32,
    length: usize,
) -> Option<&'a [u8]> {
    let offset = address.wrapping_sub(program.base()) as usize;
    data.slice(address, length)
        .or_else(|| program.bytes().get(offset..offset.checked_add(length)?))
        .or_else(|| devices.memory(address, length))
}

/// The first address of a range that cannot be accessed, given a way to tell for single bytes.
fn first_bad(address: u32, length: usize, good: impl Fn(u32) -> bool) -> u32 {
    let addresses = (0..length as u32).map(|offset| address.wrapping_add(offset));
    addresses
        .into_iter()
        .find(|&at| !good(at))
        .unwrap_or(address)
}

impl Memory for CoreMemory<'_> {
    fn read(&self, address: u32, into: &mut [u8]) -> Result<(), u32> {
        match peek(self.data, self.program, self.devices, address, into.len()) {
            Some(bytes) => {
                into.copy_from_slice(bytes);
                Ok(())
            }
            None => Err(first_bad(address, into.len(), |at| {
                peek(self.data, self.program, self.devices, at, 1).is_some()
            })),
        }
    }

    fn write(&mut self, address: u32, from: &[u8]) -> Result<(), u32> {
        if let Some(place) = self.data.slice_mut(address, from.len()) {
            place.copy_from_slice(from);
            return Ok(());
        }
        let offset = address.wrapping_sub(self.program.base()) as usize;
        if offset
            .checked_add(from.len())
            .is_some_and(|end| end <= self.program.bytes().len())
        {
            Arc::make_mut(self.program).write(offset, from);
            return Ok(());
        }
        match self.devices.memory_mut(address, from.len()) {
            Some(place) => {
                place.copy_from_slice(from);
                Ok(())
            }
            None => Err(first_bad(address, from.len(), |at| {
                peek(self.data, self.program, self.devices, at, 1).is_some()
            })),
        }
    }
}
