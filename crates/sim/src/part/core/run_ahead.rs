//! Running ahead of global time, and rolling back to the cycle in which another component affects the core.
//!
//! A core is *exposed* if another component can interrupt it or access its data memory.
//! - A core that is not exposed runs ahead over local instructions and over bus accesses, whose order the bus keeps. It is never rolled back.
//! - An exposed core runs ahead over local instructions speculatively. It keeps a snapshot of its registers and a log of what its stores overwrite.
//!   When another component interrupts it, writes its data memory, or reads a word that it has overwritten, in a cycle that it has passed, the
//!   snapshot is restored and the core runs again, up to that cycle.
//!
//! ```text
//!      snapshot      interrupt, write, read          core's time
//!   ------+------------------+---------------------------+--------> ticks
//!         |  run again, up to here:                      |
//!         +----------------->|                           |
//!         no such event until global time arrives here: settle, drop the log
//! ```

use super::accounting::Counters;
use super::data_memory::DataMemory;
use super::overwritten::Overwritten;
use super::run::Journal;
use super::state::State;
use super::Core;
use crate::port::{MemoryPort, Reach};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_translate::{Logs, Stored, Transferred, Waited};

/// Bounds of the distance that a core may run ahead, in ticks. At most about that distance has to be run again after a rollback. Each rollback halves
/// it; each stretch without one doubles it.
const LONGEST_DISTANCE: u64 = 4096;
const SHORTEST_DISTANCE: u64 = 32;

/// What a core needs to know to run ahead.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RunAhead {
    /// Whether other masters reach the data memory.
    is_reachable: bool,
    /// What each DMA engine of the core may do to the data memory while the core runs, whether any of them does something, and the first cycle at
    /// whose end one may write.
    reaches: Vec<Reach>,
    is_reached: bool,
    next_touch: Cycle,
    /// The distance that it may run ahead, in ticks.
    distance: u64,
    /// Whether the core may have to be rolled back to the snapshot. The snapshot stays allocated, since a core begins to run ahead very often.
    is_ahead: bool,
    snapshot: Box<Snapshot>,
}

/// What is needed to roll back to where running ahead began.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Snapshot {
    registers: [u32; 32],
    index: usize,
    time: Cycle,
    bundle_since: Option<Cycle>,
    counters: Counters,
    /// Passages of trace points recorded by then.
    passages: usize,
    /// The undo log, oldest entry first. It is not saved: a core in a saved state has nothing to roll back.
    #[serde(skip)]
    journal: Undo,
    #[serde(skip)]
    overwritten: Overwritten,
}

/// The undo log: words that stores overwrote, and transfers of control and ticks that the profile has counted.
#[derive(Clone, Debug, Default)]
struct Undo(Logs);

impl Journal for Undo {
    #[inline(always)]
    fn store(&mut self, data: &DataMemory, address: u32) {
        let word = address & !3;
        // The loop that reports the store does not execute one that is elsewhere.
        if let Some(former) = data.read::<4>(word) {
            let offset = word.wrapping_sub(data.base);
            self.0.stores.push(Stored { offset, former });
        }
    }

    #[inline(always)]
    fn transfer(&mut self, from: usize, to: usize) {
        let (from, to) = (from as u32, to as u32);
        self.0.transfers.push(Transferred { from, to, times: 1 });
    }

    #[inline(always)]
    fn wait(&mut self, slot: usize, ticks: u64) {
        let (slot, ticks) = (slot as u32, ticks as u32);
        self.0.waits.push(Waited { slot, ticks });
    }

    fn logs(&mut self) -> Option<&mut Logs> {
        Some(&mut self.0)
    }
}

impl RunAhead {
    /// State of a core with `engines` DMA engines that access its data memory.
    pub fn new(is_reachable: bool, engines: usize) -> Self {
        RunAhead {
            is_reachable,
            reaches: vec![Reach::None; engines],
            is_reached: false,
            next_touch: Cycle::NEVER,
            distance: LONGEST_DISTANCE,
            is_ahead: false,
            snapshot: Box::default(),
        }
    }

    /// Sets what a DMA engine may do to the data memory; returns what it was before.
    pub fn set_reach(&mut self, engine: usize, reach: Reach) -> Reach {
        let before = std::mem::replace(&mut self.reaches[engine], reach);
        if before != reach {
            let writes = self.reaches.iter().map(|reach| reach.writes());
            self.next_touch = writes.fold(Cycle::NEVER, Cycle::min);
            self.is_reached = self.reaches.iter().any(|reach| *reach != Reach::None);
        }
        before
    }

    /// Whether a DMA engine of the core accesses the data memory.
    #[inline]
    pub fn is_reached(&self) -> bool {
        self.is_reached
    }

    /// Whether the core has run ahead and stored in these bytes of its data memory, or other masters may access them.
    #[inline]
    pub fn may_change(&self, offset: u32, bytes: u32) -> bool {
        let words = (offset & !3)..offset + bytes;
        let mut stores = self.snapshot.journal.0.stores.iter();
        self.is_reachable || self.is_ahead && stores.any(|stored| words.contains(&stored.offset))
    }

    /// Whether the core may still have to be rolled back.
    pub fn is_ahead(&self) -> bool {
        self.is_ahead
    }
}

impl Core {
    /// Whether another component could change what the core does next.
    #[inline]
    pub fn is_exposed(&self) -> bool {
        self.run_ahead.is_reachable || self.run_ahead.is_reached || self.is_interruptible()
    }

    /// Whether a DMA engine of the core reads or writes the data memory while the core runs.
    #[inline]
    pub fn is_reached(&self) -> bool {
        self.run_ahead.is_reached()
    }

    /// Whether another component could interrupt the program.
    #[inline]
    pub(super) fn is_interruptible(&self) -> bool {
        self.interrupts.control.is_interruptible()
    }

    /// The next cycle at whose end a DMA engine of the core may write to the data memory.
    #[inline]
    pub fn next_touch(&self) -> Cycle {
        self.run_ahead.next_touch
    }

    /// Runs ahead, up to `limit`, over local instructions and over bus accesses, whose order the bus keeps. The core must be running and not exposed.
    /// The cycles count as executed ahead of global time.
    pub fn run_ahead_to(&mut self, limit: Cycle, bus: &mut impl MemoryPort) {
        while self.pipeline.time < limit {
            self.run_alone(limit);
            let is_shared = matches!(self.pipeline.state, State::Running { shared: true });
            let may_go_on = is_shared && !self.is_exposed();
            let issues = may_go_on && self.issue_ahead(limit, bus);
            if !issues || matches!(self.pipeline.state, State::Bus) {
                return;
            }
        }
    }

    /// Runs the first stretch of [`Core::run_ahead_to`]: local instructions, up to `limit`. It accesses nothing outside the core.
    pub fn run_alone(&mut self, limit: Cycle) {
        let since = self.pipeline.time;
        if matches!(self.pipeline.state, State::Running { shared: false }) {
            self.run_local(limit);
        }
        self.count_run_ahead(since);
    }

    fn count_run_ahead(&mut self, since: Cycle) {
        let ticks = self.pipeline.time - since;
        self.pipeline.accounting.counters.run_ahead += ticks;
    }

    /// Runs ahead over local instructions, up to `limit`, so that it can be rolled back. The core must be running. Does nothing while an earlier
    /// stretch may still have to be rolled back.
    pub fn speculate(&mut self, limit: Cycle) {
        let since = self.pipeline.time;
        if self.run_ahead.is_ahead || self.interrupts.taken(since).is_some() {
            return;
        }
        self.take_snapshot();
        let farthest = since + self.run_ahead.distance;
        let bound = limit.min(farthest).min(self.interrupts.timer_due());
        if since < bound {
            let mut journal = std::mem::take(&mut self.run_ahead.snapshot.journal);
            self.execute(bound, &mut journal);
            self.run_ahead.snapshot.journal = journal;
        }
        self.count_run_ahead(since);
        self.run_ahead.is_ahead = true;
    }

    /// Commits the stretch that the core has run ahead: global time has reached the core.
    pub fn settle(&mut self) {
        let run_ahead = &mut self.run_ahead;
        if std::mem::take(&mut run_ahead.is_ahead) {
            run_ahead.distance = LONGEST_DISTANCE.min(2 * run_ahead.distance);
        }
    }

    /// Rolls the core back to cycle `from` if it has passed that cycle and an interrupt is taken there.
    pub(super) fn reconsider(&mut self, from: Cycle) {
        if self.run_ahead.is_ahead && self.interrupts.taken(from).is_some() {
            self.take_back_to(from);
        }
    }

    /// Rolls the core back to cycle `from` if it has run ahead of it: what issues in `from` and later has then not happened.
    pub(super) fn take_back_to(&mut self, from: Cycle) {
        let time = self.pipeline.time;
        let is_before = time < from || time == from && !self.pipeline.is_within_bundle();
        if is_before {
            return;
        }
        if std::mem::take(&mut self.run_ahead.is_ahead) {
            self.restore_snapshot();
            self.execute(from, &mut ());
            let distance = self.run_ahead.distance / 2;
            self.run_ahead.distance = distance.max(SHORTEST_DISTANCE);
        }
    }

    /// Whether the core has run ahead and overwritten a word of these bytes of its data memory, which may then hold a value of a later cycle.
    #[inline]
    pub(super) fn has_stored_ahead(&mut self, offset: u32, length: usize) -> bool {
        let snapshot = &mut *self.run_ahead.snapshot;
        let stores = &snapshot.journal.0.stores;
        self.run_ahead.is_ahead && snapshot.overwritten.is_among(stores, offset, length)
    }

    /// Saves what [`Self::restore_snapshot`] needs, and empties the undo log.
    fn take_snapshot(&mut self) {
        let (pipeline, passages) = (&self.pipeline, self.passages());
        let snapshot = &mut *self.run_ahead.snapshot;
        snapshot.registers = pipeline.registers.all();
        snapshot.index = pipeline.index;
        snapshot.time = pipeline.time;
        snapshot.bundle_since = pipeline.bundle_since;
        snapshot.counters = pipeline.accounting.counters;
        snapshot.passages = passages;
        snapshot.journal.0.stores.clear();
        snapshot.overwritten.clear();
        snapshot.journal.0.transfers.clear();
        snapshot.journal.0.waits.clear();
    }

    /// Undoes stores, newest first, and the profile's counts, and restores registers, position and counters.
    fn restore_snapshot(&mut self) {
        let snapshot = &*self.run_ahead.snapshot;
        for &Stored { offset, former } in snapshot.journal.0.stores.iter().rev() {
            self.data.at_mut(offset, 4).copy_from_slice(&former);
        }
        let pipeline = &mut self.pipeline;
        let profile = &mut pipeline.accounting.profile;
        for &Transferred { from, to, times } in &snapshot.journal.0.transfers {
            profile.undo_transfers(from as usize, to as usize, times);
        }
        for &Waited { slot, ticks } in &snapshot.journal.0.waits {
            profile.wait(slot as usize, -i64::from(ticks));
        }
        pipeline.registers.set_all(&snapshot.registers);
        pipeline.index = snapshot.index;
        pipeline.time = snapshot.time;
        pipeline.bundle_since = snapshot.bundle_since;
        pipeline.accounting.counters = snapshot.counters;
        pipeline.state = State::Running { shared: false };
        let passages = snapshot.passages;
        self.forget_passages(passages);
    }
}
