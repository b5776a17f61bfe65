//! Checks whether an access of the core can act: the conditions of each command, in the order of the table in docs/contract/message-buffers.md,
//! "Registers".

use super::registers::{self, Code};
use super::statistics::Stall;
use super::unit::MessageBuffers;
use crate::port::RegisterAccess;
use crate::units::Cycle;

/// Why an access does not act.
pub(super) enum Hold {
    /// Nothing is done; the RESULT register gets this code.
    Refused(Code),
    Stalled(Stall),
}

pub(super) type Check = Result<(), Hold>;

fn refuse_unless(holds: bool, code: Code) -> Check {
    holds.then_some(()).ok_or(Hold::Refused(code))
}

fn stall_unless(holds: bool, stall: Stall) -> Check {
    holds.then_some(()).ok_or(Hold::Stalled(stall))
}

impl MessageBuffers {
    /// Checks whether an access can act in `now`.
    pub(super) fn check(&self, access: RegisterAccess, now: Cycle) -> Check {
        match access {
            RegisterAccess::Read { offset } => match offset {
                registers::SENT => self.check_copy(),
                registers::WAIT => stall_unless(self.wait_is_over(now), Stall::Underflow),
                _ => Ok(()),
            },
            RegisterAccess::Write { offset, value } => match offset {
                registers::SEND => self.check_send(value),
                registers::RECEIVE => self.check_receive(value, now),
                registers::TAKE => self.check_take(value, now),
                registers::MREAD => self.check_memory_read(value),
                registers::MWRITE => self.check_memory_write(value),
                _ => Ok(()),
            },
        }
    }

    fn check_send(&self, bytes: u32) -> Check {
        let task = self.table.tile(self.registers.send_task);
        refuse_unless(task.is_some(), Code::NoSuchTask)?;
        self.check_length(bytes, self.largest_block())?;
        self.check_local(self.registers.send_address, bytes)?;
        self.check_copy()?;
        stall_unless(self.room() >= bytes, Stall::Overflow)
    }

    fn check_receive(&self, bytes: u32, now: Cycle) -> Check {
        let task = self.registers.receive_task;
        refuse_unless(self.table.tile(task).is_some(), Code::NoSuchTask)?;
        self.check_length(bytes, self.parameters.unit.input_bytes)?;
        self.check_local(self.registers.receive_address, bytes)?;
        let place = self.input.oldest(Some(task), now);
        let place = place.ok_or(Hold::Stalled(Stall::Underflow))?;
        refuse_unless(
            self.input.entry(place).block.bytes == bytes,
            Code::OtherLength,
        )?;
        self.check_copy()
    }

    fn check_take(&self, address: u32, now: Cycle) -> Check {
        let place = self.input.oldest(None, now);
        let place = place.ok_or(Hold::Stalled(Stall::Underflow))?;
        self.check_local(address, self.input.entry(place).block.bytes)?;
        self.check_copy()
    }

    fn check_memory_read(&self, bytes: u32) -> Check {
        self.check_length(bytes, u32::MAX)?;
        self.check_local(self.registers.memory_local, bytes)?;
        self.check_memory(bytes)?;
        self.check_copy()
    }

    fn check_memory_write(&self, bytes: u32) -> Check {
        self.check_length(bytes, self.parameters.unit.output_bytes)?;
        self.check_local(self.registers.memory_local, bytes)?;
        self.check_memory(bytes)?;
        self.check_copy()?;
        stall_unless(self.room() >= bytes, Stall::Memory)
    }

    fn check_length(&self, bytes: u32, largest: u32) -> Check {
        refuse_unless((1..=largest).contains(&bytes), Code::Length)
    }

    fn check_local(&self, address: u32, bytes: u32) -> Check {
        let inside = self.parameters.data_memory.contains(address, bytes);
        refuse_unless(inside && address % 4 == 0, Code::Address)
    }

    fn check_memory(&self, bytes: u32) -> Check {
        let address = self.registers.memory_address;
        let end = address.checked_add(bytes);
        let inside = end.is_some_and(|end| end <= self.registers.memory_bytes);
        let in_a_tile = inside && self.place_in_memory(bytes).is_some();
        refuse_unless(in_a_tile && address % 4 == 0, Code::Memory)
    }

    fn check_copy(&self) -> Check {
        stall_unless(self.copy.is_none(), Stall::Copying)
    }

    fn wait_is_over(&self, now: Cycle) -> bool {
        let wanted = self.registers.wait_room;
        let has_room = wanted > 0 && self.copy.is_none() && self.room() >= wanted;
        has_room || self.input.oldest(None, now).is_some()
    }

    /// Free bytes of the output buffer.
    pub(super) fn room(&self) -> u32 {
        4 * self.output.free as u32
    }

    /// The largest block: a longer one would never fit into the input buffer of the receiving tile.
    pub fn largest_block(&self) -> u32 {
        let unit = &self.parameters.unit;
        unit.output_bytes.min(unit.input_bytes)
    }
}
