//! The choice for every task: a strategy, a DSP, and what they sum to.

use crate::solve::minimize;
use crate::strategy::items;
use crate::{
    limit, Bins, Bytes, Item, Limit, Outcome, PerMillion, Place, Scenario, Strategy, Task,
};

/// The decision for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// The task.
    pub task: Task,
    /// The number of its DSP.
    pub dsp: usize,
    /// The choice and its cost.
    pub strategy: Strategy,
}

/// The decisions for all tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The decision for each task.
    pub tasks: Vec<Served>,
    /// No plan has less load; equal to that of this one when it is known to be the best (for an [`Advice`](crate::Advice) with several DSPs: to
    /// less than [`NEAR`](crate::NEAR)).
    pub bound: PerMillion,
}

impl Plan {
    /// The plan with the least load of the GPP that keeps the limits of each DSP, and all deadlines of tasks that do not wait for each other: the
    /// source's problem. [`Advice`](crate::Advice) says whether to follow it.
    ///
    /// # Errors
    /// The limit that no plan keeps.
    pub fn best(scenario: &Scenario) -> Result<Plan, Limit> {
        let mut running = scenario.kinds.iter().filter(|kind| kind.count > 0);
        if let Some(limit) = running.find_map(|kind| limit::of_kind(kind, scenario)) {
            return Err(limit);
        }
        let constants = &scenario.platform.constants;
        let kinds = scenario.kinds.iter();
        let items: Vec<_> = kinds.map(|kind| items(kind, constants)).collect();
        let tasks = scenario.tasks();
        let class = |task: &Task| items[task.kind].iter().map(|(_, item)| *item).collect();
        let classes: Vec<Vec<Item>> = tasks.iter().map(class).collect();
        match minimize(&classes, &scenario.platform.bins()) {
            Outcome::Impossible => Err(limit::of_all(scenario)),
            Outcome::Unknown => Err(Limit::Unknown {
                tasks: limit::running(scenario, |_| true),
                dsps: scenario.platform.dsps,
            }),
            Outcome::Found(selection) => {
                let places = tasks.into_iter().zip(selection.places);
                Ok(Plan::placed(&items, places, selection.bound))
            }
        }
    }

    /// Makes the plan from the places that the solver chose among the items of each kind.
    pub(crate) fn placed(
        kinds: &[Vec<(Strategy, Item)>],
        places: impl Iterator<Item = (Task, Place)>,
        bound: PerMillion,
    ) -> Plan {
        let served = |(task, place): (Task, Place)| Served {
            task,
            dsp: place.dsp,
            strategy: kinds[task.kind][place.item].0,
        };
        Plan {
            tasks: places.map(served).collect(),
            bound,
        }
    }

    /// Returns the part of the GPP's time that it takes; more than the whole if the GPP cannot do it.
    pub fn load(&self) -> PerMillion {
        self.tasks.iter().map(|one| one.strategy.cost.load).sum()
    }

    /// Returns the internal memory used of a DSP.
    pub fn internal(&self, dsp: usize) -> Bytes {
        self.on(dsp).map(|one| one.strategy.cost.internal).sum()
    }

    /// Returns the part of a DSP's time that is used.
    pub fn dsp_load(&self, dsp: usize) -> PerMillion {
        self.on(dsp).map(|one| one.strategy.cost.dsp).sum()
    }

    /// Returns the tasks on a DSP.
    pub fn on(&self, dsp: usize) -> impl Iterator<Item = &Served> {
        self.tasks.iter().filter(move |one| one.dsp == dsp)
    }
}

impl crate::scenario::Platform {
    /// Returns the limits that the solver must keep.
    pub(crate) fn bins(&self) -> Bins {
        Bins {
            count: self.dsps,
            memory: self.internal,
            dsp: self.dsp_limit,
        }
    }
}

#[cfg(test)]
mod tests;
