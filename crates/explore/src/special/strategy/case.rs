//! Streams with a plan of the model, which are simulated: what a run tells, next to what the model says.

use anyhow::Result;
use weft_run::RunResult;
use weft_tune::{Plan, Scenario};

use crate::measurements::Measurement;
use crate::special::{Entry, Special};

/// What is planned, and the first words of its measurements.
pub struct Case {
    pub name: String,
    pub scenario: Scenario,
    pub plan: Plan,
}

/// What a case's run has told, and the model says.
type Figures = fn(&Case, &RunResult) -> Result<Vec<Measurement>>;

/// One run for each case, with arguments of its own.
pub fn runs(
    entry: &Entry,
    cases: Vec<Case>,
    arguments: impl Fn(&Case) -> Vec<String>,
    figures: Figures,
) -> Result<Special> {
    let runs = cases.iter().map(|case| entry.with(arguments(case)));
    let runs = runs.collect();
    let tell = move |measured: &[RunResult]| {
        let each = cases.iter().zip(measured);
        let told: Result<Vec<_>> = each.map(|(case, run)| figures(case, run)).collect();
        Ok(told?.concat())
    };
    Ok((runs, Box::new(tell)))
}
