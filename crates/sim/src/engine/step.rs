//! Every component, every cycle.

use crate::machine::{Machine, Outcome};
use crate::port::schedule::Nodes;
use crate::semihosting::Host;
use crate::units::Cycle;

/// See [`Machine::run`].
pub fn run(machine: &mut Machine, until: Cycle, host: &mut dyn Host) -> Outcome {
    loop {
        if let Some(ending) = machine.ended() {
            return ending.clone();
        }
        let next_core = machine.cores.iter().map(|core| core.time).min();
        if next_core.is_none_or(|next| next == Cycle::NEVER) && machine.is_at_rest() {
            return machine.resting_outcome();
        }
        if machine.now() >= until {
            return Outcome::Reached;
        }
        machine.cycle(due(machine), Nodes::All, host);
    }
}

/// The cores whose time has come, one bit each.
fn due(machine: &Machine) -> u64 {
    let due =
        |(core, bit): (&crate::part::core::Core, usize)| u64::from(core.time == machine.now) << bit;
    machine.cores.iter().zip(0..).map(due).sum()
}
