//! The engine `fast`: simulates only cycles in which something happens, and lets cores run ahead of global time.
//!
//! ```text
//!   loop: 1. each core that the last cycle touched runs ahead, up to the next instruction that other components can notice
//!         2. now = earliest cycle in which a core, interconnect, device or network has something to do
//!         3. simulate cycle `now` for those components; note which cores it touched
//! ```
//!
//! A core that other components can interrupt, or whose data memory other masters can access, runs ahead speculatively: it can be rolled back
//! (`part::core::run_ahead`).

use super::together;
use crate::machine::{Machine, Outcome};
use crate::part::core::{Core, State};
use crate::port::{Agenda, NodeSet, Nodes};
use crate::semihosting::Host;
use crate::units::Cycle;

/// See [`Machine::run`].
pub fn run(machine: &mut Machine, until: Cycle, host: &mut dyn Host) -> Outcome {
    let outcome = advance(machine, until, host);
    machine.settle();
    outcome
}

fn advance(machine: &mut Machine, until: Cycle, host: &mut dyn Host) -> Outcome {
    let mut agenda = Agenda::new(machine.cores.len(), Cycle::NEVER);
    let mut touched = NodeSet::up_to(machine.cores.len());
    let mut due = NodeSet::default();
    loop {
        if let Some(ending) = &machine.ended {
            return ending.clone();
        }
        if machine.threads.count > 1 {
            together::run_ahead(&mut machine.cores, &touched, until, machine.threads);
        }
        for core in touched.iter() {
            agenda.set(core, run_ahead(machine, core, until));
        }
        touched.clear();
        let first = agenda.first();
        let exchange = machine.next_exchange();
        if first.min(exchange) == Cycle::NEVER && machine.is_at_rest() {
            return machine.resting_outcome();
        }
        machine.run_fabric_alone(first.min(exchange).min(until));
        let next = first.min(exchange).min(machine.next_own_event());
        if next >= until {
            machine.sample_bus(Cycle(until.0.saturating_sub(1)), host);
            machine.now = until;
            return Outcome::Reached;
        }
        machine.now = next;
        due.clear();
        if first == next {
            agenda.collect_due(first, &mut due);
        }
        machine.cycle(&due, Nodes::Busy, host, &mut touched);
    }
}

/// Runs a core ahead as far as no other component can notice. Returns the cycle in which the core must be simulated next.
#[inline]
fn run_ahead(machine: &mut Machine, core: usize, until: Cycle) -> Cycle {
    let interconnects = &mut machine.interconnects;
    let this = &mut machine.cores[core];
    if this.is_running() && !this.is_exposed() {
        this.settle();
        this.run_ahead_to(until, interconnects);
    }
    if this.is_exposed() && may_speculate(this, until) {
        speculate(machine, core, until);
    }
    machine.cores[core].time()
}

fn speculate(machine: &mut Machine, core: usize, until: Cycle) {
    machine.catch_up(core);
    let this = &mut machine.cores[core];
    let of_bus = machine.interconnects.bus.next_touch(core);
    let touched = of_bus.min(this.next_touch());
    this.speculate(until.min(Cycle(touched.0.saturating_add(1))));
    machine.follow(core);
}

fn may_speculate(core: &Core, until: Cycle) -> bool {
    matches!(core.state(), State::Running { shared: false }) && core.time() < until
}
