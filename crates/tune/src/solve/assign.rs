//! Tasks on several DSPs, or on one whose time is scarce: branch and bound. Tasks are placed one after the other, and no further where
//! the bound says that nothing better than what is known can follow.

use std::collections::HashMap;

use super::bound::{Prices, SCALE};
use super::{Bins, Item, Outcome, Place, Selection};
use crate::PerMillion;

/// Places tried before the search is given up: about a second of a present machine's time.
const BUDGET: u64 = 4_000_000;

/// What a DSP has left.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Free {
    memory: u64,
    dsp: u64,
}

/// A class in the order of the search.
struct Stage {
    class: usize,
    /// Its items that matter, by rising value.
    items: Vec<(usize, Item)>,
    /// Whether it is equal to the class before it.
    repeats: bool,
    /// The least value of this class and of those that follow, and the least memory and DSP time that they need.
    least_value: i128,
    least_memory: u64,
    least_dsp: u64,
}

struct Search {
    stages: Vec<Stage>,
    prices: Prices,
    /// No selection has less load.
    bound: u64,
    best: Option<(u64, Vec<Place>)>,
    budget: u64,
}

/// The best selection, given that none has less load than `bound`.
pub(super) fn search(classes: &[Vec<Item>], bins: &Bins, bound: PerMillion) -> Outcome {
    let prices = Prices::find(classes, bins);
    let mut search = Search {
        stages: stages(classes, &prices),
        prices,
        bound: bound.0,
        best: None,
        budget: BUDGET,
    };
    let free = Free {
        memory: bins.memory.0,
        dsp: bins.dsp.0,
    };
    search.branch(0, &mut vec![free; bins.count], &mut Vec::new());
    search.outcome(classes.len())
}

impl Search {
    /// Tries all places for the class of a stage.
    fn branch(&mut self, load: u64, free: &mut Vec<Free>, chosen: &mut Vec<(usize, usize)>) {
        let stage = chosen.len();
        if stage == self.stages.len() {
            self.take(load, chosen);
            return;
        }
        for rank in self.first_rank(stage, chosen)..self.stages[stage].items.len() {
            let (_, item) = self.stages[stage].items[rank];
            for dsp in fitting(free, &item) {
                if self.budget == 0 || self.is_done() {
                    return;
                }
                self.budget -= 1;
                let before = free[dsp];
                free[dsp] = before.less(&item);
                chosen.push((rank, dsp));
                if self.can_improve(stage + 1, load + item.load.0, free) {
                    self.branch(load + item.load.0, free, chosen);
                }
                chosen.pop();
                free[dsp] = before;
            }
        }
    }

    /// Equal classes can change places, so only one order of their items is tried.
    fn first_rank(&self, stage: usize, chosen: &[(usize, usize)]) -> usize {
        match chosen.last() {
            Some(&(rank, _)) if self.stages[stage].repeats => rank,
            _ => 0,
        }
    }

    fn is_done(&self) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|(load, _)| *load == self.bound)
    }

    fn can_improve(&self, stage: usize, load: u64, free: &[Free]) -> bool {
        let memory = free.iter().map(|one| one.memory).sum();
        let dsp = free.iter().map(|one| one.dsp).sum();
        let rest = self.stages.get(stage);
        if rest.is_some_and(|rest| rest.least_memory > memory || rest.least_dsp > dsp) {
            return false;
        }
        let Some((best, _)) = &self.best else {
            return true;
        };
        let value = rest.map_or(0, |rest| rest.least_value - self.prices.of(memory, dsp));
        // Loads are whole numbers: an improvement is one of at least 1.
        SCALE * i128::from(load) + value <= SCALE * (i128::from(*best) - 1)
    }

    fn take(&mut self, load: u64, chosen: &[(usize, usize)]) {
        if self.best.as_ref().is_some_and(|(best, _)| load >= *best) {
            return;
        }
        let of_stages = chosen.iter().zip(&self.stages);
        let places = of_stages.map(|(&(rank, dsp), stage)| Place {
            item: stage.items[rank].0,
            dsp,
        });
        self.best = Some((load, places.collect()));
    }

    fn outcome(self, classes: usize) -> Outcome {
        let is_proved = self.budget > 0;
        match self.best {
            None if is_proved => Outcome::Impossible,
            None => Outcome::Unknown,
            Some((load, chosen)) => {
                let mut places = vec![Place { item: 0, dsp: 0 }; classes];
                for (stage, place) in self.stages.iter().zip(chosen) {
                    places[stage.class] = place;
                }
                let bound = if is_proved { load } else { self.bound };
                Outcome::Found(Selection {
                    places,
                    load: PerMillion(load),
                    bound: PerMillion(bound),
                })
            }
        }
    }
}

impl Free {
    fn holds(&self, item: &Item) -> bool {
        item.memory.0 <= self.memory && item.dsp.0 <= self.dsp
    }

    fn less(&self, item: &Item) -> Free {
        Free {
            memory: self.memory - item.memory.0,
            dsp: self.dsp - item.dsp.0,
        }
    }
}

/// The DSPs that an item fits on, the fullest first; of those that have the same left only one.
fn fitting(free: &[Free], item: &Item) -> Vec<usize> {
    let is_first = |dsp: &usize| !free[..*dsp].contains(&free[*dsp]);
    let fits = |dsp: &usize| free[*dsp].holds(item) && is_first(dsp);
    let mut fitting: Vec<usize> = (0..free.len()).filter(fits).collect();
    fitting.sort_by_key(|dsp| (free[*dsp].memory, free[*dsp].dsp));
    fitting
}

/// The classes in the order of the search: those with large items first, equal ones side by side.
fn stages(classes: &[Vec<Item>], prices: &Prices) -> Vec<Stage> {
    let largest = |class: &[Item]| class.iter().map(|item| item.memory).max();
    let mut seen: HashMap<&[Item], usize> = HashMap::new();
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (number, class) in classes.iter().enumerate() {
        let kind = seen.len();
        order.push((*seen.entry(class).or_insert(kind), number));
    }
    order.sort_by_key(|&(kind, number)| {
        (std::cmp::Reverse(largest(&classes[number])), kind, number)
    });
    let mut stages: Vec<Stage> = Vec::new();
    for place in (0..order.len()).rev() {
        let (kind, class) = order[place];
        let repeats = place > 0 && order[place - 1].0 == kind;
        let rest = stages.last();
        stages.push(stage(class, &classes[class], prices, repeats, rest));
    }
    stages.reverse();
    stages
}

fn stage(
    class: usize,
    all: &[Item],
    prices: &Prices,
    repeats: bool,
    rest: Option<&Stage>,
) -> Stage {
    let least = |cost: fn(&Item) -> u64| all.iter().map(cost).min().unwrap_or(0);
    let items = items_that_matter(all, prices);
    Stage {
        class,
        least_value: items.first().map_or(0, |(_, item)| prices.value(item))
            + rest.map_or(0, |rest| rest.least_value),
        least_memory: least(|item| item.memory.0) + rest.map_or(0, |rest| rest.least_memory),
        least_dsp: least(|item| item.dsp.0) + rest.map_or(0, |rest| rest.least_dsp),
        items,
        repeats,
    }
}

/// Those that no other beats in load, memory and time of the DSP, by rising value.
fn items_that_matter(all: &[Item], prices: &Prices) -> Vec<(usize, Item)> {
    let beats = |one: &Item, other: &Item| {
        one.load <= other.load && one.memory <= other.memory && one.dsp <= other.dsp
    };
    let is_beaten = |place: usize, item: &Item| {
        let mut others = all.iter().enumerate().filter(|(other, _)| *other != place);
        others.any(|(other, one)| beats(one, item) && (one != item || other < place))
    };
    let mut items: Vec<(usize, Item)> = all.iter().copied().enumerate().collect();
    items.retain(|(place, item)| !is_beaten(*place, item));
    items.sort_by_key(|(_, item)| prices.value(item));
    items
}
