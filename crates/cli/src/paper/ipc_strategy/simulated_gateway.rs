//! The media gateway of section 5.2, simulated with its encoders, beside the model with the constants of the simulated chip.
//!
//!     gateway K SET POLICY                    load of the GPP in per cent, simulated, with K KiB; the policies of gateway.rs
//!     gateway K SET POLICY model              the same by the model
//!     gateway K SET POLICY longest KIND       longest latency of a session of this kind in milliseconds; `longest KIND model` likewise
//!     gateway K SET POLICY postponed          most requests of a session that found no block free, or what they are made of not there yet
//!     gateway dsps POLICY ...                 two DSPs
//!
//! What is chosen is what the model finds best on the simulated chip.

use std::fmt::Write;

use anyhow::{Context, Result};
use weft_tune::plan::Served;
use weft_tune::scenario::Kind;
use weft_tune::schedule::Played;
use weft_tune::strategy::Notification;
use weft_tune::units::PerMillion;
use weft_tune::{schedule, Plan, Scenario};

use super::case::{self, Case};
use super::gateway::{name, plans, with_one_dsp, with_two_dsps, MEMORIES, SETS};
use super::{CALIBRATED, CALIBRATED_TWO, DAVINCI, DAVINCI2, ENCODERS, GATEWAY};
use crate::measurements::Measurements;
use crate::paper::experiment::{words, Experiment, Run};
use crate::tune::read::read_texts;
use weft_run::RunResult;

const FILES: &[&str] = &[
    "gateway/gateway.c",
    "gateway/serve.c",
    "gateway/session.c",
    "gateway/audio.c",
    "gateway/video.c",
    "gateway/scene.c",
    "gateway/step.c",
    "gateway/motion.c",
    "gateway/predict.c",
    "gateway/transform.c",
    "gateway/quantize.c",
    "gateway/entropy.c",
    "gateway/codes.c",
    "voip/codec.c",
    "voip/g711.c",
    "voip/g726.c",
];

/// Milliseconds that the load is measured for, and in short runs.
const MEASURED_MS: [u32; 2] = [600, 200];
const POLICIES: [&str; 2] = ["dynamic", "static"];
const US: u64 = 1000;
const MS: f64 = 1e6;

pub fn experiments(quick: bool) -> Vec<Experiment> {
    let mut all: Vec<Experiment> = MEMORIES
        .into_iter()
        .map(|kib| with_memory(kib, quick))
        .collect();
    all.push(with_both_dsps(quick));
    all
}

fn with_memory(kib: u64, quick: bool) -> Experiment {
    let gateway = encoders(CALIBRATED);
    let cases = SETS.iter().flat_map(|&set| {
        let scenario = with_one_dsp(&gateway, set, kib);
        cases(&format!("gateway {kib} {}", name(set)), scenario)
    });
    experiment(DAVINCI, 2, "gpp", cases.collect(), quick)
}

/// The internal memory is that of the DSPs.
fn with_both_dsps(quick: bool) -> Experiment {
    let scenario = with_two_dsps(&encoders(CALIBRATED_TWO));
    let cases = cases("gateway dsps", scenario);
    experiment(DAVINCI2, 3, "dsp", cases, quick)
}

fn encoders(constants: (&str, &str)) -> Scenario {
    read_texts(&[ENCODERS, constants, GATEWAY]).expect("the files that come with weft are right")
}

/// The policies that the source compares.
fn cases(name: &str, scenario: Scenario) -> Vec<Case> {
    let plans = plans(&scenario).expect("all sets of sessions can be served");
    let case = |(policy, plan)| Case {
        name: format!("{name} {policy}"),
        scenario: scenario.clone(),
        plan,
    };
    let compared = |(policy, _): &(&str, Plan)| POLICIES.contains(policy);
    plans.into_iter().filter(compared).map(case).collect()
}

fn experiment(
    on: &'static str,
    ranks: usize,
    place: &str,
    cases: Vec<Case>,
    quick: bool,
) -> Experiment {
    let ms = MEASURED_MS[usize::from(quick)];
    let run = |case: &Case| Run {
        files: FILES,
        ranks: Some(ranks),
        arguments: words(&format!("{place} {ms} - {}", case.sessions())),
        ..Run::default()
    };
    case::experiment(on, cases, 20.0, run, lines)
}

impl Case {
    /// The words for the program: the most urgent session first.
    fn sessions(&self) -> String {
        let order = schedule::order(&self.scenario, &self.plan).into_iter();
        let words: Vec<String> = order
            .map(|task| self.session(&self.plan.tasks[task]))
            .collect();
        words.join(" ")
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

    /// The load by the model, with the waits for the bus, and what the model leaves out: each session's timer expires once a period.
    fn load(&self, played: &Played) -> PerMillion {
        let timer = self.scenario.platform.constants.timer;
        let expiry = |served| PerMillion::of(timer, self.kind(served).period);
        self.plan.load() + played.waiting + self.plan.tasks.iter().map(expiry).sum()
    }
}

/// What a run has told of it, and what the model says.
fn lines(case: &Case, measured: &RunResult) -> Result<String> {
    let name = &case.name;
    let mut told = Measurements::default();
    told.add("", &measured.stdout);
    let load = told.get("load in %").context("no load is told")?;
    let played = schedule::play(&case.scenario, &case.plan);
    let foretold = case.load(&played).percent();
    let mut lines = format!("{name} {load}\n{name} model {foretold}\n");
    for kind in case.scenario.kinds.iter().filter(|kind| kind.count > 0) {
        let tasks = case.plan.tasks.iter().zip(&played.calls);
        let of_kind = tasks.filter(|(served, _)| case.kind(served).name == kind.name);
        let model = of_kind.map(|(_, longest)| longest.0).max();
        let model = model.unwrap_or_default() as f64 / MS;
        let longest = largest(&told, kind, "longest in ms");
        let kind = &kind.name;
        writeln!(lines, "{name} longest {kind} {longest}")?;
        writeln!(lines, "{name} longest {kind} model {model}")?;
    }
    let postponed = case.scenario.kinds.iter();
    let postponed = postponed.map(|kind| largest(&told, kind, "postponed"));
    writeln!(lines, "{name} postponed {}", postponed.fold(0.0, f64::max))?;
    Ok(lines)
}

/// The largest of the numbers that the sessions of a kind have told.
fn largest(told: &Measurements, kind: &Kind, what: &str) -> f64 {
    let sessions =
        (0..kind.count).filter_map(|number| told.get(&format!("{} {number} {what}", kind.name)));
    sessions.fold(0.0, f64::max)
}
