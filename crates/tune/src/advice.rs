//! Advice: a plan to follow, or the reason why it fails. It is checked with all tasks running together, which the source's problem, and so
//! the solver, leaves out.

mod fails;

use crate::response::{self, Response};
use crate::schedule::{self, Played};
use crate::solve::minimize_accepted;
use crate::strategy::items;
use crate::{
    Constants, Demand, Item, Kind, Limit, Nanoseconds, Outcome, PerMillion, Place, Plan, Scenario,
    Searched, Selection, Strategy, Task,
};

/// A plan, and the analysis of its tasks running together.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The plan.
    pub plan: Plan,
    /// The simulated schedule of its tasks from a common begin.
    pub played: Played,
    /// The bounds on their latencies, whenever they begin.
    pub responses: Vec<Response>,
    /// Why the plan fails; none if every limit and deadline is kept.
    pub fails: Option<Limit>,
}

impl Advice {
    /// The plan with the least load of the GPP, but for [`NEAR`](crate::solve::NEAR), in which all tasks keep their deadlines while all run; if
    /// none was found, the plan in which each does alone, and why it fails.
    ///
    /// # Errors
    /// The limit that no plan keeps, even if tasks do not wait for each other.
    pub fn best(scenario: &Scenario) -> Result<Advice, Limit> {
        let alone = Advice::of(scenario, Plan::best(scenario)?);
        if alone.plan.load() > PerMillion::WHOLE {
            return Ok(alone);
        }
        let searched = match together(scenario) {
            Ok(plan) => return Ok(Advice::of(scenario, plan)),
            Err(searched) => searched,
        };
        let fails = alone.fails.map(|fails| fails.after(searched));
        Ok(Advice { fails, ..alone })
    }

    /// Analyses a given plan.
    pub fn of(scenario: &Scenario, plan: Plan) -> Advice {
        let mut advice = Advice {
            played: schedule::play(scenario, &plan),
            responses: response::of_plan(scenario, &plan),
            plan,
            fails: None,
        };
        let load = advice.load();
        advice.fails = match load > PerMillion::WHOLE {
            true => Some(Limit::Gpp { part: load }),
            false => fails::of_plan(scenario, &advice),
        };
        advice
    }

    /// Returns the GPP's load, its waits for the bus included.
    pub fn load(&self) -> PerMillion {
        self.plan.load() + self.played.waiting
    }

    /// Returns the longest latency of a task: the largest of those alone, simulated, and bounded; none if it has no bound.
    pub fn worst(&self, task: usize) -> Option<Nanoseconds> {
        let alone = self.plan.tasks[task].strategy.cost.latency;
        let bound = self.responses[task].worst?;
        Some(alone.max(bound).max(self.played.longest[task]))
    }
}

/// The plan with the least load, but for balance, in which all tasks keep their deadlines while all run.
fn together(scenario: &Scenario) -> Result<Plan, Searched> {
    let kinds = scenario.kinds.iter();
    let constants = &scenario.platform.constants;
    let kinds: Vec<_> = kinds.map(|kind| demanding(kind, constants)).collect();
    let class = |task: &Task| kinds[task.kind].iter().map(|(_, item)| *item).collect();
    let tasks = scenario.tasks();
    let classes: Vec<Vec<Item>> = tasks.iter().map(class).collect();
    let is_in_time = |places: &[(usize, Place)]| {
        let places = places.iter().map(|&(class, place)| (tasks[class], place));
        response::is_in_time(scenario, &Plan::placed(&kinds, places, PerMillion(0)))
    };
    let bins = scenario.platform.bins();
    match minimize_accepted(&classes, &bins, PerMillion::WHOLE, &is_in_time) {
        Outcome::Found(Selection { places, bound, .. }) => {
            let places = tasks.iter().copied().zip(places);
            Ok(Plan::placed(&kinds, places, bound))
        }
        Outcome::Impossible => Err(Searched::All),
        Outcome::Unknown => Err(Searched::Some),
    }
}

/// The possible strategies for a task of `kind`, with what their requests demand of a DSP at once.
fn demanding(kind: &Kind, constants: &Constants) -> Vec<(Strategy, Item)> {
    let with_demand = |(strategy, item): (Strategy, Item)| {
        let demand = Demand::new(kind, strategy.choice, constants);
        (strategy, Item { demand, ..item })
    };
    let items = items(kind, constants).into_iter();
    items.map(with_demand).collect()
}

#[cfg(test)]
pub(crate) mod tests;
