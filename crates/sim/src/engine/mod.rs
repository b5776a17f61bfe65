//! Two engines that advance a machine, with the same result.
//!
//! `step` is the definition: it simulates every component in every cycle. `fast` simulates only cycles in which something happens, and lets each core
//! run ahead over instructions that no other component can notice. What happens within a cycle is the same code for both: `Machine::cycle`.

mod fast;
mod step;
mod together;

use crate::machine::{Machine, Outcome};
use crate::semihosting::Host;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// Which scheduler advances the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// Every component is advanced every cycle.
    Step,
    /// Cores run ahead; idle components cost nothing.
    #[default]
    Fast,
}

impl Machine {
    /// Advances the machine to cycle `until`, or until the run ends; injects each planned fault before its cycle. A later call continues the run, with
    /// either engine.
    pub fn run(&mut self, engine: Engine, until: Cycle, host: &mut dyn Host) -> Outcome {
        loop {
            let stop = self.strike().min(until);
            let outcome = match engine {
                Engine::Step => step::run(self, stop, host),
                Engine::Fast => fast::run(self, stop, host),
            };
            if outcome != Outcome::Reached || stop == until {
                return outcome;
            }
        }
    }
}
