//! Issuing what other components see: bus accesses, reading what others may change, semihosting; message instructions are in
//! `message`.
//!
//! These instructions issue in the order of global time, whichever engine runs. Source of the instructions: H. Xiao et al. 2012, Table 1.

use super::classes::Class;
use super::control;
use super::data_memory::DataMemory;
use super::local::access_bytes;
use super::program::{Program, Slot};
use super::traps::FaultCause;
use super::{Core, PostedStore, State};
use crate::part::message_unit::transmitter::Order;
use crate::port::access::{RegisterAccess, Request};
use crate::port::core::MemoryPort;
use crate::semihosting::{Reply, SemihostingError};
use crate::units::Cycle;
use std::sync::Arc;
use weft_isa::message::csr;
use weft_isa::{csr_new_value, Instruction, Op};

/// A semihosting call (RISC-V Semihosting, section 2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostCall {
    pub core: usize,
    pub operation: u32,
    pub parameter: u32,
    pub cycle: Cycle,
}

/// What a core reaches in the cycle in which it issues.
pub trait Reach: MemoryPort {
    /// A message instruction issues. True if it is for the synchronization controller.
    fn transmit(&mut self, core: usize, order: Order, destination: usize) -> bool;

    /// An access to registers that belong to this core alone: those of window number `window`. True if the core may give the access up.
    fn access_registers(
        &mut self,
        window: usize,
        core: usize,
        access: RegisterAccess,
        now: Cycle,
    ) -> bool;

    /// A semihosting call of a core with these memories.
    fn call_host(
        &mut self,
        call: HostCall,
        data: &mut DataMemory,
        program: &mut Arc<Program>,
    ) -> Result<Reply, SemihostingError>;

    /// The program of a core ends the whole run.
    fn abort(&mut self, status: i32);
}

const A0: u8 = 10;
const A1: u8 = 11;

impl Core {
    /// Issues the next instruction in cycle `self.time`, which global time has reached.
    pub fn issue_shared(&mut self, around: &mut impl Reach) -> Result<(), FaultCause> {
        let now = self.time;
        self.state = State::Running { shared: false };
        if self.take_interrupt() {
            return Ok(());
        }
        if let Some(cause) = self.exception() {
            return if self.raise(&cause) {
                Ok(())
            } else {
                Err(cause)
            };
        }
        let slot = self.program.slots()[self.index];
        let Some(instruction) = slot.instruction() else {
            return Ok(());
        };
        if uses_sub_pipeline(instruction.op) && self.waits_for_posted_store(now) {
            return Ok(());
        }
        self.note_passage();
        match instruction.op {
            Op::Fence => {
                self.finish(&slot, 0);
            }
            Op::FenceI => self.refetch(&slot),
            Op::Wfi => self.sleep(&slot, now),
            Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => {
                self.shared_csr(&slot, &instruction, now)
            }
            Op::MsgSend | Op::MsgReceive | Op::MboxStore => {
                self.transmit(&instruction, around, now)
            }
            Op::MboxSend => self.send_block(&slot, &instruction, around, now),
            Op::MboxLoad => self.begin_load(None, now),
            Op::MboxMatch => self.begin_match(&instruction, now),
            Op::Ebreak => return self.call_host(&slot, around, now),
            _ => match self.private_register(self.effective_address(&instruction)) {
                Some((window, offset)) => {
                    self.access_private(&instruction, window, offset, around, now)
                }
                None => self.access_bus(&slot, &instruction, around, now),
            },
        }
        Ok(())
    }

    /// Whether the instruction must wait for the posted store; arranges the wait.
    fn waits_for_posted_store(&mut self, now: Cycle) -> bool {
        match self.store {
            PostedStore::FreeFrom(free) if free <= now => false,
            PostedStore::FreeFrom(free) => {
                (self.wait_since, self.wait_class) = (now, Class::Bus);
                self.end_wait(free);
                true
            }
            PostedStore::Pending => {
                (self.wait_since, self.wait_class) = (now, Class::Bus);
                self.state = State::PostedStore;
                self.time = Cycle::NEVER;
                true
            }
        }
    }

    /// Accesses a register that belongs to this core alone: of its tile's message buffers, or of its DMA controller.
    fn access_private(
        &mut self,
        instruction: &Instruction,
        window: usize,
        offset: u32,
        around: &mut impl Reach,
        now: Cycle,
    ) {
        let access = self.register_access(instruction, offset);
        self.window = window;
        let state = match around.access_registers(window, self.id, access, now) {
            true => State::Taking,
            false => State::Registers,
        };
        self.begin_wait(now, state, Class::Message);
        if self.state == State::Taking {
            self.time = self.edge(self.control.timer_due()).max(now + self.period);
        }
    }

    /// The load or store of a word at such a register.
    fn register_access(&self, instruction: &Instruction, offset: u32) -> RegisterAccess {
        match instruction.op {
            Op::Sw => RegisterAccess::Write {
                offset,
                value: self.registers.get(instruction.rs2),
            },
            _ => RegisterAccess::Read { offset },
        }
    }

    fn access_bus(
        &mut self,
        slot: &Slot,
        instruction: &Instruction,
        bus: &mut impl MemoryPort,
        now: Cycle,
    ) {
        let op = instruction.op;
        let address = self.effective_address(instruction);
        let request = Request {
            op: on_the_bus(op),
            address,
            bytes: access_bytes(op),
            value: self.stored_value(instruction),
            target: self.bus_map.target(address, access_bytes(op)),
            reserved: op == Op::ScW && self.reservation.take() == Some(address),
        };
        if op == Op::LrW {
            self.reservation = Some(address);
        }
        bus.post(self.id, request, now);
        if matches!(op, Op::Sb | Op::Sh | Op::Sw | Op::Fsw) {
            self.store = PostedStore::Pending;
            self.finish(slot, 0);
        } else {
            self.begin_wait(now, State::Bus, Class::Bus);
        }
    }

    /// Issues a load or store of a word on the bus in a cycle before `limit` that global time has not reached; false if the next
    /// instruction is none, or cannot be issued yet. Nothing but the bus takes notice of it, and the bus keeps the order. The core must
    /// not be exposed to anything that could come in between.
    fn issue_ahead(&mut self, limit: Cycle, bus: &mut impl MemoryPort) -> bool {
        let slot = self.program.slots().get(self.index).copied();
        let Some((slot, instruction)) = slot.and_then(|slot| Some((slot, slot.instruction()?)))
        else {
            return false;
        };
        let is_free = matches!(self.store, PostedStore::FreeFrom(free) if free <= self.time);
        let may = self.time < limit && is_free && self.control.timer_due() > self.time;
        if !may || self.outside.is_some() || !matches!(slot.op, Some(Op::Lw | Op::Sw)) {
            return false;
        }
        let address = self.effective_address(&instruction);
        if address & 3 != 0 || self.bus_map.target(address, 4).is_none() {
            return false;
        }
        self.state = State::Running { shared: false };
        self.note_passage();
        self.access_bus(&slot, &instruction, bus, self.time);
        true
    }

    /// Runs on to `limit` at most over what the others cannot notice, and over accesses to the bus, which keeps their order. The core must be
    /// running and not exposed. The cycles count as executed ahead of global time.
    pub fn run_ahead_to(&mut self, limit: Cycle, bus: &mut impl MemoryPort) {
        while self.time < limit {
            let since = self.time;
            if self.state == (State::Running { shared: false }) {
                self.run_local(limit);
            }
            self.run_ahead += self.time - since;
            let may_go_on = self.state == (State::Running { shared: true }) && !self.is_exposed();
            if !may_go_on || !self.issue_ahead(limit, bus) || self.state == State::Bus {
                return;
            }
        }
    }

    fn sleep(&mut self, slot: &Slot, now: Cycle) {
        if self.pending(now) & self.control.interrupt_enable != 0 {
            self.finish(slot, 0);
        } else {
            self.begin_wait(now, State::Asleep, Class::Sleep);
            self.time = self.edge(self.control.timer_wakes()).max(now + self.period);
        }
    }

    fn refetch(&mut self, slot: &Slot) {
        let next = self.pc().wrapping_add(2 * u32::from(slot.halfwords));
        self.count_issue();
        self.redirect(next, self.timing.taken_branch);
    }

    fn shared_csr(&mut self, slot: &Slot, instruction: &Instruction, now: Cycle) {
        let number = instruction.imm as u32;
        if number == u32::from(csr::MHEADW) && self.inbox.head().is_none() {
            self.begin_wait(now, State::Head, Class::Message);
            self.time = self.edge(self.control.timer_due()).max(now + self.period);
            return;
        }
        let old = self.read_shared_csr(number, instruction.reads_csr(), now);
        if instruction.writes_csr() {
            self.write_shared_csr(
                number,
                csr_new_value(instruction.op, old, self.csr_operand(instruction)),
            );
        }
        self.registers.set(slot.rd, old);
        self.finish(slot, 0);
    }

    fn read_shared_csr(&mut self, number: u32, takes: bool, now: Cycle) -> u32 {
        match number {
            control::MIP => self.pending(now),
            n if n == u32::from(csr::MEVENT) => self.inbox.events as u32,
            n if n == u32::from(csr::MEVENTH) => (self.inbox.events >> 32) as u32,
            n if n == u32::from(csr::MWORD) && takes => {
                self.inbox.take_word(now).map_or(0, valid_word)
            }
            n if n == u32::from(csr::MWORD) => 0,
            _ => self.inbox.head().unwrap_or(0),
        }
    }

    fn write_shared_csr(&mut self, number: u32, value: u32) {
        let events = &mut self.inbox.events;
        match number {
            n if n == u32::from(csr::MEVENT) => {
                *events = control::replace_half(*events, false, value)
            }
            n if n == u32::from(csr::MEVENTH) => {
                *events = control::replace_half(*events, true, value)
            }
            // The pending bits of mip follow their causes.
            _ => {}
        }
    }

    fn call_host(
        &mut self,
        slot: &Slot,
        around: &mut impl Reach,
        now: Cycle,
    ) -> Result<(), FaultCause> {
        let call = HostCall {
            core: self.id,
            operation: self.registers.get(A0),
            parameter: self.registers.get(A1),
            cycle: now,
        };
        match around.call_host(call, &mut self.data, &mut self.program) {
            Ok(Reply::Value(value)) => {
                self.registers.set(A0, value);
                self.finish(slot, 0);
                Ok(())
            }
            Ok(Reply::Exit(status)) => {
                self.halt(status, now);
                Ok(())
            }
            Ok(Reply::Abort(status)) => {
                self.halt(status, now);
                around.abort(status);
                Ok(())
            }
            Err(error) => Err(FaultCause::Semihosting(error)),
        }
    }

    /// The program ends with the instruction that issues in `now`.
    fn halt(&mut self, status: i32, now: Cycle) {
        self.exit_status = Some(status);
        self.leave_without_transfer();
        self.begin_wait(now, State::Halted, Class::Halted);
    }
}

/// The bus does not know whose register a word comes from or goes to.
fn on_the_bus(op: Op) -> Op {
    match op {
        Op::Flw => Op::Lw,
        Op::Fsw => Op::Sw,
        op => op,
    }
}

/// A word of the word queue as the program sees it: the request word with a bit that says it is one.
pub(super) fn valid_word(request: u32) -> u32 {
    request | 1 << 31
}

/// Whether an instruction needs the sub-pipeline, which a posted store may occupy.
fn uses_sub_pipeline(op: Op) -> bool {
    !matches!(
        op,
        Op::Wfi
            | Op::Ebreak
            | Op::Csrrw
            | Op::Csrrs
            | Op::Csrrc
            | Op::Csrrwi
            | Op::Csrrsi
            | Op::Csrrci
    )
}
