//! Only cycles in which something happens, and cores that run ahead.
//!
//! A core runs over instructions that concern it alone until the next one that does not, whatever the others do meanwhile. Then the
//! earliest cycle in which any component has something to do is simulated, and so on. A core that another could interrupt must not run
//! past the earliest cycle in which an interrupt could reach it: the next event of the fabrics, or two cycles after the next issue of
//! any core (a request is answered in the cycle after it and seen in the next).

use crate::core::State;
use crate::machine::{Machine, Outcome};
use crate::semihosting::Host;
use crate::units::Cycle;

/// Cycles from the issue of a message instruction to the first cycle in which its delivery can be seen.
const FASTEST_DELIVERY: u64 = 2;

/// See [`Machine::run`].
pub fn run(machine: &mut Machine, until: Cycle, host: &mut dyn Host) -> Outcome {
    loop {
        if let Some(ending) = machine.ended() {
            return ending;
        }
        run_ahead(machine, until);
        let next = machine.next_event();
        if next == Cycle::NEVER {
            return machine.resting_outcome();
        }
        if next >= until {
            machine.now = until;
            return Outcome::Reached;
        }
        machine.now = next;
        machine.cycle(host);
    }
}

/// Lets every core run as far as it can without being noticed or interrupted.
fn run_ahead(machine: &mut Machine, until: Cycle) {
    let mut interruptible = false;
    for core in &mut machine.cores {
        if core.state != (State::Running { shared: false }) || core.time >= until {
            continue;
        }
        if core.control.is_interruptible() {
            interruptible = true;
            continue;
        }
        let since = core.time;
        core.run_local(until);
        core.note_run_ahead(since);
    }
    if interruptible {
        run_interruptible(machine, until);
    }
}

fn run_interruptible(machine: &mut Machine, until: Cycle) {
    let first_issue = machine
        .cores
        .iter()
        .map(|core| core.time)
        .min()
        .unwrap_or(Cycle::NEVER);
    let horizon = (saturating(first_issue, FASTEST_DELIVERY))
        .min(saturating(machine.next_fabric_event(), 1))
        .min(until);
    for core in &mut machine.cores {
        if core.state == (State::Running { shared: false })
            && core.control.is_interruptible()
            && core.time < horizon
        {
            let since = core.time;
            core.run_local(horizon);
            core.note_run_ahead(since);
        }
    }
}

fn saturating(cycle: Cycle, cycles: u64) -> Cycle {
    Cycle(cycle.0.saturating_add(cycles))
}
