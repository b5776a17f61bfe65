//! Figures that are computed from the facts of a run, for papers that need more than programs report.

mod breakdown;
mod flits;
mod network;
mod order;
mod phases;
mod waveform;

use anyhow::{bail, Result};
use weft_run::RunResult;

use crate::measurements::Measurement;

/// Computes figures from a run. The names of their cases begin with the experiment's prefix.
pub type Derive = fn(&str, &RunResult) -> Result<Vec<Measurement>>;

/// Returns the signals that the run must record as a waveform for the computation of this name, if it needs any.
pub fn signals(name: &str) -> Option<&'static str> {
    (name == "phases").then_some(phases::SIGNALS)
}

/// Returns the computation of this name.
///
/// # Errors
/// When there is none.
pub fn derived(name: &str) -> Result<Derive> {
    Ok(match name {
        "breakdown" => breakdown::breakdown,
        "flits" => flits::flits,
        "order" => order::order,
        "phases" => phases::phases,
        _ => bail!("there is no computation `{name}`; there are: breakdown, flits, order, phases"),
    })
}
