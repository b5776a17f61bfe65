//! Which exception the next instruction raises, decided before it issues.
//!
//! Source: The RISC-V Instruction Set Manual, volume II, chapter "Machine-Level ISA". Causes 24 (no such node) and 25 (address of a message) are this
//! project's; `faults` maps each exception to its cause.

use super::csr;
use super::faults::FaultCause;
use super::kinds::{
    access_bytes, is_atomic, is_csr_access, is_float_access, is_load, is_memory_access,
    is_message_instruction,
};
use super::memory::Place;
use super::Core;
use crate::port::Accepts;
use weft_isa::message::{block, request, MBOX_SEND_WAIT};
use weft_isa::{Instruction, Op};

impl Core {
    /// Returns the exception that the next instruction raises, if any. That of `mbox.load` depends on the message: see [`Core::load_exception`].
    pub fn exception(&self) -> Option<FaultCause> {
        if let Some(address) = self.pipeline.fetch_fault {
            return Some(FaultCause::FetchOutsideMap { address });
        }
        let Some(instruction) = self.pipeline.slot().instruction() else {
            return Some(self.illegal());
        };
        let is_legal = match instruction.op {
            Op::Ecall => {
                let mode = self.mode();
                return Some(FaultCause::EnvironmentCall { mode });
            }
            Op::Ebreak => {
                return (!self.is_semihosting_call()).then_some(FaultCause::Breakpoint);
            }
            op if is_memory_access(op) => return self.access_exception(&instruction),
            op if is_message_instruction(op) => return self.message_exception(&instruction),
            op @ (Op::Mret | Op::Wfi) => self.interrupts.control.privilege.may_execute(op),
            op if is_csr_access(op) => self.csr_is_legal(&instruction),
            op if op.is_float() => !self.rounds_illegally(&instruction),
            _ => true,
        };
        (!is_legal).then(|| self.illegal())
    }

    /// The illegal-instruction exception, with 16 or 32 bits of the instruction as its length encoding says.
    fn illegal(&self) -> FaultCause {
        let bits = self.pipeline.program.bits(self.pipeline.index);
        let mask = if bits & 3 == 3 { u32::MAX } else { 0xFFFF };
        FaultCause::IllegalInstruction { bits: bits & mask }
    }

    /// The exception of a load, store or atomic operation. Misalignment comes before an address outside the map.
    fn access_exception(&self, instruction: &Instruction) -> Option<FaultCause> {
        let op = instruction.op;
        let (address, bytes) = (self.effective_address(instruction), access_bytes(op));
        let place = self.place(address, bytes);
        let has_atomics = matches!(place, Place::Data | Place::Outside(Accepts::All));
        let has_float = !matches!(place, Place::Program | Place::Timer);
        let is_outside_map = place == Place::Nowhere
            || is_atomic(op) && !has_atomics
            || is_float_access(op) && !has_float;
        let is_misaligned = address & (bytes - 1) != 0;
        let is_code = place == Place::Program && !self.pipeline.program.takes_stores;
        let takes_words_only = place == Place::Outside(Accepts::Words);
        Some(match is_load(op) {
            true if is_misaligned => FaultCause::LoadMisaligned { address, bytes },
            false if is_misaligned => FaultCause::StoreMisaligned { address, bytes },
            true if is_outside_map => FaultCause::LoadOutsideMap { address, bytes },
            false if is_outside_map => FaultCause::StoreOutsideMap { address, bytes },
            false if is_code => FaultCause::StoreToProgram { address, bytes },
            is_load if takes_words_only && bytes != 4 => FaultCause::RegisterAccess {
                address,
                bytes,
                is_load,
            },
            _ => return None,
        })
    }

    /// Whether the register exists, and the mode may access it as the instruction does.
    fn csr_is_legal(&self, instruction: &Instruction) -> bool {
        let number = instruction.imm as u16;
        let is_read_only = number >> 10 == 3;
        let exists = match csr::is_of_messages(number) {
            true => self.messages.is_some(),
            false => csr::is_shared(number) || self.read_local_csr(number).is_some(),
        };
        let may_access = self.interrupts.control.privilege.may_access(number);
        exists && may_access && !(is_read_only && instruction.writes_csr())
    }

    /// The exception of a message instruction: a destination that does not exist, or a message that is not wholly in the data memory.
    fn message_exception(&self, instruction: &Instruction) -> Option<FaultCause> {
        let messages = self.messages.as_ref()?;
        let operand = self.pipeline.registers.get(instruction.rs2);
        let (all, cores) = (messages.nodes, messages.sync_node());
        // The destination must be below `nodes`. The synchronization controller, the last node, takes no blocks.
        let (node, nodes, message) = match instruction.op {
            Op::MboxLoad | Op::MboxMatch => return None,
            Op::MboxSend if request::KIND.get(operand) == 0 => return None,
            Op::MboxSend => {
                let waits = instruction.imm as u8 == MBOX_SEND_WAIT;
                (
                    request::SOURCE.get(operand),
                    cores,
                    waits.then_some(operand),
                )
            }
            Op::MboxStore => (operand, cores, Some(messages.descriptor)),
            _ => (operand, all, None),
        };
        if node >= nodes {
            return Some(FaultCause::NoSuchNode { node, nodes });
        }
        self.message_address_exception(instruction, block::LENGTH.get(message?))
    }

    /// The exception of `mbox.load`, if the message with request word `head` cannot be stored.
    pub(super) fn load_exception(&self, head: Option<u32>) -> Option<FaultCause> {
        let instruction = self.pipeline.slot().instruction()?;
        let bytes = block::LENGTH.get(head.unwrap_or(0));
        self.message_address_exception(&instruction, bytes)
    }

    fn message_address_exception(
        &self,
        instruction: &Instruction,
        bytes: u32,
    ) -> Option<FaultCause> {
        let address = self.pipeline.registers.get(instruction.rs1);
        (!self.reaches(address, bytes)).then_some(FaultCause::MessageAddress { address, bytes })
    }
}
