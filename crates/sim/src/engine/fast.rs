//! Only cycles in which something happens, and cores that run ahead.
//!
//! A core runs over instructions that concern it alone until the next one that does not, whatever the others do meanwhile. Then the
//! earliest cycle in which any component has something to do is simulated, and so on. A core that another could interrupt must not run
//! past the earliest cycle in which an interrupt could reach it: the cycle after the next event of the fabrics, or two cycles after the
//! next issue of any core (a request is answered in the cycle after it and seen in the next).

use crate::core::{Core, State};
use crate::machine::{Machine, Outcome};
use crate::network::crossbar::{bits, Nodes};
use crate::semihosting::Host;
use crate::units::Cycle;

/// Cycles from the issue of a message instruction to the first cycle in which its delivery can be seen.
const FASTEST_DELIVERY: u64 = 2;

/// What the engine remembers of the cores between two cycles.
struct Agenda {
    /// The cycle in which each core must be looked at.
    times: Vec<Cycle>,
    /// Cores that could be interrupted while they run over local instructions, one bit each.
    interruptible: u64,
    until: Cycle,
}

/// See [`Machine::run`].
pub fn run(machine: &mut Machine, until: Cycle, host: &mut dyn Host) -> Outcome {
    let cores = machine.cores.len();
    let mut agenda = Agenda {
        times: vec![Cycle::NEVER; cores],
        interruptible: 0,
        until,
    };
    let mut touched = u64::MAX >> (64 - cores);
    loop {
        if let Some(ending) = machine.ended() {
            return ending.clone();
        }
        for core in bits(touched) {
            agenda.run_ahead(&mut machine.cores[core]);
        }
        if agenda.interruptible != 0 {
            agenda.run_interruptible(machine);
        }
        let (first, due) = agenda.first();
        let next = first.min(machine.next_fabric_event());
        if next == Cycle::NEVER {
            return machine.resting_outcome();
        }
        if next >= until {
            machine.now = until;
            return Outcome::Reached;
        }
        machine.now = next;
        let due = if first == next { due } else { 0 };
        touched = machine.cycle(due, Nodes::Busy, host);
    }
}

impl Agenda {
    /// Lets a core run as far as it can without being noticed, unless it could be interrupted.
    fn run_ahead(&mut self, core: &mut Core) {
        let bit = 1 << core.id;
        self.interruptible &= !bit;
        if core.state == (State::Running { shared: false }) && core.time < self.until {
            if core.control.is_interruptible() {
                self.interruptible |= bit;
            } else {
                core.run_ahead_to(self.until);
            }
        }
        self.times[core.id] = core.time;
    }

    /// Lets the cores that could be interrupted run up to where the first interrupt could reach them.
    fn run_interruptible(&mut self, machine: &mut Machine) {
        let after_issue = Cycle(self.first().0 .0.saturating_add(FASTEST_DELIVERY));
        let after_event = Cycle(machine.next_fabric_event().0.saturating_add(1));
        let horizon = after_issue.min(after_event).min(self.until);
        for id in bits(self.interruptible) {
            let core = &mut machine.cores[id];
            if core.time < horizon {
                core.run_ahead_to(horizon);
                if core.state != (State::Running { shared: false })
                    || !core.control.is_interruptible()
                {
                    self.interruptible &= !(1 << id);
                }
                self.times[id] = core.time;
            }
        }
    }

    /// The earliest cycle in which a core must be looked at, and the cores for which that is so, one bit each.
    fn first(&self) -> (Cycle, u64) {
        let mut first = Cycle::NEVER;
        let mut cores = 0;
        for (&time, bit) in self.times.iter().zip(0..) {
            if time < first {
                (first, cores) = (time, 0);
            }
            cores |= u64::from(time == first) << bit;
        }
        (first, cores)
    }
}
