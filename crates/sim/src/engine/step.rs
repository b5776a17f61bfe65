//! Every component, every cycle.

use crate::machine::{Machine, Outcome};
use crate::semihosting::Host;
use crate::units::Cycle;

/// See [`Machine::run`].
pub fn run(machine: &mut Machine, until: Cycle, host: &mut dyn Host) -> Outcome {
    while machine.now() < until {
        if let Some(ending) = machine.ended() {
            return ending;
        }
        if machine.next_event() == Cycle::NEVER {
            return machine.resting_outcome();
        }
        machine.cycle(host);
    }
    machine.ended().unwrap_or(Outcome::Reached)
}
