//! The choice between interpreting a program and running a translation of it to the host's machine code.
//!
//! ```text
//!            control arrives at a translation          too few ticks left before the bound
//!   interpret -------------------> translation ---------------------------> interpret to the bound
//!       ^                              |
//!       +------------------------------+ stopped before an instruction that is not translated
//! ```
//!
//! The first ticks after a shared instruction are always interpreted: looking for a translation pays only for a longer stretch. The interpreter
//! counts how often control is transferred to each slot. Where that is often, the region that begins there is translated (`weft-translate`) in the
//! background, and once that is done, the interpreter stops there. Translations belong to the program: all cores that run it share them, and writing
//! the program discards them. They change only the time that the host takes, not the simulation.

use super::data_memory::DataMemory;
use super::float::FloatUnit;
use super::interpreted::Why;
use super::pipeline::Pipeline;
use super::run::Journal;
use super::trace::Trace;
use crate::units::Cycle;
use std::sync::Arc;
use weft_isa::Op;
use weft_translate::{
    Begins, Cache, FloatReach, Kind, Leaving, Memories, Reach, Reading, Run, Wanted,
};

/// Number of arrival counters; slots share them.
const COUNTERS: usize = 4096;
/// Arrivals at a slot that make it hot.
const HOT: u16 = 500;
/// A slot that is executed less than one `RARE`-th as often as the first slot of a region is not translated with it.
const RARE: u64 = 64;
/// In mode `Always`, a region has the slots that are nearer than this to its first slot. The index of the first slot selects the distance, so that
/// there are small and large regions; most are small, since those take less time.
const NEAR: [usize; 4] = [8, 12, 20, 100];
/// Ticks that are interpreted before the core looks for a translation.
const SHORTEST: u64 = 32;
/// The longest budget of ticks that a translation is given.
const LONGEST: u64 = 1 << 40;
/// Interpreted instructions after which a core reports them to the cache that all cores of its program share.
const TOLD: u64 = 10_000;

/// The code to translate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Translate {
    /// Code that is executed often, in the background.
    #[default]
    Hot,
    /// Everything to which control is transferred, before it is executed: slow, for tests.
    Always,
    Never,
}

/// What a core keeps for running translations; not part of the simulated state.
#[derive(Clone, Debug, Default)]
pub(super) struct Hot {
    pub translate: Translate,
    /// Arrivals at slots; some share a counter.
    arrivals: Vec<u16>,
    /// The translations of the program that was run last.
    cache: Option<Arc<Cache>>,
    /// How often translations have ended before each operation.
    stops: Vec<u64>,
    /// Interpreted instructions of this core at its last report to the cache.
    told: u64,
}

impl Hot {
    /// How often translations have ended before each operation, in the order of [`Op::ALL`].
    pub fn stops(&self) -> &[u64] {
        &self.stops
    }

    /// Allocates the counters.
    fn prepare(&mut self) {
        self.arrivals.resize(COUNTERS, 0);
        self.stops.resize(Op::ALL.len(), 0);
    }

    /// Counts an arrival at a slot; returns whether the slot is hot.
    #[inline(always)]
    fn arrives(&mut self, slot: usize) -> bool {
        let counter = &mut self.arrivals[slot % COUNTERS];
        *counter = counter.saturating_add(1);
        *counter > HOT || self.translate == Translate::Always
    }

    /// Ticks to interpret before looking for a translation.
    #[inline]
    fn interpreted_first(&self) -> u64 {
        match self.translate {
            Translate::Hot => SHORTEST,
            Translate::Always => 0,
            Translate::Never => u64::MAX,
        }
    }
}

/// The units that local instructions access outside the pipeline, and the trace that records them.
pub(super) struct Units<'a> {
    pub data: &'a mut DataMemory,
    pub float: Option<&'a mut FloatUnit>,
    pub trace: Option<&'a mut Trace>,
}

impl Units<'_> {
    /// Whether translations exit wherever something must be recorded.
    fn may_translate(&self) -> bool {
        let trace = self.trace.as_ref();
        trace.is_none_or(|trace| trace.is_seen_by_translations())
    }
}

/// A journal that stops the loop where a translation begins, or should be made.
struct Watching<'a, J> {
    journal: &'a mut J,
    reading: &'a Reading<'a>,
    hot: &'a mut Hot,
}

impl<J: Journal> Journal for Watching<'_, J> {
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
    fn arrives(&mut self, slot: usize) -> bool {
        match self.reading.begins(slot) {
            Begins::Translated => true,
            Begins::Asked => false,
            Begins::Unasked => self.hot.arrives(slot),
        }
    }
}

/// How [`Pipeline::take_turns`] ended.
enum Turns {
    /// As [`Pipeline::execute`] returns it.
    Done(bool),
    /// The next instruction's slot is hot: ask for a translation of it.
    Hot,
}

impl Pipeline {
    /// Executes until `bound` (returns true) or before an instruction not handled here (returns false). Reports to `journal` what an undo needs.
    pub fn execute(&mut self, units: &mut Units, bound: Cycle, journal: &mut impl Journal) -> bool {
        let first = Cycle(self.time.0.saturating_add(self.hot.interpreted_first()));
        let goes_on = self.interpret_for(Why::First, units, bound.min(first), journal);
        if !goes_on || bound <= first {
            return goes_on;
        }
        self.execute_in_turns(units, bound, journal)
    }

    /// As [`Pipeline::interpret`], and records passages of trace points and why instructions were interpreted.
    #[inline]
    fn interpret_for(
        &mut self,
        why: Why,
        units: &mut Units,
        bound: Cycle,
        journal: &mut impl Journal,
    ) -> bool {
        let before = self.accounting.counters.instructions;
        let reached = match units.trace.as_deref_mut() {
            None => self.interpret(units.data, bound, journal),
            Some(trace) => trace.interpret(self, units.data, bound, journal),
        };
        let counters = &mut self.accounting.counters;
        let executed = counters.instructions - before;
        counters.in_loop.add(why, executed);
        reached
    }

    /// As [`Pipeline::execute`], with translations.
    fn execute_in_turns(
        &mut self,
        units: &mut Units,
        bound: Cycle,
        journal: &mut impl Journal,
    ) -> bool {
        let mut hot = std::mem::take(&mut self.hot);
        hot.prepare();
        let current = match units.trace.as_deref_mut() {
            None => &self.program.translations,
            Some(trace) => trace.translations(&self.program),
        };
        let cache = hot.cache.take().filter(|last| Arc::ptr_eq(last, current));
        let cache = cache.unwrap_or_else(|| Arc::clone(current));
        let is_logged = journal.logs().is_some();
        let reached = loop {
            let reading = cache.read(is_logged);
            let turns = self.take_turns(&reading, &mut hot, units, bound, journal);
            drop(reading);
            match turns {
                Turns::Done(reached) => break reached,
                Turns::Hot => self.ask(&cache, &mut hot, units, is_logged),
            }
        };
        hot.cache = Some(cache);
        self.hot = hot;
        reached
    }

    /// Interprets and runs translations in turns until the end of [`Pipeline::execute`], or until control arrives at a hot slot.
    fn take_turns(
        &mut self,
        reading: &Reading,
        hot: &mut Hot,
        units: &mut Units,
        bound: Cycle,
        journal: &mut impl Journal,
    ) -> Turns {
        loop {
            if self.time >= bound {
                return Turns::Done(true);
            }
            match reading.begins(self.index) {
                Begins::Translated if units.may_translate() => {
                    match self.run(reading, units, bound, journal) {
                        Some(Leaving::Left(_)) => continue,
                        Some(Leaving::Spent(_)) => {
                            return Turns::Done(self.interpret_for(
                                Why::Bound,
                                units,
                                bound,
                                journal,
                            ))
                        }
                        Some(Leaving::Stopped(slot)) => self.count_stop(slot, hot),
                        None => {}
                    }
                }
                Begins::Unasked if hot.arrives(self.index) => return Turns::Hot,
                Begins::Translated | Begins::Unasked | Begins::Asked => {}
            }
            let mut watching = Watching {
                journal,
                reading,
                hot,
            };
            if !self.interpret_for(Why::Cold, units, bound, &mut watching) {
                return Turns::Done(false);
            }
        }
    }

    /// Runs the translation that begins at the next instruction, and accounts for what it did.
    fn run(
        &mut self,
        reading: &Reading,
        units: &mut Units,
        bound: Cycle,
        journal: &mut impl Journal,
    ) -> Option<Leaving> {
        let given = (bound - self.time).min(LONGEST) as i64;
        let mut reach = Reach {
            registers: self.registers.array(),
            float: units.float.as_deref_mut().map(|unit| FloatReach {
                registers: &mut unit.registers,
                control: &mut unit.control,
            }),
            memory: units.data.all_mut(),
            constants: self.program.constants().1,
            profile: self.accounting.profile.counters(),
            slots: &self.program.slots,
            marks: units.trace.as_ref().map_or(&[], |trace| trace.marks()),
            user: &self.program.user,
        };
        let run = reading.run(self.index, &mut reach, given, journal.logs())?;
        self.account(&run, (given - run.budget) as u64);
        Some(run.leaving)
    }

    fn count_stop(&self, slot: usize, hot: &mut Hot) {
        if let Some(op) = self.program.slots.get(slot).and_then(|slot| slot.op) {
            hot.stops[op as usize] += 1;
        }
    }

    /// Adds what a translation has executed in `ticks` to the counts, and moves on to where it has left.
    fn account(&mut self, run: &Run, ticks: u64) {
        let issues = run.instructions - run.joined;
        self.accounting.issue_bundles(run.instructions, issues);
        if ticks > 0 {
            self.accounting.bubbles(ticks - issues * self.period);
        }
        self.accounting.counters.translated += run.instructions;
        self.time += ticks;
        if run.is_within {
            self.bundle_since = Some(self.time);
        }
        let (Leaving::Left(slot) | Leaving::Spent(slot) | Leaving::Stopped(slot)) = run.leaving;
        self.index = slot;
    }

    /// Asks for a translation of the region that begins at the next instruction, if that is worth it.
    fn ask(&self, cache: &Arc<Cache>, hot: &mut Hot, units: &Units, is_logged: bool) {
        let forced = hot.translate == Translate::Always;
        self.tell(cache, hot);
        // The slot has to become hot anew before it is asked for again.
        hot.arrivals[self.index % COUNTERS] = 0;
        if !forced && !cache.affords_next() {
            return;
        }
        let kind = Kind {
            is_logged,
            width: self.program.issue_width,
            is_traced: units.trace.is_some(),
        };
        let executed = self.accounting.profile.executions(self.program.slots.len());
        let least = executed[self.index] / RARE;
        let is_hot = |slot: usize| match forced {
            true => slot.abs_diff(self.index) < NEAR[self.index % NEAR.len()],
            false => executed.get(slot).is_some_and(|&times| times > least),
        };
        let is_point = |slot: usize| {
            let trace = units.trace.as_ref();
            trace.is_some_and(|trace| trace.is_point(slot))
        };
        let wanted = |slot: usize| match is_hot(slot) {
            _ if is_point(slot) => Wanted::Never,
            true => Wanted::Hot,
            false => Wanted::Rare,
        };
        let memories = self.memories(units);
        cache.ask(
            &self.program.slots,
            self.index,
            memories,
            kind,
            forced,
            wanted,
        );
    }

    /// The memories for which translations of the program are made.
    fn memories(&self, units: &Units) -> Memories {
        let (data, data_size) = units.data.range();
        let (constants, bytes) = self.program.constants();
        Memories {
            program: self.program.base,
            data,
            data_size,
            constants,
            constants_size: bytes.len() as u32,
            constants_ticks: self.timing.program_memory_data as i64,
            has_float: units.float.is_some(),
        }
    }

    /// Reports to the shared cache how much this core has interpreted.
    fn tell(&self, cache: &Cache, hot: &mut Hot) {
        let counters = &self.accounting.counters;
        let interpreted = counters.instructions - counters.translated;
        if interpreted >= hot.told + TOLD {
            cache.add_interpreted(interpreted - hot.told);
            hot.told = interpreted;
        }
    }
}
