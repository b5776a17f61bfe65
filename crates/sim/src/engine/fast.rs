//! Only cycles in which something happens, and cores that run ahead.
//!
//! A core runs over instructions that concern it alone until the next one that does not, whatever the others do meanwhile. Then the
//! earliest cycle in which any component has something to do is simulated, and so on. A core that another could interrupt, or whose data
//! memory others reach, runs ahead too, but so that it can be taken back (`core::speculation`).

use crate::machine::{Machine, Outcome};
use crate::part::bus::Bus;
use crate::part::core::{Core, State};
use crate::port::schedule::Nodes;
use crate::port::set::bits;
use crate::semihosting::Host;
use crate::units::Cycle;

/// What the engine remembers of the cores between two cycles.
struct Agenda {
    /// The cycle in which each core must be looked at.
    times: Vec<Cycle>,
    until: Cycle,
}

/// See [`Machine::run`].
pub fn run(machine: &mut Machine, until: Cycle, host: &mut dyn Host) -> Outcome {
    let outcome = advance(machine, until, host);
    for core in &mut machine.cores {
        // Nothing that comes later can be seen by what has been run.
        core.settle();
    }
    outcome
}

fn advance(machine: &mut Machine, until: Cycle, host: &mut dyn Host) -> Outcome {
    let cores = machine.cores.len();
    let mut agenda = Agenda {
        times: vec![Cycle::NEVER; cores],
        until,
    };
    let mut touched = u64::MAX >> (64 - cores);
    loop {
        if let Some(ending) = machine.ended() {
            return ending.clone();
        }
        for core in bits(touched) {
            agenda.run_ahead(&mut machine.cores[core], &mut machine.bus);
        }
        let (first, due) = agenda.first();
        if first == Cycle::NEVER && machine.is_at_rest() {
            return machine.resting_outcome();
        }
        let next = first.min(machine.next_fabric_event());
        if next >= until {
            machine.bus.sample(Cycle(until.0.saturating_sub(1)));
            machine.now = until;
            return Outcome::Reached;
        }
        machine.now = next;
        let due = if first == next { due } else { 0 };
        touched = machine.cycle(due, Nodes::Busy, host);
    }
}

impl Agenda {
    /// Lets a core run as far as it can without being noticed.
    fn run_ahead(&mut self, core: &mut Core, bus: &mut Bus) {
        let is_running = matches!(core.state, State::Running { .. });
        if is_running && !core.is_exposed() {
            core.settle();
            core.run_ahead_to(self.until, bus);
        }
        if core.is_exposed() && self.may_speculate(core) {
            let touched = bus.next_touch(core.id).min(core.next_touch);
            core.speculate(self.until.min(Cycle(touched.0.saturating_add(1))));
        }
        self.times[core.id] = core.time;
    }

    fn may_speculate(&self, core: &Core) -> bool {
        core.state == (State::Running { shared: false }) && core.time < self.until
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
