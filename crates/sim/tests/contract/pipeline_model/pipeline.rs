//! The stages of the core (section 1 of the contract): IF with a buffer of halfwords, ID, EX, WB, and the sub-pipeline to the bus.
//!
//! In each cycle EX works first, for it may flush what is behind it; IF fetches a word; at the clock edge an instruction
//! moves from ID to EX if nothing holds it, and the next one from the buffer to ID. A core of issue width N moves bundles of up to N
//! instructions, and fetches N words.

use super::bundles::{marks, Mark};
use super::core_state::{CoreState, Place};
use super::execute::{execute, is_atomic_operation, is_division, is_store, place};
use std::collections::VecDeque;
use weft_isa::{decode, Instruction, Op};
use weft_sim::part::core::classes::{Class, ClassCycles};

/// Cycles of an iterative division in EX.
const DIVISION: u64 = 34;
/// Idle, Address, Data, Response.
const BUS_ACCESS: u64 = 4;
const WAKE: u64 = 4;
/// Halfwords in the fetch buffer, for each instruction that can issue in a cycle.
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

/// What EX does; the instructions that have not issued yet stand in `bundle`.
#[derive(Clone, Copy)]
enum Execution {
    Nothing,
    /// The bundle issues in this cycle unless an interrupt comes first.
    Arrived,
    /// The first one left waits for the sub-pipeline to be free.
    Held,
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
    decoding: VecDeque<Slot>,
    executing: Execution,
    bundle: VecDeque<Slot>,
    /// The registers that the last bundle will only deliver from WB.
    late: Vec<u8>,
    width: usize,
    marks: Vec<Mark>,
    /// The first cycle in which the sub-pipeline is free.
    bus_free: u64,
    wait_states: u64,
}

impl Pipeline {
    pub fn new(code: &[u8], wait_states: u64, width: usize) -> Pipeline {
        let core = CoreState::new(code);
        Pipeline {
            marks: marks(core.program(), width),
            core,
            issues: Vec::new(),
            classes: ClassCycles::default(),
            clock: 0,
            fetch_address: 0,
            buffer: VecDeque::new(),
            buffer_address: 0,
            decoding: VecDeque::new(),
            executing: Execution::Nothing,
            bundle: VecDeque::new(),
            late: Vec::new(),
            width,
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
            Execution::Arrived => self.try_to_issue(),
            Execution::Held if now >= self.bus_free => self.try_to_issue(),
            Execution::Asleep if self.core.wakes(now) != 0 => {
                let last = now + WAKE - 1;
                self.executing = Execution::Working(Work {
                    op: Op::Wfi,
                    last,
                    place: None,
                });
                None
            }
            _ => None,
        }
    }

    /// All that can issue together, or an interrupt.
    fn try_to_issue(&mut self) -> Option<u32> {
        if let Some(cause) = self.core.interrupt(self.now()) {
            self.executing = Execution::Nothing;
            let first = self.bundle.front().expect("it waits to issue");
            return Some(self.core.trap(cause, first.pc));
        }
        while let Some(&slot) = self.bundle.front() {
            let instruction = slot
                .instruction
                .unwrap_or_else(|| panic!("no instruction at {:#x}", slot.pc));
            let place = place(&self.core, &instruction);
            let needs_bus =
                place == Some(Place::Bus) || matches!(instruction.op, Op::Fence | Op::FenceI);
            if needs_bus && self.now() < self.bus_free {
                self.executing = Execution::Held;
                return None;
            }
            self.bundle.pop_front();
            let target = self.issue(slot.pc, &instruction, place);
            let goes_far = place.is_some_and(|place| place != Place::Data);
            if target.is_some() || goes_far {
                return target;
            }
        }
        None
    }

    fn issue(&mut self, pc: u32, instruction: &Instruction, place: Option<Place>) -> Option<u32> {
        let (now, op) = (self.now(), instruction.op);
        self.issues.push((now, pc));
        let last = now + self.cycles_in_ex(op, place) - 1;
        // What comes from the bus comes in the last cycle in EX.
        let waits = place == Some(Place::Bus) && !is_store(op);
        self.late = match self.marks.get(pc as usize / 2) {
            Some(mark) if !waits => mark.late.clone(),
            _ => Vec::new(),
        };
        let exception = self.core.exception(instruction);
        self.executing = match op {
            Op::Wfi if exception.is_none() && self.core.wakes(now) == 0 => Execution::Asleep,
            _ => Execution::Working(Work { op, last, place }),
        };
        if is_store(op) && place == Some(Place::Bus) {
            self.bus_free = now + BUS_ACCESS + self.wait_states;
        }
        let target = match exception {
            Some(cause) => Some(self.core.trap(cause, pc)),
            None => execute(&mut self.core, instruction, pc, now),
        };
        if is_store(op) && place == Some(Place::Program) {
            self.marks = marks(self.core.program(), self.width);
        }
        self.core.retired += u32::from(exception.is_none());
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
            Execution::Held => Class::Bus,
            _ if self.issues.len() > issued_before => Class::Issue,
            Execution::Working(Work {
                place: Some(Place::Bus),
                ..
            }) => Class::Bus,
            Execution::Asleep | Execution::Working(Work { op: Op::Wfi, .. }) => Class::Sleep,
            _ => Class::Hazard,
        }
    }

    /// As many aligned words into the buffer as instructions can issue, unless it is full or the access of an instruction that issued
    /// before takes the port.
    fn fetch_stage(&mut self, issued_before: usize) {
        let port_taken = matches!(
            self.executing,
            Execution::Working(Work {
                place: Some(Place::Program),
                ..
            })
        ) && self.issues.len() == issued_before;
        if port_taken || self.buffer.len() + 2 * self.width > BUFFER * self.width {
            return;
        }
        let first = self.core.fetch(self.fetch_address & !3);
        let is_cut = self.fetch_address & 2 != 0;
        if !is_cut {
            self.buffer.push_back(first as u16);
        }
        self.buffer.push_back((first >> 16) as u16);
        self.fetch_address = (self.fetch_address & !3) + 4;
        // The second half of an instruction that is not aligned takes an access of its own.
        let words = if is_cut && first >> 16 & 3 == 3 {
            1
        } else {
            self.width
        };
        for _ in 1..words {
            let word = self.core.fetch(self.fetch_address);
            self.buffer.extend([word as u16, (word >> 16) as u16]);
            self.fetch_address += 4;
        }
    }

    /// Nothing of what is in the stages goes on.
    fn flush(&mut self, target: u32) {
        self.executing = Execution::Nothing;
        self.bundle.clear();
        self.fetch_from(target);
    }

    fn fetch_from(&mut self, target: u32) {
        self.decoding.clear();
        self.buffer.clear();
        self.buffer_address = target;
        self.fetch_address = target;
    }

    fn clock_edge(&mut self) {
        match self.executing {
            Execution::Working(work) if self.now() >= work.last && self.bundle.is_empty() => {}
            Execution::Working(work) if self.now() >= work.last => {
                self.executing = Execution::Arrived;
                self.jump_from_decoding();
                return self.fill_decoding();
            }
            Execution::Nothing => self.late.clear(),
            _ => return self.fill_decoding(),
        }
        self.executing = Execution::Nothing;
        let late = std::mem::take(&mut self.late);
        let reads = |slot: &Slot| {
            slot.instruction
                .is_some_and(|i| i.sources().any(|source| late.contains(&source)))
        };
        if let Some(count) = self.decoded_bundle() {
            if !self.decoding.iter().take(count).any(reads) {
                self.bundle.extend(self.decoding.drain(..count));
                self.executing = Execution::Arrived;
                self.jump_from_decoding();
            }
        }
        self.fill_decoding();
    }

    /// How many of the decoded instructions are the next bundle; none if it is not there as a whole.
    fn decoded_bundle(&self) -> Option<usize> {
        let ends = |slot: &Slot| {
            let mark = self.marks.get(slot.pc as usize / 2);
            mark.is_none_or(|mark| !mark.goes_on)
        };
        let last = self.decoding.iter().position(ends);
        last.map(|last| last + 1)
    }

    /// The target of `jal` is known when it leaves ID; what of a bundle is left behind an access leaves it again.
    fn jump_from_decoding(&mut self) {
        let last = self.bundle.back().copied();
        let Some(Slot {
            pc,
            instruction: Some(jump),
        }) = last
        else {
            return;
        };
        if jump.op == Op::Jal {
            self.fetch_from(pc.wrapping_add(jump.imm as u32));
        }
    }

    /// The next instructions of the buffer, as far as all of each is there.
    fn fill_decoding(&mut self) {
        while let Some(&low) = self.buffer.front() {
            let size = if low & 3 == 3 { 2 } else { 1 };
            if self.decoding.len() == self.width || self.buffer.len() < size {
                return;
            }
            let halves: Vec<u16> = self.buffer.drain(..size).collect();
            let bits = halves
                .iter()
                .rev()
                .fold(0, |bits, half| bits << 16 | u32::from(*half));
            self.decoding.push_back(Slot {
                pc: self.buffer_address,
                instruction: decode(bits).filter(|instruction| !instruction.op.is_float()),
            });
            self.buffer_address += 2 * size as u32;
        }
    }
}
