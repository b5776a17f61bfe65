//! Streams with a plan of the model, which are simulated: what a run tells stands beside what the model says.

use anyhow::Result;
use weft_tune::{Plan, Scenario};

use crate::paper::experiment::{Experiment, Run};
use weft_run::RunResult;

/// What is planned, and the first words of its measurements.
pub struct Case {
    pub name: String,
    pub scenario: Scenario,
    pub plan: Plan,
}

/// The lines that a case's run has told, and those of the model.
type Lines = fn(&Case, &RunResult) -> Result<String>;

/// One run for each case, on a platform; `seconds`: as in [`Experiment`].
pub fn experiment(
    on: &'static str,
    cases: Vec<Case>,
    seconds: f64,
    run: impl Fn(&Case) -> Run,
    lines: Lines,
) -> Experiment {
    let runs = cases.iter().map(run).collect();
    let names = cases.iter().map(|case| case.name.clone()).collect();
    let tell = move |measured: &[RunResult]| {
        let each = cases.iter().zip(measured);
        let told: Result<Vec<String>> = each.map(|(case, run)| lines(case, run)).collect();
        Ok(told?.concat())
    };
    Experiment {
        on,
        changes: String::new(),
        runs,
        tell: Box::new(tell),
        cases: names,
        seconds,
    }
}
