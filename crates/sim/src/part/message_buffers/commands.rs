//! The core's side of the message unit: accesses to its registers, some of which start a command or wait for something.
//!
//! An access issued in t acts at the end of t + `access` - 1, if it can; otherwise the core is stalled, its clock gated (pronto IV.B), until it can.
//! What each register does is defined in docs/contract/message-buffers.md, "Registers".

use super::checks::Hold;
use super::copy::{Copy, CopyDirection};
use super::memory_read::MemoryRead;
use super::output::Purpose;
use super::registers::{self, Code};
use super::statistics::Stall;
use super::unit::MessageBuffers;
use crate::port::RegisterAccess;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// An access that has not been answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Pending {
    pub access: RegisterAccess,
    /// The earliest cycle at whose end it acts.
    pub from: Cycle,
}

/// The register values that the core, or the host, has written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Registers {
    pub send_task: u32,
    pub send_address: u32,
    pub receive_task: u32,
    pub receive_address: u32,
    pub memory_local: u32,
    pub memory_address: u32,
    pub wait_room: u32,
    pub result: u32,
    pub own_task: Option<u16>,
    pub memory_base: u32,
    pub memory_bytes: u32,
    /// The offset of the register that the next value from the host is for.
    pub host_offset: u32,
}

impl MessageBuffers {
    /// Lets the core's access act, if it can on the state at the start of `now`. Returns the answer to the core.
    pub(super) fn serve(&mut self, now: Cycle) -> Option<u32> {
        let access = self.attempting(now)?;
        let answer = match self.check(access, now) {
            Ok(()) => match access {
                RegisterAccess::Read { offset } => Some(self.read(offset, now)),
                RegisterAccess::Write { offset, value } => self.write(offset, value, now),
            },
            Err(Hold::Refused(code)) => {
                self.registers.result = code as u32;
                Some(0)
            }
            Err(Hold::Stalled(stall)) => {
                let stall = self.stalls.stall().unwrap_or(stall);
                self.stalls.set(Some(stall), now);
                None
            }
        };
        if answer.is_some() {
            self.answered(now);
        }
        answer
    }

    /// The next cycle, not before `now`, in which the core's access can act, or stalls for another reason.
    pub(super) fn next_serve(&self, now: Cycle) -> Cycle {
        let Some(Pending { access, from }) = self.pending.filter(|_| !self.copies_for_core())
        else {
            return Cycle::NEVER;
        };
        if from >= now || !self.is_stalled(access, now) {
            return from.max(now);
        }
        let valid = self.input.table.iter().map(|entry| entry.valid_from);
        let coming = valid.filter(|from| *from >= now);
        coming.fold(Cycle::NEVER, Cycle::min)
    }

    /// Updates the reason for which the core is stalled, from the state at the end of `now`.
    pub(super) fn note_stall(&mut self, now: Cycle) {
        let stall = match self.copy.map(|copy| copy.direction) {
            Some(CopyDirection::FromMemory) => Some(Stall::Memory),
            Some(CopyDirection::FromInput { .. }) if self.copy_starves() => Some(Stall::Underflow),
            Some(CopyDirection::FromInput { .. }) => Some(Stall::Copying),
            Some(CopyDirection::ToOutput) | None => self.stall_of_attempt(now),
        };
        if stall.is_some() {
            self.stalls.set(stall, now);
        }
    }

    fn stall_of_attempt(&self, now: Cycle) -> Option<Stall> {
        match self.check(self.attempting(now)?, now) {
            Err(Hold::Stalled(stall)) => Some(stall),
            _ => None,
        }
    }

    /// Ends the core's access: the core continues.
    pub(super) fn answered(&mut self, now: Cycle) {
        self.stalls.set(None, now);
        self.pending = None;
    }

    /// The access that has reached the registers, unless the end of a copy will answer it.
    fn attempting(&self, now: Cycle) -> Option<RegisterAccess> {
        let pending = self.pending.filter(|_| !self.copies_for_core())?;
        (pending.from <= now).then_some(pending.access)
    }

    /// Whether the core's access may wait for room in the output buffer.
    pub(super) fn awaits_room(&self) -> bool {
        self.pending.is_some_and(|pending| match pending.access {
            RegisterAccess::Write { offset, .. } => {
                matches!(offset, registers::SEND | registers::MWRITE)
            }
            RegisterAccess::Read { offset } => {
                offset == registers::WAIT && self.registers.wait_room > 0
            }
        })
    }

    fn copies_for_core(&self) -> bool {
        self.copy
            .is_some_and(|copy| copy.direction != CopyDirection::ToOutput)
    }

    fn is_stalled(&self, access: RegisterAccess, now: Cycle) -> bool {
        matches!(self.check(access, now), Err(Hold::Stalled(_)))
    }

    fn read(&self, offset: u32, now: Cycle) -> u32 {
        match offset {
            registers::RESULT => self.registers.result,
            registers::ARRIVED | registers::WAIT => self.arrived(now),
            registers::SELF => self
                .registers
                .own_task
                .map_or(registers::NO_TASK, u32::from),
            registers::ROOM if self.copy.is_none() => self.room(),
            registers::TASKS => self.table.valid() as u32,
            registers::MEMORY_BASE => self.registers.memory_base,
            registers::MEMORY_BYTES => self.registers.memory_bytes,
            registers::TABLE.. => {
                let tile = self.table.tile(entry_of(offset));
                tile.map_or(0, |tile| registers::TABLE_VALID | u32::from(tile))
            }
            _ => 0,
        }
    }

    /// The value of ARRIVED: the oldest block in the status table.
    fn arrived(&self, now: Cycle) -> u32 {
        let oldest = self.input.oldest(None, now);
        oldest.map_or(0, |place| {
            let entry = self.input.entry(place);
            let task = u32::from(entry.task.unwrap_or(registers::UNKNOWN_TASK));
            registers::ARRIVED_VALID | task << registers::ARRIVED_TASK | entry.block.bytes
        })
    }

    /// Writes a register; a command has been checked. Returns the answer, unless the end of a copy will give it.
    fn write(&mut self, offset: u32, value: u32, now: Cycle) -> Option<u32> {
        let own = &mut self.registers;
        match offset {
            registers::SEND_TASK => own.send_task = value,
            registers::SEND_ADDRESS => own.send_address = value,
            registers::RECEIVE_TASK => own.receive_task = value,
            registers::RECEIVE_ADDRESS => own.receive_address = value,
            registers::MEMORY_LOCAL => own.memory_local = value,
            registers::MEMORY_ADDRESS => own.memory_address = value,
            registers::WAIT_ROOM => own.wait_room = value,
            registers::SEND => self.start_send(value, now),
            registers::MWRITE => self.start_memory_write(value, now),
            registers::RECEIVE => {
                let (task, address) = (own.receive_task, own.receive_address);
                return self.start_receive(Some(task), address, now);
            }
            registers::TAKE => return self.start_receive(None, value, now),
            registers::MREAD => return self.start_memory_read(value, now),
            _ => self.set_table(offset, value),
        }
        Some(0)
    }

    fn start_send(&mut self, bytes: u32, now: Cycle) {
        let task = self.registers.send_task;
        if let Some(tile) = self.table.tile(task) {
            let purpose = Purpose::Message { task: task as u16 };
            self.output.admit(tile, purpose, bytes);
            self.start_copy(
                CopyDirection::ToOutput,
                self.registers.send_address,
                bytes,
                now,
            );
            self.counters.sent.count(bytes);
        }
    }

    fn start_memory_write(&mut self, bytes: u32, now: Cycle) {
        if let Some((tile, address)) = self.place_in_memory(bytes) {
            let purpose = Purpose::MemoryWrite { address };
            self.output.admit(tile, purpose, bytes);
            self.start_copy(
                CopyDirection::ToOutput,
                self.registers.memory_local,
                bytes,
                now,
            );
            self.counters.memory_written.count(bytes);
        }
    }

    fn start_receive(&mut self, task: Option<u32>, address: u32, now: Cycle) -> Option<u32> {
        let place = self.input.oldest(task, now)?;
        let bytes = self.input.entry(place).block.bytes;
        self.start_copy(CopyDirection::FromInput { place }, address, bytes, now);
        self.counters.received.count(bytes);
        None
    }

    fn start_memory_read(&mut self, bytes: u32, now: Cycle) -> Option<u32> {
        let (tile, address) = self.place_in_memory(bytes)?;
        let (words, packet) = (bytes.div_ceil(4) as usize, self.parameters.packet_words);
        self.memory_read = Some(MemoryRead::new(tile, address, words, packet));
        self.start_copy(
            CopyDirection::FromMemory,
            self.registers.memory_local,
            bytes,
            now,
        );
        self.counters.memory_read.count(bytes);
        None
    }

    /// The memory tile that holds all of a block, and the block's address in it.
    pub(super) fn place_in_memory(&self, bytes: u32) -> Option<(u16, u32)> {
        let own = &self.registers;
        let address = own.memory_base.checked_add(own.memory_address)?;
        let mut memories = self.parameters.memories.iter();
        let memory = memories.find(|memory| memory.range.contains(address, bytes))?;
        Some((memory.endpoint, address - memory.range.base))
    }

    /// Starts the DMA engine, which is free, and sets RESULT to 0.
    fn start_copy(&mut self, direction: CopyDirection, address: u32, bytes: u32, now: Cycle) {
        self.copy = Some(Copy {
            direction,
            address,
            bytes,
            due: now + self.period(direction),
        });
        self.is_disturbed = true;
        self.registers.result = Code::Good as u32;
    }

    /// Writes an entry of the address translation table. A value that names no tile of a core makes the entry invalid. Other offsets are ignored.
    pub(super) fn set_table(&mut self, offset: u32, value: u32) {
        if offset < registers::TABLE {
            return;
        }
        let chip = &self.parameters;
        let tile = (value & !registers::TABLE_VALID).try_into().ok();
        let has_memory = |tile: u16| chip.memories.iter().any(|it| it.endpoint == tile);
        let has_core = |tile: &u16| *tile < chip.tiles && *tile != chip.host && !has_memory(*tile);
        let tile = tile.filter(|tile| value & registers::TABLE_VALID != 0 && has_core(tile));
        self.table.set(entry_of(offset), tile);
    }
}

fn entry_of(offset: u32) -> u32 {
    (offset - registers::TABLE) / registers::TABLE_STRIDE
}
