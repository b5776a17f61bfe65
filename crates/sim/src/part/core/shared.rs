//! Issuing what other components see: bus accesses, reading what others may change, semihosting; message instructions are in
//! `message`.
//!
//! These instructions issue in the order of global time, whichever engine runs. Source of the instructions: H. Xiao et al. 2012, Table 1.

use super::classes::Class;
use super::control;
use super::local::access_bytes;
use super::program::Slot;
use super::traps::FaultCause;
use super::{Core, PostedStore, State};
use crate::machine::memory_view::CoreMemory;
use crate::part::bus::Bus;
use crate::part::crossbar::Crossbar;
use crate::part::hibi::Hibi;
use crate::part::mesh::MeshOfTiles;
use crate::port::access::{RegisterAccess, Request};
use crate::semihosting::{Call, Host, Reply};
use crate::units::Cycle;
use weft_isa::message::csr;
use weft_isa::{csr_new_value, Instruction, Op};

/// What lies around a core.
pub struct Surroundings<'a> {
    pub crossbar: &'a mut Crossbar,
    pub bus: &'a mut Bus,
    pub mesh: Option<&'a mut MeshOfTiles>,
    pub hibi: Option<&'a mut Hibi>,
    pub host: &'a mut dyn Host,
    pub clock_hz: u64,
    /// Set when a program ends the whole run, to its exit status.
    pub abort: Option<i32>,
}

const A0: u8 = 10;
const A1: u8 = 11;

impl Core {
    /// Issues the next instruction in cycle `self.time`, which global time has reached.
    pub fn issue_shared(&mut self, around: &mut Surroundings) -> Result<(), FaultCause> {
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
                self.transmit(&instruction, around.crossbar, now)
            }
            Op::MboxSend => self.send_block(&slot, &instruction, around.crossbar, now),
            Op::MboxLoad => self.begin_load(None, now),
            Op::MboxMatch => self.begin_match(&instruction, now),
            Op::Ebreak => return self.call_host(&slot, around, now),
            _ => match self.buffers_offset(self.effective_address(&instruction)) {
                Some(offset) => self.access_buffers(&instruction, offset, around, now),
                None => self.access_bus(&slot, &instruction, around.bus, now),
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

    /// The bus has carried out the posted store; the sub-pipeline is free from cycle `free` on.
    pub fn store_served(&mut self, free: Cycle) {
        self.store = PostedStore::FreeFrom(free);
        if self.state == State::PostedStore {
            self.end_wait(free);
        }
    }

    /// The bus has answered in such a way that the core goes on in cycle `free`; `word`: the aligned word read, or the outcome of `sc.w`.
    pub fn bus_answered(&mut self, word: u32, free: Cycle) {
        let value = match self.program.slots()[self.index].instruction() {
            Some(instruction) if instruction.op == Op::Flw => {
                self.set_loaded(&instruction, word);
                return self.complete(free);
            }
            Some(instruction) => {
                super::local::extract(instruction.op, word, self.effective_address(&instruction))
            }
            None => word,
        };
        self.complete_with(free, value);
    }

    /// Accesses a register that belongs to this core alone: of its tile's message buffers, or of its DMA controller.
    fn access_buffers(
        &mut self,
        instruction: &Instruction,
        offset: u32,
        around: &mut Surroundings,
        now: Cycle,
    ) {
        let access = self.buffers_access(instruction, offset);
        let mut state = State::Buffers;
        if let Some(mesh) = &mut around.mesh {
            mesh.begin(self.id, access, now);
        } else if let Some(hibi) = &mut around.hibi {
            if hibi.begin(self.id, access, now) {
                state = State::Taking;
            }
        }
        self.begin_wait(now, state, Class::Message);
        if self.state == State::Taking {
            self.time = self.edge(self.control.timer_due()).max(now + self.period);
        }
    }

    /// The load or store of a word at such a register.
    fn buffers_access(&self, instruction: &Instruction, offset: u32) -> RegisterAccess {
        match instruction.op {
            Op::Sw => RegisterAccess::Write {
                offset,
                value: self.registers.get(instruction.rs2),
            },
            _ => RegisterAccess::Read { offset },
        }
    }

    /// The tile's message buffers have answered, with what was read: the core goes on in cycle `at`.
    pub fn buffers_answered(&mut self, word: u32, at: Cycle) {
        match self.program.slots()[self.index].op {
            Some(Op::Lw) => self.complete_with(at, word),
            _ => self.complete(at),
        }
    }

    fn access_bus(&mut self, slot: &Slot, instruction: &Instruction, bus: &mut Bus, now: Cycle) {
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
    fn issue_ahead(&mut self, limit: Cycle, bus: &mut Bus) -> bool {
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
    pub fn run_ahead_to(&mut self, limit: Cycle, bus: &mut Bus) {
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
        around: &mut Surroundings,
        now: Cycle,
    ) -> Result<(), FaultCause> {
        let call = Call {
            core: self.id,
            operation: self.registers.get(A0),
            parameter: self.registers.get(A1),
            cycle: now.0,
            clock_hz: around.clock_hz,
        };
        let mut memory = CoreMemory::new(&mut self.data, &mut self.program, around.bus);
        match around.host.semihosting(call, &mut memory) {
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
                around.abort = Some(status);
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
