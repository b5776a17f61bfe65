//! The rarer instructions that concern the core alone: its own control registers, stores to the program memory, the timer, atomic operations on the
//! data memory, traps into a handler, floating point, and control transfers out of the program memory.

use super::kinds::{
    is_atomic_operation, is_csr_access, is_direct_transfer, is_integer_load, is_integer_store,
    is_message_instruction,
};
use super::Core;
use weft_isa::{branch_taken, Op};

impl Core {
    /// Executes the next instruction if it concerns the core alone. Returns false, with nothing changed, if it must issue in global order, because it
    /// accesses other components or ends the simulation.
    pub(super) fn execute_local(&mut self) -> bool {
        self.fetch();
        if let Some(cause) = self.exception() {
            return self.raise(cause).is_ok();
        }
        let slot = *self.pipeline.slot();
        let Some(instruction) = slot.instruction() else {
            return false;
        };
        match instruction.op {
            Op::Mret => self.return_from_trap(),
            Op::MboxEnable => self.enable_mailbox(&slot),
            Op::LrW | Op::ScW => return self.reserve_local(&slot, &instruction),
            op if op == Op::Jalr || is_direct_transfer(op) => return self.leave_memory(),
            op if is_integer_load(op) => return self.load_timer(&slot, &instruction),
            op if is_integer_store(op) => return self.store_elsewhere(&slot, &instruction),
            op if is_csr_access(op) => return self.access_local_csr(&slot, &instruction),
            op if is_atomic_operation(op) => return self.operate_on_data(&slot, &instruction),
            op if op.is_float() => return self.float(&slot, &instruction),
            _ => return false,
        }
        true
    }

    /// Marks the fetch as failed if control has run past the end of the program memory.
    fn fetch(&mut self) {
        let pipeline = &mut self.pipeline;
        if pipeline.fetch_fault.is_none() && pipeline.index >= pipeline.program.slots.len() {
            pipeline.fetch_fault = Some(pipeline.program.address_of(pipeline.index));
        }
    }

    /// Whether the next instruction is a frequent one that always issues in global order: a message instruction, or an aligned load or store of a
    /// word on the bus.
    pub(super) fn is_certainly_shared(&self) -> bool {
        let slot = self.pipeline.program.slots.get(self.pipeline.index);
        let Some((slot, op)) = slot.and_then(|slot| Some((slot, slot.op?))) else {
            return false;
        };
        if matches!(op, Op::Lw | Op::Sw) {
            let base = self.pipeline.registers.get(slot.rs1);
            let address = base.wrapping_add(slot.imm as u32);
            return address & 3 == 0 && self.sub_pipeline.target(address, 4).is_some();
        }
        is_message_instruction(op)
    }

    /// Executes a branch or jump whose target is not in the program memory: control goes there, and the fetch fails.
    fn leave_memory(&mut self) -> bool {
        let pipeline = &mut self.pipeline;
        // The slot has no index of a target; the encoded immediate has the address.
        let Some(encoded) = pipeline.instruction() else {
            return false;
        };
        let next = pipeline.pc().wrapping_add(u32::from(encoded.size));
        let relative = pipeline.pc().wrapping_add(encoded.imm as u32);
        let first = pipeline.registers.get(encoded.rs1);
        let second = pipeline.registers.get(encoded.rs2);
        let (target, bubbles) = match encoded.op {
            Op::Jal => (relative, pipeline.timing.jump),
            Op::Jalr => {
                let target = first.wrapping_add(encoded.imm as u32) & !1;
                (target, pipeline.timing.jump_register)
            }
            op if branch_taken(op, first, second) => (relative, pipeline.timing.taken_branch),
            _ => return false,
        };
        if let (Some(rd), Op::Jal | Op::Jalr) = (encoded.destination(), encoded.op) {
            pipeline.registers.set(rd, next);
        }
        pipeline.accounting.issue();
        pipeline.redirect(target, bubbles);
        true
    }
}
