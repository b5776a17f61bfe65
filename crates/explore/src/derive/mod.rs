//! Figures that are computed from the facts of a run, for papers that need more than programs report.

mod breakdown;
mod flits;
mod network;
mod order;

use anyhow::{bail, Result};
use weft_run::RunResult;

use crate::measurements::Measurement;

/// Computes figures from a run. The names of their cases begin with the experiment's prefix.
pub type Derive = fn(&str, &RunResult) -> Result<Vec<Measurement>>;

/// Returns the computation of this name.
///
/// # Errors
/// When there is none.
pub fn derived(name: &str) -> Result<Derive> {
    Ok(match name {
        "breakdown" => breakdown::breakdown,
        "flits" => flits::flits,
        "order" => order::order,
        _ => bail!("there is no computation `{name}`; there are: breakdown, flits, order"),
    })
}
