//! S.-L. Tsao and S.-Y. Lee: compares the model of strategies with simulation.

pub mod agreement;
mod case;
pub mod gateway;
pub mod phone;
pub mod queue;
pub mod sessions;
pub mod simulated_gateway;

use anyhow::Result;
use weft_tune::Scenario;

use super::Entry;
use crate::strategy::read::read_own;

/// Reads the tasks from the file that the variable `tasks` names, with the constants of the file `constants` if that variable is set.
fn scenario(entry: &Entry) -> Result<Scenario> {
    let constants = entry.variables.get("constants").ok();
    read_own(entry.variables.get("tasks")?, constants)
}
