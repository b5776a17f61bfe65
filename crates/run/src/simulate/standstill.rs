//! Deadlocks of cores that poll. A core that waits in a loop of loads could always go on, so that the simulator never sees a chip in
//! which none can. But where cores are joined by a bus, by switches and by messages alone, a call that waits for another core ends only
//! when one of them changes something there. If all are in such calls, and nothing has changed for long, nothing ever will. Loops of the
//! program's own over calls that return at once end in the same way, if they repeat exactly (`repetition.rs`).

use std::collections::BTreeSet;

use super::repetition::is_endless;
use weft_report::deadlock::Scene;
use weft_report::symbols::Frame;
use weft_report::workload::Workload;
use weft_sim::{Cycle, Machine};

/// Cycles between two looks, at least.
const LOOK: u64 = 1 << 20;

/// How much longer the next time is, up to [`STEPS`] of it: looks at equal distances could always meet a loop at the same place.
const STEP: u64 = 1 << 14;
const STEPS: u64 = 7;

/// So long must nothing have changed. What a call does by itself before it looks again (moving a message inside the memory of a core) takes
/// far less.
const PATIENCE: u64 = 4 * LOOK;

/// A trial follows the loops for this part of the cycles that have passed since the last one, and never for long: it costs time.
const TRIAL: u64 = 1 << 10;
const LONGEST_TRIAL: u64 = 1 << 15;

/// What was seen at the last look.
#[derive(Debug, Default)]
pub struct Standstill {
    next: Cycle,
    looks: u64,
    since: Cycle,
    changes: Option<u64>,
    places: Option<Vec<Option<Frame>>>,
    /// The cores that were seen in the library since the last change.
    in_library: BTreeSet<usize>,
    /// When loops of the program's own are followed, and how long later they are followed again.
    trial: Cycle,
    until_next_trial: u64,
}

impl Standstill {
    /// A watch on a chip that can be judged so.
    pub fn watch(machine: &Machine) -> Option<Standstill> {
        machine.counts_all_changes().then_some(Standstill {
            next: Cycle(LOOK),
            until_next_trial: PATIENCE,
            ..Standstill::default()
        })
    }

    /// Whether the cores wait for each other for ever.
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

    /// Whether all cores have been in the same calls for long.
    fn waits_in_calls(&mut self, machine: &Machine, scene: &Scene) -> bool {
        let places = scene.blocked_at();
        if places.is_none() || places != self.places {
            self.since = machine.now();
        }
        self.places = places;
        self.places.is_some() && machine.now().0 - self.since.0 >= PATIENCE
    }

    /// Whether those that are not in such calls turn in loops that will never end. Trying that costs time: only when each of them has been
    /// seen in the library, and again only after twice as many cycles.
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
