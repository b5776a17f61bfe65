//! The engine `step`: simulates every component in every cycle.

use crate::machine::{Machine, Outcome};
use crate::port::{NodeSet, Nodes};
use crate::semihosting::Host;
use crate::units::Cycle;

/// See [`Machine::run`].
pub fn run(machine: &mut Machine, until: Cycle, host: &mut dyn Host) -> Outcome {
    let (mut due, mut touched) = (NodeSet::default(), NodeSet::default());
    loop {
        if let Some(ending) = &machine.ended {
            return ending.clone();
        }
        let cores = machine.cores.iter().map(|core| core.time());
        let first = cores.fold(Cycle::NEVER, Cycle::min);
        let is_idle = first == Cycle::NEVER && machine.next_exchange() == Cycle::NEVER;
        if is_idle && machine.is_at_rest() {
            return machine.resting_outcome();
        }
        if machine.now() >= until {
            return Outcome::Reached;
        }
        due.clear();
        let now = machine.now;
        let has_come = machine.cores.iter().filter(|core| core.time() == now);
        has_come.for_each(|core| due.insert(core.id));
        machine.cycle(&due, Nodes::All, host, &mut touched);
    }
}
