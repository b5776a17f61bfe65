//! Two ways to advance a machine, with one result.
//!
//! `step` is the definition: every cycle, every component. `fast` looks only at cycles in which something happens, and lets each
//! core run ahead over instructions that concern it alone. What happens in a cycle is the machine's code in both.

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
    /// Advances to cycle `until` at most, from one planned fault to the next. Can be called again to go on, with either engine.
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
