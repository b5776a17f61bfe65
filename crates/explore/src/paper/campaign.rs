//! Runs experiments in parallel, one per core of the machine, the longest first. A failed experiment does not stop the
//! others.

use std::sync::Mutex;
use std::thread;

use weft_run::{Observer, Stop};

use super::experiment::Experiment;
use crate::measurements::{Measurement, Measurements};

/// The results of the experiments.
#[derive(Default)]
pub struct Findings {
    /// All measurements.
    pub measurements: Measurements,
    /// The experiments that have yielded them.
    pub done: Vec<Experiment>,
    /// What failed and why.
    pub failures: Vec<String>,
    /// Was the campaign stopped before its end?
    pub interrupted: bool,
}

/// The observer of a campaign.
pub trait Audience: Sync {
    /// Are more results wanted? If not, runs stop and no further ones start.
    fn wants_more(&self) -> bool {
        true
    }

    /// An experiment begins.
    fn begins(&self, _experiment: &Experiment) {}

    /// An experiment has ended.
    fn ends(&self, _experiment: &Experiment) {}

    /// An experiment has failed.
    fn fails(&self, _failure: &str) {}
}

/// Adapts the audience of a campaign to the observer of one of its runs.
struct Watched<'a>(&'a dyn Audience);

impl Observer for Watched<'_> {
    fn stop(&mut self) -> Option<Stop> {
        (!self.0.wants_more()).then_some(Stop::Interrupted)
    }
}

struct Campaign<'a> {
    waiting: Mutex<Vec<Experiment>>,
    findings: Mutex<Findings>,
    audience: &'a dyn Audience,
}

/// Runs experiments.
pub fn run(mut experiments: Vec<Experiment>, audience: &dyn Audience) -> Findings {
    experiments.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let campaign = Campaign {
        waiting: Mutex::new(experiments),
        findings: Mutex::default(),
        audience,
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| campaign.work());
        }
    });
    let mut findings = campaign.findings.into_inner().expect("no worker panics");
    findings.interrupted = !audience.wants_more();
    findings
}

impl Campaign<'_> {
    /// Runs one experiment after the other until none is left or wanted.
    fn work(&self) {
        while let Some(experiment) = self.next() {
            self.audience.begins(&experiment);
            let result = experiment.run(&mut Watched(self.audience));
            self.audience.ends(&experiment);
            self.note(experiment, result);
        }
    }

    fn next(&self) -> Option<Experiment> {
        let mut waiting = self.waiting.lock().expect("no worker panics");
        self.audience.wants_more().then(|| waiting.pop()).flatten()
    }

    fn note(&self, experiment: Experiment, result: anyhow::Result<Vec<Vec<Measurement>>>) {
        let mut findings = self.findings.lock().expect("no worker panics");
        match result {
            Ok(measured) => {
                findings.measurements.add_trials(&experiment.on, measured);
                findings.done.push(experiment);
            }
            // Runs end when no more is wanted, and Ctrl-C reaches the compiler as well.
            Err(_) if !self.audience.wants_more() => {}
            Err(error) => {
                let failure = format!("{}: {error:#}", experiment.name());
                self.audience.fails(&failure);
                findings.failures.push(failure);
            }
        }
    }
}
