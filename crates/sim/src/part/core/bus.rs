//! Loads, stores and atomic operations that leave the core through the sub-pipeline: to the bus or to a register window.
//!
//! Timing: docs/contract/bus.md; for a register window, the page of its component (docs/contract/message-buffers.md, docs/contract/hibi.md).

use super::classes::Class;
use super::kinds::access_bytes;
use super::program::Slot;
use super::shared::Reach;
use super::state::State;
use super::Core;
use crate::port::{MemoryPort, RegisterAccess, Request, Target};
use crate::units::Cycle;
use weft_isa::{Instruction, Op};

impl Core {
    /// Checks whether the next instruction must wait for the posted store; if so, begins the wait.
    pub(super) fn waits_for_posted_store(&mut self) -> bool {
        let now = self.pipeline.time;
        let free = self.sub_pipeline.free_from;
        if free.is_some_and(|free| free <= now) {
            return false;
        }
        self.pipeline.stall(now, State::PostedStore, Class::Bus);
        if let Some(free) = free {
            self.pipeline.end_wait(free);
        }
        true
    }

    /// Issues an access to a register window of this core, or to the bus.
    pub(super) fn access(
        &mut self,
        slot: &Slot,
        instruction: &Instruction,
        around: &mut impl Reach,
        now: Cycle,
    ) {
        let address = self.effective_address(instruction);
        match self.sub_pipeline.in_window(address) {
            Some((window, offset)) => {
                let access = self.register_access(instruction, offset);
                self.sub_pipeline.window = window;
                if around.access_registers(window, self.id, access, now) {
                    self.pipeline.begin_wait(State::Taking, Class::Message);
                    self.look_at_timer(now);
                } else {
                    self.pipeline.begin_wait(State::Registers, Class::Message);
                }
            }
            None => {
                let target = self
                    .sub_pipeline
                    .target(address, access_bytes(instruction.op));
                self.access_bus(slot, instruction, (address, target), around);
            }
        }
    }

    /// Returns the access to the register at `offset` that the instruction makes.
    fn register_access(&self, instruction: &Instruction, offset: u32) -> RegisterAccess {
        match instruction.op {
            Op::Sw => RegisterAccess::Write {
                offset,
                value: self.pipeline.registers.get(instruction.rs2),
            },
            _ => RegisterAccess::Read { offset },
        }
    }

    /// Posts an access on the bus. The core waits for its answer, except after a store.
    fn access_bus(
        &mut self,
        slot: &Slot,
        instruction: &Instruction,
        (address, target): (u32, Option<Target>),
        bus: &mut impl MemoryPort,
    ) {
        let op = instruction.op;
        let request = Request {
            op: on_the_bus(op),
            address,
            bytes: access_bytes(op),
            value: self.stored_value(instruction),
            target,
            reserved: op == Op::ScW && self.sub_pipeline.take_reservation(address),
        };
        if op == Op::LrW {
            self.sub_pipeline.reservation = Some(address);
        }
        bus.post(self.id, request, self.pipeline.time);
        if request.is_store() {
            self.sub_pipeline.free_from = None;
            self.pipeline.finish(slot, 0);
        } else {
            self.pipeline.begin_wait(State::Bus, Class::Bus);
        }
    }

    /// Issues the next instruction before `limit`, ahead of global time, if it is a load or store of a word on the bus; false if it is not, or cannot
    /// issue yet. Only the bus sees the access, and the bus serves accesses in the order of their cycles, so the result is the same as in global
    /// order. The core must not be exposed (see `run_ahead`).
    pub(super) fn issue_ahead(&mut self, limit: Cycle, bus: &mut impl MemoryPort) -> bool {
        let pipeline = &self.pipeline;
        let now = pipeline.time;
        let slot = pipeline.program.slots.get(pipeline.index).copied();
        let slot = slot.filter(|slot| matches!(slot.op, Some(Op::Lw | Op::Sw)));
        let Some((slot, instruction)) = slot.and_then(|slot| Some((slot, slot.instruction()?)))
        else {
            return false;
        };
        let free = self.sub_pipeline.free_from;
        let may_issue = now < limit
            && pipeline.fetch_fault.is_none()
            && self.sub_pipeline.failed.is_none()
            && free.is_some_and(|free| free <= now)
            && self.interrupts.timer_due() > now;
        let address = self.effective_address(&instruction);
        if !may_issue || address & 3 != 0 {
            return false;
        }
        let target = self.sub_pipeline.target(address, 4);
        if target.is_none() {
            return false;
        }
        self.pipeline.state = State::Running { shared: false };
        self.note_passage();
        self.access_bus(&slot, &instruction, (address, target), bus);
        true
    }
}

/// The operation as the bus sees it: `flw` and `fsw` differ from `lw` and `sw` in the core's register file alone.
fn on_the_bus(op: Op) -> Op {
    match op {
        Op::Flw => Op::Lw,
        Op::Fsw => Op::Sw,
        op => op,
    }
}
