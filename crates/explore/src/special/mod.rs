//! Experiments whose runs or figures an experiment file cannot describe: placements under injected traffic, results of the model of strategies,
//! and sizes of the library, its interfaces and the circuits.

mod functions;
mod gates;
mod lines;
mod luts;
mod moved;
mod sizes;
mod strategy;
mod tool;
mod variation;

use anyhow::{bail, Result};
use weft_run::{RunResult, RunSpec};

use crate::measurements::Measurement;
use crate::template::Variables;

/// Computes the measurements from the results of the runs.
pub type Telling = Box<dyn Fn(&[RunResult]) -> Result<Vec<Measurement>> + Send>;

/// Runs, and the function that computes the measurements from them.
pub type Special = (Vec<RunSpec>, Telling);

/// An entry of the file of experiments.
pub struct Entry<'a> {
    /// The run that the file describes, as a template for further runs.
    pub run: RunSpec,
    /// The variables.
    pub variables: &'a Variables,
    /// Is it a quick run?
    pub quick: bool,
}

impl Entry<'_> {
    /// Returns the run with these arguments of the program.
    fn with(&self, arguments: Vec<String>) -> RunSpec {
        RunSpec {
            arguments,
            ..self.run.clone()
        }
    }
}

/// Returns the special experiment of this name.
///
/// # Errors
/// When there is none of this name, or it lacks a variable.
pub fn special(name: &str, entry: &Entry) -> Result<Special> {
    match name {
        "functions" => functions::functions(entry),
        "gates" => gates::gates(entry),
        "lines" => lines::lines(entry),
        "luts" => luts::luts(entry),
        "moved" => moved::moved(entry),
        "sizes" => sizes::sizes(entry),
        "function-sizes" => sizes::functions(entry),
        "variation" => variation::variation(entry),
        "model-gateway" => strategy::gateway::model(entry),
        "model-phone" => strategy::phone::model(entry),
        "agreement" => strategy::agreement::agreement(entry),
        "queue" => strategy::queue::queue(entry),
        "sessions" => strategy::sessions::sessions(entry),
        "gateway" => strategy::simulated_gateway::gateway(entry),
        _ => bail!("there is no special experiment `{name}`"),
    }
}

/// Returns an experiment whose measurements need no run.
fn without_runs(tell: impl Fn() -> Result<Vec<Measurement>> + Send + 'static) -> Result<Special> {
    Ok((Vec::new(), Box::new(move |_| tell())))
}
