//! The classes of a core's cycles. Every cycle is in exactly one (docs/contract/core.md, "Classes").

use serde::{Deserialize, Serialize};

/// What a core did in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// An instruction issued.
    Issue,
    /// Bubbles: branches, jumps, load-use and multiply waits, division, custom instructions, traps.
    Hazard,
    /// Waiting for the bus or for the posted store.
    Bus,
    /// After the issue of a message instruction for a core, of `mheadw`, or of an access to a register window.
    Message,
    /// After the issue of a message instruction for the synchronization controller.
    Sync,
    /// `wfi`, with its waking; loaded but not yet started.
    Sleep,
    /// The program has exited, or there is none.
    #[default]
    Halted,
}

impl Class {
    /// All classes in the order in which they are reported, with the names used in tables and JSON.
    pub const ALL: [(Class, &'static str); 7] = [
        (Class::Issue, "issue"),
        (Class::Hazard, "hazard"),
        (Class::Bus, "bus"),
        (Class::Message, "message"),
        (Class::Sync, "sync"),
        (Class::Sleep, "sleep"),
        (Class::Halted, "halted"),
    ];
}

/// Cycles by class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ClassCycles {
    pub issue: u64,
    pub hazard: u64,
    pub bus: u64,
    pub message: u64,
    pub sync: u64,
    pub sleep: u64,
    pub halted: u64,
}

impl ClassCycles {
    /// The cycles of one class.
    pub fn get(&self, class: Class) -> u64 {
        let mut copy = *self;
        *copy.slot(class)
    }

    /// Adds cycles to a class.
    #[inline]
    pub fn add(&mut self, class: Class, cycles: u64) {
        *self.slot(class) += cycles;
    }

    /// Subtracts cycles from a class, which must have at least that many.
    pub fn subtract(&mut self, class: Class, cycles: u64) {
        *self.slot(class) -= cycles;
    }

    /// Converts ticks to cycles of `period` ticks.
    pub fn in_cycles(&self, period: u64) -> ClassCycles {
        let mut cycles = ClassCycles::default();
        for (class, _) in Class::ALL {
            cycles.add(class, self.get(class) / period);
        }
        cycles
    }

    /// The sum over all classes: the elapsed cycles.
    pub fn total(&self) -> u64 {
        Class::ALL.iter().map(|(class, _)| self.get(*class)).sum()
    }

    /// The cycles in which the core had not halted.
    pub fn busy(&self) -> u64 {
        self.total() - self.halted
    }

    fn slot(&mut self, class: Class) -> &mut u64 {
        match class {
            Class::Issue => &mut self.issue,
            Class::Hazard => &mut self.hazard,
            Class::Bus => &mut self.bus,
            Class::Message => &mut self.message,
            Class::Sync => &mut self.sync,
            Class::Sleep => &mut self.sleep,
            Class::Halted => &mut self.halted,
        }
    }
}
