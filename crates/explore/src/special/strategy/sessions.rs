//! How many sessions a gateway can serve before it fails: a deadline is missed, or the GPP has no time left. The verdict of section 5.2, "static fails
//! where dynamic holds", on the simulated chip, whose requests cost so little that it takes a gateway of 50 pictures a second and DSPs
//! that need next to no time.
//!
//! ```text
//! sessions K POLICY            the least n for which n sessions of audio and n of video fail with K KiB, simulated, or for which there is no plan
//! sessions K POLICY model      the same by the model
//! ```

use anyhow::Result;
use weft_run::RunResult;
use weft_tune::{schedule, Nanoseconds, PerMillion, Plan, Scenario};

use super::gateway::{plans, with_sessions, MEMORIES};
use super::scenario;
use crate::measurements::Measurement;
use crate::special::{Entry, Special};
use crate::strategy::streams::{arguments, Owner, Stream, Told};

const POLICIES: [&str; 2] = ["dynamic", "static"];
/// Maximum sessions of each kind; the program must hold twice as many tasks.
const MOST: usize = 8;
const MEASURED: [Nanoseconds; 2] = [Nanoseconds(200_000_000), Nanoseconds(100_000_000)];
/// The idle part of the GPP's time below which it counts as having no time left.
const IDLE: f64 = 0.001;

/// A number of sessions of each kind under a policy.
struct Case {
    sessions: usize,
    scenario: Scenario,
    plan: Plan,
}

/// Measures both policies under each size of memory.
///
/// # Errors
/// When a variable is missing, or the file of tasks is wrong.
pub fn sessions(entry: &Entry) -> Result<Special> {
    let gateway = scenario(entry)?;
    let ladders = MEMORIES.iter().flat_map(|&kib| {
        let gateway = &gateway;
        POLICIES.map(|policy| Ladder::new(gateway, kib, policy))
    });
    let ladders: Vec<Ladder> = ladders.collect();
    let measured = MEASURED[usize::from(entry.quick)];
    let cases = ladders.iter().flat_map(|ladder| &ladder.simulated);
    let runs = cases.map(|case| entry.with(case.arguments(measured)));
    let runs = runs.collect();
    let tell = move |measured: &[RunResult]| {
        let mut measured = measured.iter();
        let figures = ladders.iter().map(|ladder| ladder.figures(&mut measured));
        Ok(figures.collect::<Result<Vec<_>>>()?.concat())
    };
    Ok((runs, Box::new(tell)))
}

/// A policy with one size of memory: the number of sessions at which the model says it fails, and the cases simulated around that number.
struct Ladder {
    name: String,
    model: usize,
    simulated: Vec<Case>,
    /// A number of sessions for which there is no plan.
    impossible: usize,
}

impl Ladder {
    fn new(gateway: &Scenario, kib: u64, policy: &str) -> Ladder {
        let name = format!("sessions {kib} {policy}");
        let case = |sessions| {
            let scenario = with_sessions(gateway, sessions, kib);
            let mut plans = plans(&scenario).ok()?.into_iter();
            let (_, plan) = plans.find(|(name, _)| *name == policy)?;
            Some(Case {
                sessions,
                scenario,
                plan,
            })
        };
        let all: Vec<Option<Case>> = (1..=MOST).map(case).collect();
        let holds = |case: &Option<Case>| case.as_ref().is_some_and(Case::holds);
        let model = all.iter().position(|case| !holds(case)).unwrap_or(MOST) + 1;
        let near = |case: &Case| case.sessions + 1 >= model && case.sessions <= model + 1;
        Ladder {
            name,
            model,
            impossible: all.iter().take_while(|case| case.is_some()).count() + 1,
            simulated: all.into_iter().flatten().filter(near).collect(),
        }
    }

    fn figures<'a>(
        &self,
        measured: &mut impl Iterator<Item = &'a RunResult>,
    ) -> Result<Vec<Measurement>> {
        let name = &self.name;
        let mut failed = None;
        for (case, measured) in self.simulated.iter().zip(measured) {
            if failed.is_none() && !case.has_held(measured)? {
                failed = Some(case.sessions);
            }
        }
        let held = self.simulated.last().map_or(0, |case| case.sessions);
        let failed = failed.or((held + 1 == self.impossible).then_some(self.impossible));
        let simulated = failed.map(|count| (name.clone(), count as f64));
        let model = (format!("{name} model"), self.model as f64);
        Ok(simulated.into_iter().chain([model]).collect())
    }
}

impl Case {
    fn arguments(&self, time: Nanoseconds) -> Vec<String> {
        let streams = Stream::of_plan(&self.scenario, &self.plan);
        arguments(Owner::Gpp, true, time.0 / streams[0].period.0, &streams)
    }

    fn deadline(&self, task: usize) -> Nanoseconds {
        self.scenario.kinds[self.plan.tasks[task].task.kind].deadline
    }

    /// Does the plan hold by the model?
    fn holds(&self) -> bool {
        let played = schedule::play(&self.scenario, &self.plan);
        let mut latencies = played.calls.iter().enumerate();
        self.plan.load() + played.waiting < PerMillion::WHOLE
            && latencies.all(|(task, latency)| *latency <= self.deadline(task))
    }

    /// Did the plan hold in a run? A stream that has had no result reports nothing.
    fn has_held(&self, measured: &RunResult) -> Result<bool> {
        let told = Told::new(measured)?;
        let mut held = told.busy()? < (1.0 - IDLE) * told.elapsed()?;
        let order = schedule::order(&self.scenario, &self.plan);
        for (number, task) in order.into_iter().enumerate() {
            let Ok(longest) = told.of_stream(number, "longest") else {
                return Ok(false);
            };
            held = held
                && told.count(number, "refused")? == 0.0
                && longest <= self.deadline(task).0 as f64;
        }
        Ok(held)
    }
}
