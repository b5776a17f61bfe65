//! The media gateway of section 5.2, simulated with its encoders, compared with the model with the constants of the simulated chip.
//!
//! ```text
//! gateway K SET POLICY                    load of the GPP in per cent, simulated, with K KiB; the policies of gateway.rs
//! gateway K SET POLICY model              the same by the model
//! gateway K SET POLICY longest KIND       longest latency of a session of this kind in milliseconds; `longest KIND model` likewise
//! gateway K SET POLICY postponed          largest number of requests of one session that found no free block, or whose input had not arrived
//! gateway dsps N POLICY ...               N DSPs
//! ```
//!
//! Each policy's plan is the one that the model finds best on the simulated chip.

use anyhow::{Context, Result};
use weft_run::RunResult;
use weft_tune::{schedule, Kind, Notification, PerMillion, Plan, Played, Scenario, Served};

use super::case::{self, Case};
use super::gateway::{name, plans, with_dsps, with_one_dsp, SETS};
use super::scenario;
use crate::measurements::Measurement;
use crate::special::{Entry, Special};
use crate::strategy::streams::Told;

/// Milliseconds for which the load is measured, in ordinary and in short runs.
const MEASURED_MS: [u32; 2] = [600, 200];
const POLICIES: [&str; 2] = ["dynamic", "static"];
const US: u64 = 1000;
const MS: f64 = 1e6;

/// Simulates every set of sessions with `kib` KiB of memory if the variable `dsps` is 1, else the full set of sessions of that many DSPs. The
/// variable `place` says where internal blocks are.
///
/// # Errors
/// When a variable is missing, or the file of tasks is wrong.
pub fn gateway(entry: &Entry) -> Result<Special> {
    let gateway = scenario(entry)?;
    let dsps = entry.variables.get("dsps")?;
    let dsps: usize = dsps.parse().context("`dsps` is no number")?;
    let cases = match dsps {
        1 => with_each_set(&gateway, entry.variables.get("kib")?)?,
        _ => cases(&format!("gateway dsps {dsps}"), with_dsps(&gateway, dsps))?,
    };
    let place = entry.variables.get("place")?;
    let ms = MEASURED_MS[usize::from(entry.quick)];
    let words = |case: &Case| {
        let first = [place.to_owned(), ms.to_string(), "-".to_owned()];
        first.into_iter().chain(case.sessions()).collect()
    };
    case::runs(entry, cases, words, figures)
}

/// Returns the policies with each set of sessions that one DSP serves.
fn with_each_set(gateway: &Scenario, kib: &str) -> Result<Vec<Case>> {
    let memory = kib.parse().context("`kib` is no number")?;
    let of_set = |&set| {
        let name = format!("gateway {kib} {}", name(set));
        cases(&name, with_one_dsp(gateway, set, memory))
    };
    let cases: Vec<Vec<Case>> = SETS.iter().map(of_set).collect::<Result<_>>()?;
    Ok(cases.into_iter().flatten().collect())
}

/// Returns the policies that the source compares.
fn cases(name: &str, scenario: Scenario) -> Result<Vec<Case>> {
    let plans = plans(&scenario)?;
    let case = |(policy, plan)| Case {
        name: format!("{name} {policy}"),
        scenario: scenario.clone(),
        plan,
    };
    let compared = |(policy, _): &(&str, Plan)| POLICIES.contains(policy);
    Ok(plans.into_iter().filter(compared).map(case).collect())
}

impl Case {
    /// Returns the program's arguments, the most urgent session first.
    fn sessions(&self) -> Vec<String> {
        let order = schedule::order(&self.scenario, &self.plan).into_iter();
        let served = order.map(|task| &self.plan.tasks[task]);
        served.map(|served| self.session(served)).collect()
    }

    fn session(&self, served: &Served) -> String {
        let kind = self.kind(served);
        let polling = match served.strategy.choice.notification {
            Notification::Interrupt => 0,
            Notification::Polling(period) => period.0 / US,
        };
        let blocks = served.strategy.cost.internal.0 / kind.input.max(kind.output.largest()).0;
        format!("{}:{}:{polling}:{blocks}", kind.name, served.dsp)
    }

    fn kind(&self, served: &Served) -> &Kind {
        &self.scenario.kinds[served.task.kind]
    }

    /// Returns the load by the model with the waits for the bus, plus a cost that the model leaves out: each session's timer expires once a period.
    fn load(&self, played: &Played) -> PerMillion {
        let timer = self.scenario.platform.constants.timer;
        let expiry = |served| PerMillion::of(timer, self.kind(served).period);
        self.plan.load() + played.waiting + self.plan.tasks.iter().map(expiry).sum()
    }
}

/// Returns the figures that a run has measured, and those of the model.
fn figures(case: &Case, measured: &RunResult) -> Result<Vec<Measurement>> {
    let told = Told::new(measured)?;
    let played = schedule::play(&case.scenario, &case.plan);
    let name = &case.name;
    let mut figures = vec![
        (name.clone(), told.number("load")?),
        (format!("{name} model"), case.load(&played).percent()),
    ];
    for kind in case.scenario.kinds.iter().filter(|kind| kind.count > 0) {
        let tasks = case.plan.tasks.iter().zip(&played.calls);
        let of_kind = tasks.filter(|(served, _)| case.kind(served).name == kind.name);
        let model = of_kind.map(|(_, longest)| longest.0).max();
        let model = model.unwrap_or_default() as f64 / MS;
        let longest = format!("{name} longest {}", kind.name);
        figures.push((format!("{longest} model"), model));
        figures.push((longest, largest(&told, kind, "longest")));
    }
    let postponed = case.scenario.kinds.iter();
    let postponed = postponed.map(|kind| largest(&told, kind, "postponed"));
    figures.push((format!("{name} postponed"), postponed.fold(0.0, f64::max)));
    Ok(figures)
}

/// Returns the largest of the numbers that the sessions of a kind have reported.
fn largest(told: &Told, kind: &Kind, what: &str) -> f64 {
    let of_session = |number| told.number(&format!("{} {number} {what}", kind.name)).ok();
    (0..kind.count).filter_map(of_session).fold(0.0, f64::max)
}
