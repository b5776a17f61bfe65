//! Figures that are computed of the facts of a run, for papers that ask for more than programs report.

mod breakdown;
mod flits;
mod network;
mod order;

use anyhow::{bail, Result};
use weft_run::RunResult;

use crate::measurements::Measurement;

/// Makes figures of a run. Their cases begin with the words of the experiment.
pub type Derive = fn(&str, &RunResult) -> Result<Vec<Measurement>>;

/// The computation of a name.
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
