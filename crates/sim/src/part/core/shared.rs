//! Issues the instructions that other components can see, in the order of global time. Both engines use this.
//!
//! Source of the instructions: H. Xiao et al. 2012, Table 1. Bus accesses are in `bus`, message instructions in `message` and `mailbox_load`,
//! semihosting is in `host_call`.

use super::classes::Class;
use super::data_memory::DataMemory;
use super::faults::FaultCause;
use super::host_call::HostCall;
use super::kinds::{is_csr_access, needs_sub_pipeline};
use super::program::{Program, Slot};
use super::state::State;
use super::Core;
use crate::port::{MemoryPort, MessagePort, Order, RegisterAccess};
use crate::semihosting::{Reply, SemihostingError};
use crate::units::Cycle;
use std::sync::Arc;
use weft_isa::{Instruction, Op};

/// The components that a core can access in the cycle in which it issues.
pub trait Reach: MemoryPort {
    type Messages: MessagePort;

    /// The core's message unit, if it has one.
    fn messages(&mut self, core: usize) -> Option<&mut Self::Messages>;

    /// Gives an order to the message unit of a core: a message instruction issues.
    fn transmit(&mut self, core: usize, order: Order, destination: usize);

    /// Accesses a register of window number `window` of the core. Returns true if an interrupt may abandon the access.
    fn access_registers(
        &mut self,
        window: usize,
        core: usize,
        access: RegisterAccess,
        now: Cycle,
    ) -> bool;

    /// Serves a semihosting call of a core with these memories.
    fn call_host(
        &mut self,
        call: HostCall,
        data: &mut DataMemory,
        program: &mut Arc<Program>,
    ) -> Result<Reply, SemihostingError>;

    /// Ends the whole run with this status.
    fn abort(&mut self, status: i32);
}

impl Core {
    /// Issues the next instruction in its cycle, which global time has reached.
    pub fn issue_shared(&mut self, around: &mut impl Reach) -> Result<(), FaultCause> {
        let result = self.issue(around);
        self.sample_unit(around.messages(self.id));
        result
    }

    /// Issues the next instruction, unless one of these comes first, in this order: a bus error of the posted store, an interrupt, an exception, or a
    /// wait for the posted store.
    fn issue(&mut self, around: &mut impl Reach) -> Result<(), FaultCause> {
        self.pipeline.state = State::Running { shared: false };
        if let Some(cause) = self.take_failure() {
            return self.raise(cause);
        }
        if self.take_interrupt() {
            return Ok(());
        }
        if let Some(cause) = self.exception() {
            return self.raise(cause);
        }
        let slot = *self.pipeline.slot();
        let Some(instruction) = slot.instruction() else {
            return Ok(());
        };
        if instruction.op == Op::MboxLoad {
            let head = around.messages(self.id).and_then(|unit| unit.head());
            if let Some(cause) = self.load_exception(head) {
                return self.raise(cause);
            }
        }
        if needs_sub_pipeline(instruction.op) && self.waits_for_posted_store() {
            return Ok(());
        }
        self.note_passage();
        self.issue_instruction(&slot, &instruction, around)
    }

    fn issue_instruction(
        &mut self,
        slot: &Slot,
        instruction: &Instruction,
        around: &mut impl Reach,
    ) -> Result<(), FaultCause> {
        let now = self.pipeline.time;
        match instruction.op {
            Op::Fence => self.pipeline.finish(slot, 0),
            Op::FenceI => self.refetch(slot),
            Op::Wfi => self.sleep(slot, now),
            Op::Ebreak => return self.call_host(slot, around, now),
            Op::MsgSend | Op::MsgReceive | Op::MboxStore => self.transmit(instruction, around),
            Op::MboxSend => self.send_block(slot, instruction, around),
            Op::MboxLoad => self.begin_load(None, now),
            Op::MboxMatch => self.begin_match(instruction, around.messages(self.id), now),
            op if is_csr_access(op) => {
                self.access_shared_csr(slot, instruction, around.messages(self.id), now);
            }
            _ => self.access(slot, instruction, around, now),
        }
        Ok(())
    }

    /// Issues `wfi`.
    fn sleep(&mut self, slot: &Slot, now: Cycle) {
        if self.interrupts.wakes(now) {
            return self.pipeline.finish(slot, 0);
        }
        self.pipeline.begin_wait(State::Asleep, Class::Sleep);
        self.look_at(self.interrupts.timer_wakes(), now);
    }

    /// Issues `fence.i`: the next instruction is fetched again.
    fn refetch(&mut self, slot: &Slot) {
        let pipeline = &mut self.pipeline;
        let next = pipeline.pc().wrapping_add(2 * u32::from(slot.halfwords));
        pipeline.accounting.issue();
        pipeline.redirect(next, pipeline.timing.taken_branch);
    }
}
