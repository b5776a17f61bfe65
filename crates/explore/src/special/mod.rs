//! Experiments whose runs or figures no file can say: placements beside injected traffic, what the model of strategies says, and how
//! large the library, its interfaces and the circuits are.

mod functions;
mod gates;
mod lines;
mod sizes;
mod strategy;
mod variation;

use anyhow::{bail, Result};
use weft_run::{RunResult, RunSpec};

use crate::measurements::Measurement;
use crate::template::Variables;

/// Makes figures of what runs have yielded.
pub type Telling = Box<dyn Fn(&[RunResult]) -> Result<Vec<Measurement>> + Send>;

/// Runs, and what they tell.
pub type Special = (Vec<RunSpec>, Telling);

/// What the file of experiments says of one.
pub struct Entry<'a> {
    /// A run as the file describes it, for others to be made of.
    pub run: RunSpec,
    /// The variables.
    pub variables: &'a Variables,
    /// Is it a quick run?
    pub quick: bool,
}

impl Entry<'_> {
    /// The run with these arguments of the program.
    fn with(&self, arguments: Vec<String>) -> RunSpec {
        RunSpec {
            arguments,
            ..self.run.clone()
        }
    }
}

/// The experiment of a name.
///
/// # Errors
/// When there is none, or it lacks a variable.
pub fn special(name: &str, entry: &Entry) -> Result<Special> {
    match name {
        "functions" => functions::functions(entry),
        "gates" => gates::gates(entry),
        "lines" => lines::lines(entry),
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

/// Figures that no run is needed for.
fn without_runs(tell: impl Fn() -> Result<Vec<Measurement>> + Send + 'static) -> Result<Special> {
    Ok((Vec::new(), Box::new(move |_| tell())))
}
