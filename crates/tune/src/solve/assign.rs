//! Assigns tasks to several DSPs, or to one whose time is scarce, by branch and bound: tasks are placed one after the other, and a branch is
//! cut where the bound shows that it cannot lead to a better solution than the best known one.

use std::collections::HashMap;

use super::bound::{Prices, SCALE};
use super::{Accepts, Bins, Item, Outcome, Place, Selection};
use crate::PerMillion;

/// Places tried before the search is given up: about a second of a present machine's time.
const BUDGET: u64 = 4_000_000;
/// How many of them a check of a selection counts for each class, and up to how many classes a part of a selection is checked.
const CHECK: u64 = 64;
const FEW: usize = 16;

/// What a DSP has left.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Free {
    memory: u64,
    dsp: u64,
    /// What its requests take at once, and the least that one of them can wait.
    burst: u64,
    patience: u64,
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
    /// The least that their requests take of DSPs at once.
    least_burst: u64,
}

struct Search<'a> {
    stages: Vec<Stage>,
    prices: Prices,
    /// The longest that a request of any item can wait.
    longest: u64,
    /// No selection has less load.
    bound: u64,
    best: Option<(u64, Vec<Place>)>,
    /// A selection has less load than this.
    limit: Option<u64>,
    accepts: Accepts<'a>,
    budget: u64,
}

/// The best selection of those with at most `most` load that count, given that none has less than `bound`.
pub(super) fn search(
    classes: &[Vec<Item>],
    bins: &Bins,
    bound: PerMillion,
    most: Option<PerMillion>,
    accepts: Accepts,
) -> Outcome {
    let prices = Prices::find(classes, bins);
    let patience = classes.iter().flatten().map(|item| item.demand.patience.0);
    let mut search = Search {
        stages: stages(classes, &prices, &accepts),
        prices,
        longest: patience.max().unwrap_or(u64::MAX),
        bound: bound.0,
        best: None,
        limit: most.map(|most| most.0 + 1),
        accepts,
        budget: BUDGET,
    };
    let free = Free {
        memory: bins.memory.0,
        dsp: bins.dsp.0,
        burst: 0,
        patience: u64::MAX,
    };
    search.branch(0, &mut vec![free; bins.count], &mut Vec::new());
    search.outcome()
}

impl Search<'_> {
    /// Tries all places for the class of a stage.
    fn branch(&mut self, load: u64, free: &mut Vec<Free>, chosen: &mut Vec<(usize, usize)>) {
        let stage = chosen.len();
        if stage == self.stages.len() {
            self.take(load, chosen);
            return;
        }
        for rank in self.first_rank(stage, chosen)..self.stages[stage].items.len() {
            let (_, item) = self.stages[stage].items[rank];
            for dsp in self.fitting(free, &item) {
                if self.budget == 0 || self.is_done() {
                    return;
                }
                self.budget -= 1;
                let before = free[dsp];
                free[dsp] = before.less(&item);
                chosen.push((rank, dsp));
                if self.can_improve(stage + 1, load + item.load.0, free) && self.counts(chosen) {
                    self.branch(load + item.load.0, free, chosen);
                }
                chosen.pop();
                free[dsp] = before;
            }
        }
    }

    /// The DSPs that an item fits on, the fullest first, so that memory is left in large pieces, or that with the fewest requests, so that they wait for
    /// few; of those that have the same left only one.
    fn fitting(&self, free: &[Free], item: &Item) -> Vec<usize> {
        let is_first = |dsp: &usize| !free[..*dsp].contains(&free[*dsp]);
        let fits = |dsp: &usize| free[*dsp].holds(item) && is_first(dsp);
        let mut fitting: Vec<usize> = (0..free.len()).filter(fits).collect();
        match self.accepts {
            Accepts::All => fitting.sort_by_key(|dsp| (free[*dsp].memory, free[*dsp].dsp)),
            Accepts::Some(_) => fitting.sort_by_key(|dsp| free[*dsp].burst),
        }
        fitting
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
        let waits = free.iter().map(|one| one.waits(self.longest));
        let waits = waits.fold(0, u64::saturating_add);
        if rest.is_some_and(|rest| {
            rest.least_memory > memory || rest.least_dsp > dsp || rest.least_burst > waits
        }) {
            return false;
        }
        let Some(limit) = self.limit else {
            return true;
        };
        let value = rest.map_or(0, |rest| rest.least_value - self.prices.of(memory, dsp));
        // Loads are whole numbers: an improvement is one of at least 1.
        SCALE * i128::from(load) + value <= SCALE * (i128::from(limit) - 1)
    }

    fn take(&mut self, load: u64, chosen: &[(usize, usize)]) {
        if self.limit.is_some_and(|limit| load >= limit) {
            return;
        }
        let mut places = vec![Place { item: 0, dsp: 0 }; chosen.len()];
        for (class, place) in self.placed(chosen) {
            places[class] = place;
        }
        self.best = Some((load, places));
        self.limit = Some(load);
    }

    fn placed<'b>(
        &'b self,
        chosen: &'b [(usize, usize)],
    ) -> impl Iterator<Item = (usize, Place)> + 'b {
        let of_stages = self.stages.iter().zip(chosen);
        of_stages.map(|(stage, &(rank, dsp))| {
            let item = stage.items[rank].0;
            (stage.class, Place { item, dsp })
        })
    }

    /// Whether what is chosen so far counts; of many classes only the whole selection is checked.
    fn counts(&mut self, chosen: &[(usize, usize)]) -> bool {
        let is_whole = chosen.len() == self.stages.len();
        match self.accepts {
            Accepts::Some(accepts) if is_whole || chosen.len() <= FEW => {
                let cost = CHECK * chosen.len() as u64;
                self.budget = self.budget.saturating_sub(cost);
                accepts(&self.placed(chosen).collect::<Vec<_>>())
            }
            _ => true,
        }
    }

    fn outcome(self) -> Outcome {
        let is_proved = self.budget > 0;
        match self.best {
            None if is_proved => Outcome::Impossible,
            None => Outcome::Unknown,
            Some((load, places)) => {
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
        let after = self.burst.saturating_add(item.demand.burst.0);
        let patience = self.patience.min(item.demand.patience.0);
        item.memory.0 <= self.memory && item.dsp.0 <= self.dsp && after <= patience
    }

    /// What more its requests can take at once, if none can wait longer than `longest`.
    fn waits(&self, longest: u64) -> u64 {
        self.patience.min(longest).saturating_sub(self.burst)
    }

    fn less(&self, item: &Item) -> Free {
        Free {
            memory: self.memory - item.memory.0,
            dsp: self.dsp - item.dsp.0,
            burst: self.burst + item.demand.burst.0,
            patience: self.patience.min(item.demand.patience.0),
        }
    }
}

/// The classes in the order of the search: those with large items first, equal ones side by side.
fn stages(classes: &[Vec<Item>], prices: &Prices, accepts: &Accepts) -> Vec<Stage> {
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
        let items = match accepts {
            Accepts::All => items_that_matter(&classes[class], prices),
            // What is not known of one item may be why it counts and a cheaper one does not.
            Accepts::Some(_) => by_value(&classes[class], prices),
        };
        stages.push(stage(class, &classes[class], items, prices, repeats, rest));
    }
    stages.reverse();
    stages
}

fn stage(
    class: usize,
    all: &[Item],
    items: Vec<(usize, Item)>,
    prices: &Prices,
    repeats: bool,
    rest: Option<&Stage>,
) -> Stage {
    let least = |cost: fn(&Item) -> u64| all.iter().map(cost).min().unwrap_or(0);
    Stage {
        class,
        least_value: items.first().map_or(0, |(_, item)| prices.value(item))
            + rest.map_or(0, |rest| rest.least_value),
        least_memory: least(|item| item.memory.0) + rest.map_or(0, |rest| rest.least_memory),
        least_dsp: least(|item| item.dsp.0) + rest.map_or(0, |rest| rest.least_dsp),
        least_burst: least(|item| item.demand.burst.0) + rest.map_or(0, |rest| rest.least_burst),
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
    let mut items = by_value(all, prices);
    items.retain(|(place, item)| !is_beaten(*place, item));
    items
}

fn by_value(all: &[Item], prices: &Prices) -> Vec<(usize, Item)> {
    let mut items: Vec<(usize, Item)> = all.iter().copied().enumerate().collect();
    items.sort_by_key(|(_, item)| prices.value(item));
    items
}
