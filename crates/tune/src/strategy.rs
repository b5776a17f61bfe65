//! The ways to serve a task, and what each costs: the equations of section 4 of the source, as `docs/library/strategy.md` puts them right.

use serde::Serialize;

pub use crate::choice::{Choice, Memory, Notification};
use crate::{Bytes, Constants, Demand, Item, Kind, Nanoseconds, PerMillion, Request};

/// What a choice costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Cost {
    /// The part of the GPP's time (U).
    pub load: PerMillion,
    /// Internal memory.
    pub internal: Bytes,
    /// The longest time from a block's first datum to its result, while no other task keeps the DSP busy (d).
    pub latency: Nanoseconds,
    /// The part of the DSP's time.
    #[serde(rename = "dsp_load")]
    pub dsp: PerMillion,
}

/// A choice with its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Strategy {
    /// The choice.
    #[serde(flatten)]
    pub choice: Choice,
    /// Its cost.
    #[serde(flatten)]
    pub cost: Cost,
}

/// All ways to serve a task of `kind`, whether they meet its deadline or not: block sizes in their order, for each the interrupt and then the
/// polling periods, for each internal and then external memory.
pub fn strategies(kind: &Kind, constants: &Constants) -> Vec<Strategy> {
    let mut all = Vec::new();
    for &blocks in &kind.blocks {
        let polling = kind.polling.iter().copied().map(Notification::Polling);
        for notification in std::iter::once(Notification::Interrupt).chain(polling) {
            for memory in [Memory::Internal, Memory::External] {
                let choice = Choice {
                    blocks,
                    notification,
                    memory,
                };
                all.push(Strategy::new(kind, choice, constants));
            }
        }
    }
    all
}

impl Strategy {
    /// A choice for `kind`, with what it costs.
    pub fn new(kind: &Kind, choice: Choice, constants: &Constants) -> Strategy {
        let requests = Request::in_turn(kind, choice, constants);
        let period: Nanoseconds = requests.iter().map(|one| one.period).sum();
        let sum = |of: &dyn Fn(&Request) -> Nanoseconds| requests.iter().map(of).sum();
        let held = |one: &Request| one.held(choice.notification);
        let internal = |one: &Request| choice.memory.of(one.block, Bytes(0));
        let longest = requests.iter().map(held).max().unwrap_or_default();
        let block = requests.iter().map(internal).max().unwrap_or_default();
        let overhead = |one: &Request| one.overhead(choice.notification, constants);
        let cost = Cost {
            load: PerMillion::of(sum(&overhead), period),
            internal: block * (1 + longest.0 / requests[0].period.0),
            latency: requests[0].gathering + longest,
            dsp: PerMillion::of(sum(&Request::served), period),
        };
        Strategy { choice, cost }
    }

    /// Whether the deadline is met, and the choice does not need more than the GPP and a DSP have.
    pub fn is_possible(&self, kind: &Kind) -> bool {
        self.cost.latency <= kind.deadline
            && self.cost.load <= PerMillion::WHOLE
            && self.cost.dsp <= PerMillion::WHOLE
    }
}

/// The possible strategies for a task of `kind`, as the solver sees them.
pub(crate) fn items(kind: &Kind, constants: &Constants) -> Vec<(Strategy, Item)> {
    let all = strategies(kind, constants).into_iter();
    let possible = all.filter(|strategy| strategy.is_possible(kind));
    let item = |strategy: Strategy| {
        let item = Item {
            load: strategy.cost.load,
            memory: strategy.cost.internal,
            dsp: strategy.cost.dsp,
            demand: Demand::NONE,
        };
        (strategy, item)
    };
    possible.map(item).collect()
}

#[cfg(test)]
mod tests;
