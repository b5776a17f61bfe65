//! Loads, stores and atomic operations on other components, through the sub-pipeline.
//!
//! Timing: docs/contract/timing.md, section 2.

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
    /// Whether the next instruction must wait for the posted store; arranges the wait.
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

    /// Issues an access to registers that belong to this core alone, or on the bus.
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

    /// The load or store of a word at a register.
    fn register_access(&self, instruction: &Instruction, offset: u32) -> RegisterAccess {
        match instruction.op {
            Op::Sw => RegisterAccess::Write {
                offset,
                value: self.pipeline.registers.get(instruction.rs2),
            },
            _ => RegisterAccess::Read { offset },
        }
    }

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

    /// Issues a load or store of a word on the bus in a cycle before `limit` that global time has not reached; false if the next
    /// instruction is none, or cannot be issued yet. No other component but the bus sees it, and the bus keeps the order. The core must
    /// not be exposed to anything that could come in between.
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

/// The operation that the bus sees: it does not know whose register a word comes from or goes to.
fn on_the_bus(op: Op) -> Op {
    match op {
        Op::Flw => Op::Lw,
        Op::Fsw => Op::Sw,
        op => op,
    }
}
