//! The stages of the core (section 1 of the contract): IF with a buffer of halfwords, ID, EX, WB, and the sub-pipeline to the bus.
//!
//! In each cycle EX works first, for it may flush what is behind it; IF fetches a word; at the clock edge an instruction
//! moves from ID to EX if nothing holds it, and the next one from the buffer to ID.

use super::core_state::{CoreState, Place};
use super::execute::{
    execute, is_atomic_operation, is_division, is_load, is_multiplication, is_store, place,
};
use std::collections::VecDeque;
use weft_isa::{decode, Instruction, Op};
use weft_sim::core::classes::{Class, ClassCycles};

/// Cycles of an iterative division in EX.
const DIVISION: u64 = 34;
/// Idle, Address, Data, Response.
const BUS_ACCESS: u64 = 4;
const WAKE: u64 = 4;
/// Halfwords in the fetch buffer.
const BUFFER: usize = 6;
/// Clock cycles until the first instruction is in EX, which is cycle 0.
const FILL: u64 = 2;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Exited,
    /// It sleeps, and nothing will wake it.
    Asleep,
}

/// An instruction on its way; `None` for bits that are none, fetched behind a jump.
#[derive(Clone, Copy)]
struct Slot {
    pc: u32,
    instruction: Option<Instruction>,
}

/// What is in EX.
#[derive(Clone, Copy)]
enum Execution {
    Nothing,
    /// Issues in this cycle unless an interrupt comes first.
    Arrived(Slot),
    /// Waits for the sub-pipeline to be free.
    Held(Slot),
    Working(Work),
    /// `wfi`.
    Asleep,
}

/// An instruction that has issued.
#[derive(Clone, Copy)]
struct Work {
    op: Op,
    /// Its last cycle in EX.
    last: u64,
    /// Where its access goes, if it makes one.
    place: Option<Place>,
    /// The register that it will only deliver from WB.
    late: Option<u8>,
}

pub struct Pipeline {
    pub core: CoreState,
    /// Cycle and address of each issue.
    pub issues: Vec<(u64, u32)>,
    pub classes: ClassCycles,
    clock: u64,
    /// The next halfword to be fetched.
    fetch_address: u32,
    buffer: VecDeque<u16>,
    /// The address of the first halfword in the buffer.
    buffer_address: u32,
    decoding: Option<Slot>,
    executing: Execution,
    /// The first cycle in which the sub-pipeline is free.
    bus_free: u64,
    wait_states: u64,
}

impl Pipeline {
    pub fn new(code: &[u8], wait_states: u64) -> Pipeline {
        Pipeline {
            core: CoreState::new(code),
            issues: Vec::new(),
            classes: ClassCycles::default(),
            clock: 0,
            fetch_address: 0,
            buffer: VecDeque::new(),
            buffer_address: 0,
            decoding: None,
            executing: Execution::Nothing,
            bus_free: 0,
            wait_states,
        }
    }

    /// Runs to the end of the program; None if that is not before cycle `limit`.
    pub fn run(&mut self, limit: u64) -> Option<End> {
        while self.clock < limit {
            if let Some(end) = self.cycle() {
                return Some(end);
            }
            self.clock += 1;
        }
        None
    }

    /// The cycle as the contract numbers it.
    fn now(&self) -> u64 {
        self.clock.saturating_sub(FILL)
    }

    fn cycle(&mut self) -> Option<End> {
        let issued_before = self.issues.len();
        let target = self.execute_stage();
        if self.clock >= FILL {
            self.classes.add(self.class(issued_before), 1);
        }
        if let Some(end) = self.end() {
            return Some(end);
        }
        self.fetch_stage(issued_before);
        match target {
            Some(target) => self.flush(target),
            None => self.clock_edge(),
        }
        None
    }

    fn end(&self) -> Option<End> {
        match self.executing {
            Execution::Working(Work { op: Op::Ebreak, .. }) => Some(End::Exited),
            Execution::Asleep if !self.core.timer_will_wake() => Some(End::Asleep),
            _ => None,
        }
    }

    /// One cycle of EX. Gives the address of a flush.
    fn execute_stage(&mut self) -> Option<u32> {
        let now = self.now();
        match self.executing {
            Execution::Arrived(slot) => self.try_to_issue(slot),
            Execution::Held(slot) if now >= self.bus_free => self.try_to_issue(slot),
            Execution::Asleep if self.core.wakes(now) != 0 => {
                let last = now + WAKE - 1;
                self.executing = Execution::Working(Work {
                    op: Op::Wfi,
                    last,
                    place: None,
                    late: None,
                });
                None
            }
            _ => None,
        }
    }

    fn try_to_issue(&mut self, slot: Slot) -> Option<u32> {
        if let Some(cause) = self.core.interrupt(self.now()) {
            self.executing = Execution::Nothing;
            return Some(self.core.trap(cause, slot.pc));
        }
        let instruction = slot
            .instruction
            .unwrap_or_else(|| panic!("no instruction at {:#x}", slot.pc));
        let place = place(&self.core, &instruction);
        let needs_bus =
            place == Some(Place::Bus) || matches!(instruction.op, Op::Fence | Op::FenceI);
        if needs_bus && self.now() < self.bus_free {
            self.executing = Execution::Held(slot);
            return None;
        }
        self.issue(slot.pc, &instruction, place)
    }

    fn issue(&mut self, pc: u32, instruction: &Instruction, place: Option<Place>) -> Option<u32> {
        let (now, op) = (self.now(), instruction.op);
        self.issues.push((now, pc));
        let last = now + self.cycles_in_ex(op, place) - 1;
        let late = is_multiplication(op) || (is_load(op) && place != Some(Place::Bus));
        let late = late.then_some(instruction.rd);
        self.executing = match op {
            Op::Wfi if self.core.wakes(now) == 0 => Execution::Asleep,
            _ => Execution::Working(Work {
                op,
                last,
                place,
                late,
            }),
        };
        if is_store(op) && place == Some(Place::Bus) {
            self.bus_free = now + BUS_ACCESS + self.wait_states;
        }
        let target = execute(&mut self.core, instruction, pc, now);
        self.core.retired += u32::from(op != Op::Ecall);
        target
    }

    fn cycles_in_ex(&self, op: Op, place: Option<Place>) -> u64 {
        match place {
            Some(Place::Bus) if is_store(op) => 1,
            Some(Place::Bus) if is_atomic_operation(op) => 2 * (BUS_ACCESS + self.wait_states),
            Some(Place::Bus) => BUS_ACCESS + self.wait_states,
            _ if is_atomic_operation(op) => 2,
            Some(Place::Program) => 2,
            _ if is_division(op) => DIVISION,
            _ => 1,
        }
    }

    /// The class of this cycle.
    fn class(&self, issued_before: usize) -> Class {
        match self.executing {
            _ if self.issues.len() > issued_before => Class::Issue,
            Execution::Held(_)
            | Execution::Working(Work {
                place: Some(Place::Bus),
                ..
            }) => Class::Bus,
            Execution::Asleep | Execution::Working(Work { op: Op::Wfi, .. }) => Class::Sleep,
            _ => Class::Hazard,
        }
    }

    /// One aligned word into the buffer, unless it is full or the access of an instruction that issued before takes the port.
    fn fetch_stage(&mut self, issued_before: usize) {
        let port_taken = matches!(
            self.executing,
            Execution::Working(Work {
                place: Some(Place::Program),
                ..
            })
        ) && self.issues.len() == issued_before;
        if port_taken || self.buffer.len() + 2 > BUFFER {
            return;
        }
        let word = self.core.fetch(self.fetch_address & !3);
        if self.fetch_address & 2 == 0 {
            self.buffer.push_back(word as u16);
        }
        self.buffer.push_back((word >> 16) as u16);
        self.fetch_address = (self.fetch_address & !3) + 4;
    }

    /// Nothing of what is in the stages goes on.
    fn flush(&mut self, target: u32) {
        self.executing = Execution::Nothing;
        self.decoding = None;
        self.fetch_from(target);
    }

    fn fetch_from(&mut self, target: u32) {
        self.buffer.clear();
        self.buffer_address = target;
        self.fetch_address = target;
    }

    fn clock_edge(&mut self) {
        let late = match self.executing {
            Execution::Working(work) if self.now() >= work.last => work.late,
            Execution::Nothing => None,
            _ => return self.fill_decoding(),
        };
        self.executing = Execution::Nothing;
        let reads = |slot: &Slot| {
            slot.instruction
                .is_some_and(|i| i.sources().any(|source| Some(source) == late))
        };
        if let Some(slot) = self.decoding.take_if(|slot| !reads(slot)) {
            self.executing = Execution::Arrived(slot);
            self.jump_from_decoding(slot);
        }
        self.fill_decoding();
    }

    /// The target of `jal` is known when it leaves ID.
    fn jump_from_decoding(&mut self, slot: Slot) {
        if let Some(Instruction {
            op: Op::Jal, imm, ..
        }) = slot.instruction
        {
            self.fetch_from(slot.pc.wrapping_add(imm as u32));
        }
    }

    /// The next instruction of the buffer, if all of it is there.
    fn fill_decoding(&mut self) {
        let Some(&low) = self.buffer.front() else {
            return;
        };
        let size = if low & 3 == 3 { 2 } else { 1 };
        if self.decoding.is_some() || self.buffer.len() < size {
            return;
        }
        let halves: Vec<u16> = self.buffer.drain(..size).collect();
        let bits = halves
            .iter()
            .rev()
            .fold(0, |bits, half| bits << 16 | u32::from(*half));
        self.decoding = Some(Slot {
            pc: self.buffer_address,
            instruction: decode(bits),
        });
        self.buffer_address += 2 * size as u32;
    }
}
