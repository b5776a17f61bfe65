//! Trace points: instructions whose issue is recorded together with a few values, as a debugger's tracepoint does.
//!
//! The program is not changed, and no simulated time passes. The host pays only at the points: the loop of `run` stops before each of them. The entry
//! of a function is a point that also marks the instruction to which the function will return, so that calls and returns are seen without checking
//! any other instruction. Translations of the program end before points; after a call instruction they check whether a traced function returns there.

use super::data_memory::DataMemory;
use super::pipeline::Pipeline;
use super::program::Program;
use super::run::Journal;
use super::translations::Units;
use super::Core;
use crate::units::Cycle;
use std::sync::Arc;
use weft_translate::{is_behind_call, Cache};

/// The return address register (x1) and the stack pointer (x2) of the calling convention.
const RA: u8 = 1;
const SP: u8 = 2;

/// The location of a value when an instruction issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Constant(i32),
    Register(u8),
    /// The word at a register's value plus an offset.
    Indexed {
        register: u8,
        offset: i32,
    },
    /// The word at a fixed address.
    Fixed(u32),
}

impl Operand {
    /// Evaluates the operand, given the registers and the words of memory; None if the word cannot be read.
    pub fn value(
        self,
        register: impl Fn(u8) -> u32,
        word: impl Fn(u32) -> Option<u32>,
    ) -> Option<i32> {
        let bits = match self {
            Operand::Constant(value) => return Some(value),
            Operand::Register(number) => Some(register(number)),
            Operand::Indexed {
                register: base,
                offset,
            } => word(register(base).wrapping_add(offset as u32)),
            Operand::Fixed(address) => word(address),
        };
        bits.map(|bits| bits as i32)
    }

    fn in_core(self, pipeline: &Pipeline, data: &DataMemory) -> Option<i32> {
        let word = |address| data.read::<4>(address).map(u32::from_le_bytes);
        self.value(|number| pipeline.registers.get(number), word)
    }
}

/// What to record at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TracePoint {
    /// The entry of a function: records calls and returns.
    Entry,
    /// The values of a probe.
    Probe([Option<Operand>; 4]),
}

/// The points of a program, sorted by the address of their instruction.
pub type TracePoints = Vec<(u32, TracePoint)>;

/// An instruction that issued at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The cycle of the issue.
    pub time: Cycle,
    pub pc: u32,
    pub what: Passed,
}

/// What was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// A function was called, or jumped to.
    Entry {
        return_address: u32,
        stack_pointer: u32,
    },
    /// The point of this number in the list has been passed, with these values.
    Probe {
        number: u32,
        values: [Option<i32>; 4],
    },
    /// An instruction issued to which a traced function has returned at some time.
    ReturnSite { stack_pointer: u32 },
}

/// The trace of a core.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    points: Arc<TracePoints>,
    /// The marks of each slot of the program memory. A return site stays one.
    marks: Vec<u8>,
    /// For each slot that is a point, the number of its first one in the list.
    first_points: Vec<u32>,
    passages: Vec<Passage>,
    translations: Translations,
}

/// The translations of the program that end before its points.
#[derive(Clone, Debug)]
struct Translations {
    cache: Arc<Cache>,
    /// The program's translations without points at that time. A program that is written gets others, which shows that `cache` is out of date.
    of: Arc<Cache>,
    /// Whether all return sites directly follow a call, where translations check.
    see_returns: bool,
}

/// Marks of a slot, which may have both.
const POINT: u8 = 1;
const RETURN_SITE: u8 = 2;

impl Trace {
    /// A trace of these points of the program, with translations of its own or those of another core.
    fn new(points: Arc<TracePoints>, program: &Program, shared: Option<Arc<Cache>>) -> Trace {
        let slots = program.slots.len();
        let translations = Translations {
            cache: shared.unwrap_or_default(),
            of: Arc::clone(&program.translations),
            see_returns: true,
        };
        let mut trace = Trace {
            points: Arc::clone(&points),
            marks: vec![0; slots],
            first_points: vec![0; slots],
            passages: Vec::new(),
            translations,
        };
        for (number, (address, _)) in points.iter().enumerate().rev() {
            if let Some(slot) = program.index_of(*address) {
                trace.marks[slot] = POINT;
                trace.first_points[slot] = number as u32;
            }
        }
        trace
    }

    /// Records the instruction that is about to issue, if its slot is marked.
    fn note(&mut self, pipeline: &Pipeline, data: &DataMemory) {
        let mark = self.marks.get(pipeline.index).copied().unwrap_or(0);
        if mark & RETURN_SITE != 0 {
            let stack_pointer = pipeline.registers.get(SP);
            self.push(pipeline, Passed::ReturnSite { stack_pointer });
        }
        if mark & POINT != 0 {
            self.note_points(pipeline, data);
        }
    }

    /// Records all points at the instruction.
    fn note_points(&mut self, pipeline: &Pipeline, data: &DataMemory) {
        let pc = pipeline.pc();
        let mut number = self.first_points[pipeline.index];
        while let Some(&(address, point)) = self.points.get(number as usize) {
            if address != pc {
                break;
            }
            let what = match point {
                TracePoint::Entry => self.entry(pipeline),
                TracePoint::Probe(operands) => Passed::Probe {
                    number,
                    values: operands.map(|operand| operand?.in_core(pipeline, data)),
                },
            };
            self.push(pipeline, what);
            number += 1;
        }
    }

    /// Records a function's entry and marks the instruction to which it will return.
    fn entry(&mut self, pipeline: &Pipeline) -> Passed {
        let return_address = pipeline.registers.get(RA);
        if let Some(slot) = pipeline.program.index_of(return_address) {
            self.marks[slot] |= RETURN_SITE;
            self.translations.see_returns &= is_behind_call(&pipeline.program.slots, slot);
        }
        Passed::Entry {
            return_address,
            stack_pointer: pipeline.registers.get(SP),
        }
    }

    fn push(&mut self, pipeline: &Pipeline, what: Passed) {
        self.passages.push(Passage {
            time: pipeline.time,
            pc: pipeline.pc(),
            what,
        });
    }
}

/// A journal that stops the loop before marked slots, except the one that it starts at.
struct Stops<'a, J> {
    journal: &'a mut J,
    marks: &'a [u8],
    passed: Option<usize>,
    stopped: bool,
}

impl<J: Journal> Journal for Stops<'_, J> {
    #[inline(always)]
    fn store(&mut self, data: &DataMemory, address: u32) {
        self.journal.store(data, address);
    }

    #[inline(always)]
    fn transfer(&mut self, from: usize, to: usize) {
        self.journal.transfer(from, to);
    }

    #[inline(always)]
    fn wait(&mut self, slot: usize, ticks: u64) {
        self.journal.wait(slot, ticks);
    }

    #[inline(always)]
    fn stops_before(&mut self, slot: usize) -> bool {
        if self.marks[slot] == 0 {
            return false;
        }
        self.stopped = self.passed.take() != Some(slot);
        self.stopped
    }

    #[inline(always)]
    fn arrives(&mut self, slot: usize) -> bool {
        self.journal.arrives(slot)
    }
}

impl Trace {
    /// The translations of the program as it is now.
    pub fn translations(&mut self, program: &Program) -> &Arc<Cache> {
        if !Arc::ptr_eq(&self.translations.of, &program.translations) {
            self.translations = Translations {
                cache: Arc::default(),
                of: Arc::clone(&program.translations),
                see_returns: self.returns_are_behind_calls(program),
            };
        }
        &self.translations.cache
    }

    fn returns_are_behind_calls(&self, program: &Program) -> bool {
        let marks = self.marks.iter().enumerate();
        let mut returns = marks.filter(|(_, &mark)| mark & RETURN_SITE != 0);
        returns.all(|(slot, _)| is_behind_call(&program.slots, slot))
    }

    /// Whether translations exit wherever something must be recorded.
    pub fn is_seen_by_translations(&self) -> bool {
        self.translations.see_returns
    }

    /// Whether something is recorded whenever the instruction in a slot issues.
    pub fn is_point(&self, slot: usize) -> bool {
        self.marks[slot] & POINT != 0
    }

    /// The marks of each slot: zero if nothing is recorded there.
    pub fn marks(&self) -> &[u8] {
        &self.marks
    }

    /// As [`Pipeline::interpret`], and records passages of points.
    pub fn interpret(
        &mut self,
        pipeline: &mut Pipeline,
        data: &mut DataMemory,
        bound: Cycle,
        journal: &mut impl Journal,
    ) -> bool {
        let mut passed = None;
        let mut before = self.passages.len();
        loop {
            let issued = pipeline.accounting.counters.instructions;
            let mut stops = Stops {
                journal,
                marks: &self.marks,
                passed,
                stopped: false,
            };
            let reached = pipeline.interpret(data, bound, &mut stops);
            let stopped = stops.stopped;
            if pipeline.accounting.counters.instructions == issued {
                // The instruction just recorded did not issue here.
                self.passages.truncate(before);
            }
            if !stopped {
                return reached;
            }
            before = self.passages.len();
            self.note(pipeline, data);
            passed = Some(pipeline.index);
        }
    }
}

impl Core {
    /// Records passages of these points from now on. `shared`: the translations of a core with the same program and points.
    pub fn trace(&mut self, points: Arc<TracePoints>, shared: Option<Arc<Cache>>) {
        let trace = Trace::new(points, &self.pipeline.program, shared);
        self.trace = Some(Box::new(trace));
    }

    /// The translations that this core has for these points, if it runs the same program as `other`.
    pub fn traced_translations(&self, other: &Core, points: &TracePoints) -> Option<Arc<Cache>> {
        let trace = self.trace.as_deref()?;
        let is_same = Arc::ptr_eq(&self.pipeline.program, &other.pipeline.program)
            && Arc::ptr_eq(&trace.translations.of, &self.pipeline.program.translations)
            && *trace.points == *points;
        is_same.then(|| Arc::clone(&trace.translations.cache))
    }

    /// Why translations with points were not made, if the host cannot.
    pub(super) fn traced_refused(&self) -> Option<String> {
        self.trace.as_ref()?.translations.cache.unavailable()
    }

    /// Takes the passages recorded since the last call, in the order of time.
    pub fn take_passages(&mut self) -> impl Iterator<Item = Passage> + '_ {
        let traces = self.trace.iter_mut();
        traces.flat_map(|trace| trace.passages.drain(..))
    }

    /// Number of passages recorded and not taken.
    pub(super) fn passages(&self) -> usize {
        self.trace.as_ref().map_or(0, |trace| trace.passages.len())
    }

    /// Drops the passages after the first `count`.
    pub(super) fn forget_passages(&mut self, count: usize) {
        if let Some(trace) = &mut self.trace {
            trace.passages.truncate(count);
        }
    }

    /// Executes until `bound` (returns true) or before an instruction that the inner loop does not handle (returns false). Records passages of
    /// points, and reports to `journal` what an undo needs.
    #[inline]
    pub(super) fn execute(&mut self, bound: Cycle, journal: &mut impl Journal) -> bool {
        let Core {
            pipeline,
            data,
            trace,
            float_unit,
            ..
        } = self;
        let mut units = Units {
            data,
            float: float_unit.as_deref_mut(),
            trace: trace.as_deref_mut(),
        };
        pipeline.execute(&mut units, bound, journal)
    }

    /// Records the issue of the next instruction, if it is at a point.
    pub(super) fn note_passage(&mut self) {
        if let (Some(trace), None) = (&mut self.trace, self.pipeline.fetch_fault) {
            trace.note(&self.pipeline, &self.data);
        }
    }

    /// As `execute_local`, and records passages of points.
    pub(super) fn execute_local_noting(&mut self) -> bool {
        let before = self.passages();
        self.note_passage();
        let executed = self.execute_local();
        if !executed {
            self.forget_passages(before);
        }
        executed
    }
}
