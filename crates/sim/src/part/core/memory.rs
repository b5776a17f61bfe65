//! Loads, stores and atomic operations on what is private to the core: data memory, program memory, timer.
//!
//! The inner loop (`run`) executes the frequent ones: loads and stores of the data memory and loads of the program memory. Timing:
//! docs/contract/core.md, "Instructions".

use super::kinds::{access_bytes, is_atomic, is_integer_load};
use super::program::Slot;
use super::Core;
use crate::port::Accepts;
use std::sync::Arc;
use weft_isa::{amo, Instruction, Op};

/// What a data access goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Data,
    Program,
    Timer,
    /// The bus, or a register window of the core.
    Outside(Accepts),
    Nowhere,
}

impl Core {
    /// Returns what an access to `bytes` bytes from `address` on goes to.
    pub(super) fn place(&self, address: u32, bytes: u32) -> Place {
        if self.data.slice(address, bytes as usize).is_some() {
            Place::Data
        } else if self.pipeline.program.has_data(address, bytes as usize) {
            Place::Program
        } else if self.interrupts.timer.contains(address, bytes) {
            Place::Timer
        } else {
            let accepts = self.sub_pipeline.accepts(address, bytes);
            accepts.map_or(Place::Nowhere, Place::Outside)
        }
    }

    /// Whether a message of `bytes` bytes at `address` is on a word boundary and wholly in the data memory.
    pub(super) fn reaches(&self, address: u32, bytes: u32) -> bool {
        let words = bytes.next_multiple_of(4) as usize;
        address & 3 == 0 && (bytes == 0 || self.data.slice(address, words).is_some())
    }

    /// Whether the next instruction is a load of the program memory.
    pub(super) fn reads_program(&self) -> bool {
        let next = self.pipeline.instruction();
        next.is_some_and(|next| {
            let place = self.place(self.effective_address(&next), access_bytes(next.op));
            is_integer_load(next.op) && place == Place::Program
        })
    }

    /// The address of a load, store or atomic operation.
    pub(super) fn effective_address(&self, instruction: &Instruction) -> u32 {
        let offset = match is_atomic(instruction.op) {
            true => 0,
            false => instruction.imm as u32,
        };
        let base = self.pipeline.registers.get(instruction.rs1);
        base.wrapping_add(offset)
    }

    /// Executes a load from the timer; false, with nothing changed, if the address is elsewhere.
    pub(super) fn load_timer(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let address = self.effective_address(instruction);
        if self.place(address, access_bytes(instruction.op)) != Place::Timer {
            return false;
        }
        let word = self.interrupts.timer.read(address, self.pipeline.time);
        let value = extract(instruction.op, word, address);
        self.pipeline.registers.set(slot.rd, value);
        self.pipeline.finish(slot, 0);
        true
    }

    /// Executes a store to the program memory or the timer; false, with nothing changed, if the address is elsewhere.
    pub(super) fn store_elsewhere(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let address = self.effective_address(instruction);
        let bytes = access_bytes(instruction.op);
        let value = self.pipeline.registers.get(slot.rs2).to_le_bytes();
        let value = &value[..bytes as usize];
        let place = self.place(address, bytes);
        let pipeline = &mut self.pipeline;
        match place {
            Place::Program if pipeline.program.takes_stores => {
                let offset = address.wrapping_sub(pipeline.program.base) as usize;
                Arc::make_mut(&mut pipeline.program).write(offset, value);
                // The store may have overwritten its own instruction; `slot` is a copy from before.
                pipeline.finish(slot, pipeline.timing.program_memory_data);
            }
            Place::Timer => {
                self.interrupts.timer.write(address, value);
                pipeline.finish(slot, 0);
            }
            _ => return false,
        }
        true
    }

    /// Executes `lr.w` or `sc.w` on the data memory; false, with nothing changed, if the address is elsewhere.
    pub(super) fn reserve_local(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let address = self.effective_address(instruction);
        let Some(word) = self.data.read::<4>(address) else {
            return false;
        };
        let result = match instruction.op {
            Op::LrW => {
                self.sub_pipeline.reservation = Some(address);
                u32::from_le_bytes(word)
            }
            _ => {
                let succeeds = self.sub_pipeline.take_reservation(address);
                if succeeds {
                    let value = self.pipeline.registers.get(slot.rs2);
                    self.data.write(address, value.to_le_bytes());
                }
                u32::from(!succeeds)
            }
        };
        self.pipeline.registers.set(slot.rd, result);
        self.pipeline.finish(slot, 0);
        true
    }

    /// Executes an atomic operation on the data memory; false, with nothing changed, if the address is elsewhere.
    pub(super) fn operate_on_data(&mut self, slot: &Slot, instruction: &Instruction) -> bool {
        let address = self.effective_address(instruction);
        let Some(old) = self.data.read::<4>(address).map(u32::from_le_bytes) else {
            return false;
        };
        let registers = &mut self.pipeline.registers;
        let new = amo(instruction.op, old, registers.get(slot.rs2));
        self.data.write(address, new.to_le_bytes());
        registers.set(slot.rd, old);
        self.pipeline.finish(slot, 0);
        true
    }
}

/// Extracts the value of a load from the aligned word that contains `address`.
pub(super) fn extract(op: Op, word: u32, address: u32) -> u32 {
    let shifted = word >> (8 * (address & 3));
    match op {
        Op::Lb => shifted as i8 as u32,
        Op::Lbu => shifted & 0xFF,
        Op::Lh => shifted as i16 as u32,
        Op::Lhu => shifted & 0xFFFF,
        _ => word,
    }
}
