//! Exceptions and interrupts of a core: entering the program's handler, or, where it has none, ending the simulation with a fault.
//!
//! Source: The RISC-V Instruction Set Manual, volume II, chapter "Machine-Level ISA", mcause; costs in docs/contract/timing.md, section 1.

use super::classes::Class;
use super::control::Trap;
use super::local::{access_bytes, is_atomic, is_message_csr, is_shared_csr, Place};
use super::{Core, State};
use crate::port::access::Accepts;
use crate::semihosting::SemihostingError;
use crate::units::Cycle;
use weft_isa::message::{block, request, MBOX_SEND_WAIT};
use weft_isa::{Instruction, Op};

/// What an instruction did that it may not do.
#[derive(Clone, Debug, PartialEq)]
pub enum FaultCause {
    FetchOutsideMap {
        address: u32,
    },
    IllegalInstruction {
        bits: u32,
    },
    Breakpoint,
    LoadMisaligned {
        address: u32,
        bytes: u32,
    },
    LoadOutsideMap {
        address: u32,
        bytes: u32,
    },
    StoreMisaligned {
        address: u32,
        bytes: u32,
    },
    StoreOutsideMap {
        address: u32,
        bytes: u32,
    },
    EnvironmentCall,
    /// An access to a device's registers that is not a load or store of a word.
    RegisterAccess {
        address: u32,
        bytes: u32,
        is_load: bool,
    },
    /// A message to a node that the crossbar does not have.
    NoSuchNode {
        node: u32,
        nodes: u32,
    },
    /// A message instruction with an address that is misaligned or not wholly in the data memory.
    MessageAddress {
        address: u32,
        bytes: u32,
    },
    /// A semihosting call that cannot be served; always ends the simulation.
    Semihosting(SemihostingError),
}

impl FaultCause {
    /// mcause and mtval. Causes from 24 on are free for custom use.
    pub fn trap(&self) -> Trap {
        let (cause, value) = match *self {
            FaultCause::FetchOutsideMap { address } => (1, address),
            FaultCause::IllegalInstruction { bits } => (2, bits),
            FaultCause::Breakpoint => (3, 0),
            FaultCause::LoadMisaligned { address, .. } => (4, address),
            FaultCause::LoadOutsideMap { address, .. } => (5, address),
            FaultCause::StoreMisaligned { address, .. } => (6, address),
            FaultCause::StoreOutsideMap { address, .. } => (7, address),
            FaultCause::EnvironmentCall => (11, 0),
            FaultCause::RegisterAccess {
                address, is_load, ..
            } => (if is_load { 5 } else { 7 }, address),
            FaultCause::NoSuchNode { node, .. } => (24, node),
            FaultCause::MessageAddress { address, .. } => (25, address),
            FaultCause::Semihosting(_) => (3, 0),
        };
        Trap { cause, value }
    }
}

impl Core {
    /// The exception that the next instruction raises, if it does.
    pub(super) fn exception(&self) -> Option<FaultCause> {
        if let Some(address) = self.outside {
            return Some(FaultCause::FetchOutsideMap { address });
        }
        let illegal = || FaultCause::IllegalInstruction {
            bits: self.illegal_bits(),
        };
        let Some(instruction) = self.program.slots()[self.index].instruction() else {
            return Some(illegal());
        };
        match instruction.op {
            Op::Ecall => Some(FaultCause::EnvironmentCall),
            Op::Ebreak if !self.is_semihosting_call() => Some(FaultCause::Breakpoint),
            Op::Lb | Op::Lh | Op::Lw | Op::Lbu | Op::Lhu | Op::Sb | Op::Sh | Op::Sw => {
                self.access_exception(&instruction)
            }
            Op::Flw | Op::Fsw => self.access_exception(&instruction),
            op if op.is_float() => self.rounds_illegally(&instruction).then(illegal),
            op if is_atomic(op) => self.access_exception(&instruction),
            Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => {
                (!self.csr_is_legal(&instruction)).then(illegal)
            }
            Op::MsgSend | Op::MsgReceive | Op::MboxStore | Op::MboxLoad | Op::MboxEnable
                if !self.has_message_unit =>
            {
                Some(illegal())
            }
            Op::MboxSend | Op::MboxMatch if !self.matching => Some(illegal()),
            Op::MsgSend
            | Op::MsgReceive
            | Op::MboxStore
            | Op::MboxLoad
            | Op::MboxSend
            | Op::MboxMatch => self.message_exception(&instruction),
            _ => None,
        }
    }

    fn access_exception(&self, instruction: &Instruction) -> Option<FaultCause> {
        let (address, bytes) = (
            self.effective_address(instruction),
            access_bytes(instruction.op),
        );
        let place = self.place(address, bytes);
        let has_atomics = matches!(place, Place::Data | Place::Bus(Accepts::All));
        let outside = place == Place::Nowhere || is_atomic(instruction.op) && !has_atomics;
        let misaligned = address & (bytes - 1) != 0;
        let is_load = matches!(
            instruction.op,
            Op::Lb | Op::Lh | Op::Lw | Op::Lbu | Op::Lhu | Op::LrW | Op::Flw
        );
        match (misaligned, outside, is_load) {
            (true, _, true) => Some(FaultCause::LoadMisaligned { address, bytes }),
            (true, _, false) => Some(FaultCause::StoreMisaligned { address, bytes }),
            (false, true, true) => Some(FaultCause::LoadOutsideMap { address, bytes }),
            (false, true, false) => Some(FaultCause::StoreOutsideMap { address, bytes }),
            (false, false, _) if place == Place::Bus(Accepts::Words) && bytes != 4 => {
                Some(FaultCause::RegisterAccess {
                    address,
                    bytes,
                    is_load,
                })
            }
            (false, false, _) => None,
        }
    }

    fn csr_is_legal(&self, instruction: &Instruction) -> bool {
        let number = instruction.imm as u32;
        let read_only = number >> 10 == 3;
        let exists = match is_message_csr(number) {
            true => self.has_message_unit,
            false => is_shared_csr(number) || self.read_own_csr(number).is_some(),
        };
        exists && !(read_only && instruction.writes_csr())
    }

    fn message_exception(&self, instruction: &Instruction) -> Option<FaultCause> {
        let operand = self.registers.get(instruction.rs2);
        let head = self.inbox.head();
        // The synchronization controller, the last node, takes no blocks.
        let (all, cores) = (self.nodes as u32, self.nodes as u32 - 1);
        let (destination, message) = match instruction.op {
            Op::MboxSend if request::KIND.get(operand) == 0 => return None,
            Op::MboxSend if instruction.imm as u8 == MBOX_SEND_WAIT => {
                (Some((request::SOURCE.get(operand), cores)), Some(operand))
            }
            Op::MboxSend => (Some((request::SOURCE.get(operand), cores)), None),
            Op::MboxStore => (Some((operand, cores)), Some(self.descriptor)),
            Op::MboxMatch => return None,
            Op::MboxLoad => (None, Some(head.unwrap_or(0))),
            _ => (Some((operand, all)), None),
        };
        if let Some((node, nodes)) = destination.filter(|(node, nodes)| node >= nodes) {
            return Some(FaultCause::NoSuchNode { node, nodes });
        }
        let bytes = block::LENGTH.get(message?);
        let address = self.registers.get(instruction.rs1);
        (!self.reaches(address, bytes)).then_some(FaultCause::MessageAddress { address, bytes })
    }

    /// Whether the message unit can read or write a message of `bytes` bytes at `address`.
    pub(super) fn reaches(&self, address: u32, bytes: u32) -> bool {
        let words = bytes.next_multiple_of(4) as usize;
        address & 3 == 0 && (bytes == 0 || self.data.slice(address, words).is_some())
    }

    /// Takes an interrupt instead of issuing an instruction in `self.time`, if one is pending and enabled.
    pub(super) fn take_interrupt(&mut self) -> bool {
        let Some(trap) = self.pending_interrupt(self.time) else {
            return false;
        };
        if self.outside.is_none() {
            let penalty = self.program.slots()[self.index].entry_penalty;
            self.profile.withdraw(self.index, penalty);
        }
        self.enter_handler(trap, self.time, self.pc());
        true
    }

    /// Takes an interrupt in the middle of an interruptible wait; `pc` is what the handler returns to.
    pub(super) fn interrupt_wait(&mut self, trap: Trap, now: Cycle, pc: u32) {
        self.ticks.add(self.wait_class, now - self.wait_since);
        self.profile
            .wait(self.index, (now - self.wait_since) as i64);
        self.leave_without_transfer();
        self.state = State::Running { shared: false };
        self.enter_handler(trap, now, pc);
    }

    /// The interrupt that would be taken in cycle `now`.
    pub(super) fn pending_interrupt(&self, now: Cycle) -> Option<Trap> {
        self.control.interrupt(self.pending(now))
    }

    /// `mip` as it stands in cycle `now`.
    pub(super) fn pending(&self, now: Cycle) -> u32 {
        self.control.pending(now, self.inbox.pending() | self.lines)
    }

    /// The instruction about to issue raises an exception. True if the program handles it.
    pub(super) fn raise(&mut self, cause: &FaultCause) -> bool {
        if !self.control.has_handler() {
            return false;
        }
        let pc = self.pc();
        let handler = self.control.enter_trap(cause.trap(), pc);
        match self.outside {
            // A fetch that failed issued nothing.
            Some(_) => self.ticks.add(Class::Hazard, self.period),
            None => {
                self.count_issue();
                self.control.count_not_retired();
            }
        }
        self.reservation = None;
        self.redirect(handler, self.timing.taken_branch);
        true
    }

    /// The instruction at the program counter has issued.
    pub(super) fn count_issue(&mut self) {
        self.instructions += 1;
        self.ticks.add(Class::Issue, self.period);
    }

    /// Control leaves the present instruction for `address`; its issue has been counted, and the next one comes after it and `bubbles` ticks (more if
    /// the target is not aligned).
    pub(super) fn redirect(&mut self, address: u32, bubbles: u64) {
        let ticks = self.period + bubbles;
        let left = self.outside.is_none().then_some(self.index);
        let target = self.program.index_of(address);
        let penalty = target.map_or(0, |t| u64::from(self.program.slots()[t].entry_penalty));
        if let Some(index) = left {
            self.profile.exit(index);
            self.profile.wait(
                index,
                ticks as i64 - i64::from(self.program.slots()[index].ticks_taken),
            );
        }
        self.ticks.add(Class::Hazard, bubbles + penalty);
        self.wait_class = Class::Hazard;
        self.time += ticks + penalty;
        self.jump(address);
    }

    /// The present instruction ends the straight line it is in, at no more than its issue.
    pub(super) fn leave_without_transfer(&mut self) {
        self.profile.exit(self.index);
        self.profile.wait(
            self.index,
            self.period as i64 - i64::from(self.program.slots()[self.index].ticks_taken),
        );
    }

    /// The handler's first instruction issues `trap_entry` after `now`.
    fn enter_handler(&mut self, trap: Trap, now: Cycle, pc: u32) {
        let handler = self.control.enter_trap(trap, pc);
        self.reservation = None;
        self.jump(handler);
        if self.outside.is_none() {
            let penalty = self.program.slots()[self.index].entry_penalty;
            self.profile.wait(self.index, self.timing.trap_entry as i64);
            self.time = now + self.timing.trap_entry + u64::from(penalty);
        } else {
            self.time = now + self.timing.trap_entry;
        }
        self.ticks.add(Class::Hazard, self.time - now);
        self.wait_class = Class::Hazard;
    }
}
