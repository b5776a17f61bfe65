//! Where a core's time went: every tick is in exactly one class and belongs to one instruction (docs/contract/core.md, "Classes").
//!
//! The bubbles after an instruction are counted when it issues, before they have passed; the ticks of a wait are counted when it ends.

use super::classes::{Class, ClassCycles};
use super::interpreted::InLoop;
use super::profile::Profile;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The counts of a core.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Accounting {
    /// Ticks in a cycle.
    period: u64,
    pub counters: Counters,
    pub profile: Profile,
}

/// The counts that a snapshot keeps when the core begins to run ahead.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Counters {
    /// Instructions issued.
    pub instructions: u64,
    pub ticks: ClassCycles,
    /// Ticks that `fast` executed ahead of global time.
    pub run_ahead: u64,
    /// Instructions that translations have executed.
    pub translated: u64,
    /// Instructions that the interpreter's loop has executed, by reason.
    pub in_loop: InLoop,
    /// First cycle of the present wait.
    wait_since: Cycle,
    /// The class of the present wait or, if the core does not wait, of the last wait or bubbles.
    class: Class,
}

impl Accounting {
    /// Zeroed counts of a core with a program memory of `slots` halfwords, halted from cycle 0 on.
    pub fn new(period: u64, slots: usize) -> Self {
        Accounting {
            period,
            counters: Counters::default(),
            profile: Profile::new(slots),
        }
    }

    /// Counts the issue of one instruction.
    pub fn issue(&mut self) {
        self.issue_bundles(1, 1);
    }

    /// Counts the issue of `instructions` in `cycles` cycles.
    pub fn issue_bundles(&mut self, instructions: u64, cycles: u64) {
        self.counters.instructions += instructions;
        self.counters.ticks.add(Class::Issue, cycles * self.period);
    }

    /// Counts ticks in which nothing issues, after the last issue.
    pub fn bubbles(&mut self, ticks: u64) {
        self.counters.ticks.add(Class::Hazard, ticks);
        self.counters.class = Class::Hazard;
    }

    /// Begins a wait of this class in cycle `since`.
    pub fn begin_wait(&mut self, since: Cycle, class: Class) {
        self.counters.wait_since = since;
        self.counters.class = class;
    }

    /// The first cycle of the present wait.
    pub fn waits_since(&self) -> Cycle {
        self.counters.wait_since
    }

    /// Ends the wait of the instruction in slot `index` in cycle `at`, and counts it.
    pub fn end_wait(&mut self, index: usize, at: Cycle) {
        let waited = at - self.counters.wait_since;
        self.counters.ticks.add(self.counters.class, waited);
        self.profile.wait(index, waited as i64);
    }

    /// Returns the cycles before `now`, a clock edge, by class. `next_issue` is the cycle up to which ticks have been counted; None while the core
    /// waits.
    pub fn classes(&self, now: Cycle, next_issue: Option<Cycle>) -> ClassCycles {
        let mut classes = self.counters.ticks;
        let counted = next_issue.unwrap_or(self.counters.wait_since);
        if counted > now {
            self.take_back(&mut classes, counted - now);
        } else if next_issue.is_none() {
            classes.add(self.counters.class, now - counted);
        }
        classes.in_cycles(self.period)
    }

    /// Subtracts ticks that have not passed yet: the last instruction's bubbles. Only when a fault has ended the run can there be more, of
    /// instructions over which this core had run ahead.
    fn take_back(&self, classes: &mut ClassCycles, ticks: u64) {
        let mut left = ticks;
        for class in [self.counters.class, Class::Hazard, Class::Issue]
            .into_iter()
            .chain(Class::ALL.map(|(class, _)| class))
        {
            let taken = left.min(classes.get(class));
            classes.subtract(class, taken);
            left -= taken;
        }
    }
}
