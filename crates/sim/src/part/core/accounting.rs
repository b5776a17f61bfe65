//! Where a core's time went: every tick is in exactly one class, and belongs to one instruction (docs/contract/timing.md, section 1, "Classes").
//!
//! A tick is counted when it is known to belong to an instruction, which may be before it has passed: the bubbles after an instruction are
//! counted when it issues. The ticks of a wait are counted at its end.

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

/// The counts that are copied when a core begins to run ahead.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Counters {
    /// Instructions issued.
    pub instructions: u64,
    pub ticks: ClassCycles,
    /// Ticks that `fast` executed ahead of global time.
    pub run_ahead: u64,
    /// Instructions of translations.
    pub translated: u64,
    /// Those of the interpreter's loop.
    pub in_loop: InLoop,
    /// First cycle of the present wait.
    wait_since: Cycle,
    /// The class of the present wait, or of what came last.
    class: Class,
}

impl Accounting {
    /// Nothing counted, of a core that is halted from cycle 0 on, with a program memory of `slots` halfwords.
    pub fn new(period: u64, slots: usize) -> Self {
        Accounting {
            period,
            counters: Counters::default(),
            profile: Profile::new(slots),
        }
    }

    /// An instruction has issued.
    pub fn issue(&mut self) {
        self.issue_bundles(1, 1);
    }

    /// `instructions` have issued in `cycles` cycles.
    pub fn issue_bundles(&mut self, instructions: u64, cycles: u64) {
        self.counters.instructions += instructions;
        self.counters.ticks.add(Class::Issue, cycles * self.period);
    }

    /// Ticks in which nothing issues follow what has issued last.
    pub fn bubbles(&mut self, ticks: u64) {
        self.counters.ticks.add(Class::Hazard, ticks);
        self.counters.class = Class::Hazard;
    }

    /// A wait begins in cycle `since`.
    pub fn begin_wait(&mut self, since: Cycle, class: Class) {
        self.counters.wait_since = since;
        self.counters.class = class;
    }

    /// The first cycle of the present wait.
    pub fn waits_since(&self) -> Cycle {
        self.counters.wait_since
    }

    /// The wait of the instruction in slot `index` ends in cycle `at`.
    pub fn end_wait(&mut self, index: usize, at: Cycle) {
        let waited = at - self.counters.wait_since;
        self.counters.ticks.add(self.counters.class, waited);
        self.profile.wait(index, waited as i64);
    }

    /// Cycles before the tick `now`, an edge, by class. `next_issue`: the cycle up to which ticks are counted, unless the core waits.
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

    /// Takes ticks that have not passed yet out of the count: the last instruction's bubbles, which come last. Only when a fault has
    /// ended the run can there be more, of instructions that this core was run ahead over.
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
