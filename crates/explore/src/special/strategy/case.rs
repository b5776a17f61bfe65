//! Simulates streams that are served by a plan of the model, and reports the measured figures next to the model's.

use anyhow::Result;
use weft_run::RunResult;
use weft_tune::{Plan, Scenario};

use crate::measurements::Measurement;
use crate::special::{Entry, Special};

/// A scenario with its plan, and the first words of its measurements.
pub struct Case {
    pub name: String,
    pub scenario: Scenario,
    pub plan: Plan,
}

/// Returns the measurements of a case: those of its run, and the model's.
type Figures = fn(&Case, &RunResult) -> Result<Vec<Measurement>>;

/// Makes one run for each case, with the case's own arguments.
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
