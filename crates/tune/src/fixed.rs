//! The static policy, which the source compares with: one strategy for each kind of task, fixed for the worst case and kept however few
//! tasks run (section 5.2).
//!
//! Each DSP gets an equal share of the tasks of every kind, as in the source's system with two DSPs.

use crate::solve::minimize;
use crate::strategy::items;
use crate::{
    limit, Bins, Choice, Item, Kind, Limit, Outcome, PerMillion, Plan, Scenario, Served, Strategy,
};

/// A strategy for each kind of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy(Vec<Strategy>);

impl Policy {
    /// The policy with the least load in the worst case: each kind's `most` tasks.
    ///
    /// # Errors
    /// The limit that no policy keeps in the worst case.
    pub fn best(scenario: &Scenario) -> Result<Policy, Limit> {
        Policy::best_of(scenario, |_, _| true)
    }

    /// Returns the same among the choices that are `allowed` for a kind.
    ///
    /// # Errors
    /// The limit that no policy of them keeps in the worst case.
    pub fn best_of(
        scenario: &Scenario,
        allowed: impl Fn(&Kind, &Choice) -> bool,
    ) -> Result<Policy, Limit> {
        let worst = worst_case(scenario);
        let mut kinds = worst.kinds.iter();
        if let Some(limit) = kinds.find_map(|kind| limit::of_kind(kind, &worst)) {
            return Err(limit);
        }
        let kinds = worst.kinds.iter();
        let items = kinds.map(|kind| shared_items(kind, &worst, &allowed));
        let items: Vec<Vec<(Strategy, Item)>> = items.collect();
        let class = |kind: &Vec<(Strategy, Item)>| kind.iter().map(|(_, item)| *item).collect();
        let classes: Vec<Vec<Item>> = items.iter().map(class).collect();
        let one = Bins {
            count: 1,
            ..worst.platform.bins()
        };
        let Outcome::Found(selection) = minimize(&classes, &one) else {
            return Err(limit::of_all(&worst));
        };
        let chosen = items.iter().zip(&selection.places);
        let chosen = chosen.map(|(kind, place)| kind[place.item].0);
        Ok(Policy(chosen.collect()))
    }

    /// Returns the plan of the tasks that run, served by this policy.
    pub fn plan(&self, scenario: &Scenario) -> Plan {
        let served = scenario.tasks().into_iter().map(|task| Served {
            task,
            dsp: task.number % scenario.platform.dsps,
            strategy: self.0[task.kind],
        });
        let tasks: Vec<Served> = served.collect();
        let bound: PerMillion = tasks.iter().map(|one| one.strategy.cost.load).sum();
        Plan { tasks, bound }
    }
}

fn worst_case(scenario: &Scenario) -> Scenario {
    let mut worst = scenario.clone();
    for kind in &mut worst.kinds {
        kind.count = kind.most;
    }
    worst
}

/// The choices for all tasks of a kind at once: the load of all, and what the largest share of a DSP uses there.
fn shared_items(
    kind: &Kind,
    scenario: &Scenario,
    allowed: &impl Fn(&Kind, &Choice) -> bool,
) -> Vec<(Strategy, Item)> {
    let share = kind.count.div_ceil(scenario.platform.dsps) as u64;
    let all = items(kind, &scenario.platform.constants).into_iter();
    let all = all.filter(|(strategy, _)| allowed(kind, &strategy.choice));
    let shared = |(strategy, item): (Strategy, Item)| {
        let item = Item {
            load: item.load * kind.count as u64,
            memory: item.memory * share,
            dsp: item.dsp * share,
            ..item
        };
        (strategy, item)
    };
    all.map(shared).collect()
}
