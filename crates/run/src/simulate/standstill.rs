//! Detects deadlocks of cores that poll. A core that polls can always issue an instruction, so the simulator never sees a chip on which
//! no core can go on. But if cores communicate only by a bus, switches and messages, a call that waits for another core ends only when
//! some core changes the state of one of these. If all cores are in such calls and nothing has changed for long, nothing ever will. The
//! same holds for loops of the program's own over calls that return at once, if they repeat exactly (`repetition.rs`).

use std::collections::BTreeSet;

use super::repetition::is_endless;
use weft_report::deadlock::Scene;
use weft_report::symbols::Frame;
use weft_report::workload::Workload;
use weft_sim::{Cycle, Machine};

/// Minimum number of cycles between two checks.
const LOOK: u64 = 1 << 20;

/// The interval grows by this from check to check, for [`STEPS`] checks, then starts again: equal intervals could always sample a loop at
/// the same instruction.
const STEP: u64 = 1 << 14;
const STEPS: u64 = 7;

/// How long the state must be unchanged. The work of a call between two polls (such as copying a message inside the memory of a core)
/// takes far less.
const PATIENCE: u64 = 4 * LOOK;

/// A trial follows the loops for the cycles until the next trial divided by `TRIAL`, at most for `LONGEST_TRIAL`, to limit its cost.
const TRIAL: u64 = 1 << 10;
const LONGEST_TRIAL: u64 = 1 << 15;

/// The observations of the last check.
#[derive(Debug, Default)]
pub struct Standstill {
    next: Cycle,
    looks: u64,
    since: Cycle,
    changes: Option<u64>,
    places: Option<Vec<Option<Frame>>>,
    /// The cores that were seen in the library since the last change.
    in_library: BTreeSet<usize>,
    /// The cycle of the next trial, which follows loops of the program's own, and the interval to the one after it.
    trial: Cycle,
    until_next_trial: u64,
}

impl Standstill {
    /// Begins to watch a chip; None if the chip does not count all changes of its shared state.
    pub fn watch(machine: &Machine) -> Option<Standstill> {
        machine.counts_all_changes().then_some(Standstill {
            next: Cycle(LOOK),
            until_next_trial: PATIENCE,
            ..Standstill::default()
        })
    }

    /// Do the cores wait for each other for ever?
    pub fn is_reached(&mut self, machine: &Machine, workload: &Workload) -> bool {
        if machine.now() < self.next {
            return false;
        }
        self.next = machine.now() + LOOK + self.looks % STEPS * STEP;
        self.looks += 1;
        let changes = machine.changes();
        let same = changes.is_some() && changes == self.changes;
        self.changes = changes;
        if !same {
            self.places = None;
            self.in_library.clear();
            self.trial = machine.now() + PATIENCE;
            return false;
        }
        let scene = Scene::observe(machine, workload);
        self.waits_in_calls(machine, &scene) || self.repeats(machine, workload, &scene)
    }

    /// Have all cores been in the same calls for [`PATIENCE`] cycles?
    fn waits_in_calls(&mut self, machine: &Machine, scene: &Scene) -> bool {
        let places = scene.blocked_at();
        if places.is_none() || places != self.places {
            self.since = machine.now();
        }
        self.places = places;
        self.places.is_some() && machine.now().0 - self.since.0 >= PATIENCE
    }

    /// Are the cores outside such calls in endless loops? The trial is costly: it is made only when each of these cores has been seen in the
    /// library, and the interval doubles after each trial.
    fn repeats(&mut self, machine: &Machine, workload: &Workload, scene: &Scene) -> bool {
        let running = scene.not_blocked();
        let in_library = running.iter().filter(|&&core| scene.is_in_library(core));
        self.in_library.extend(in_library.copied());
        let is_ripe = machine.now() >= self.trial && !running.is_empty();
        if !is_ripe || !running.iter().all(|core| self.in_library.contains(core)) {
            return false;
        }
        let turn = LONGEST_TRIAL.min(self.until_next_trial / TRIAL);
        self.trial = machine.now() + self.until_next_trial;
        self.until_next_trial *= 2;
        is_endless(machine, workload, &running, turn)
    }
}
