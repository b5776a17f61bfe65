//! The engine that advances time.

use serde::{Deserialize, Serialize};

/// The engine; all give the same results in the same cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// The simulator, every component in every cycle.
    Step,
    /// The simulator, with cores that run ahead.
    #[default]
    Fast,
    /// The circuits of the chip, compiled by Verilator.
    Rtl,
}

impl Engine {
    /// The simulator's engine; None of circuits.
    pub(crate) fn of_simulator(self) -> Option<weft_sim::Engine> {
        match self {
            Engine::Step => Some(weft_sim::Engine::Step),
            Engine::Fast => Some(weft_sim::Engine::Fast),
            Engine::Rtl => None,
        }
    }

    /// As records and arguments name it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Step => "step",
            Engine::Fast => "fast",
            Engine::Rtl => "rtl",
        }
    }
}
