//! The multiple-choice knapsack problem, exactly: a dynamic program over the classes that the relaxation leaves open.
//!
//! With the relaxation's price of memory every item has a reduced cost: how much dearer it is than the best of its class, memory paid for.
//! No selection whose reduced costs and unused memory sum to more than the gap between the relaxation's bound and the best
//! known selection can be better, which fixes most classes and keeps the program's states few (D. Pisinger, "A minimal algorithm for the
//! multiple-choice knapsack problem", 1995).

use super::frontier::{frontier, Candidate};
use super::relaxation::{relax, Price, Relaxation};
use super::Item;
use crate::Bytes;

/// The items, one of each class, with the least load that fit into `capacity`; None if none do.
pub(super) fn minimize(classes: &[Vec<Item>], capacity: Bytes) -> Option<Vec<usize>> {
    let frontiers: Vec<Vec<Candidate>> = classes.iter().map(|class| frontier(class)).collect();
    let relaxation = relax(&frontiers, capacity.0)?;
    let better = Search::new(&frontiers, &relaxation, capacity.0).and_then(Search::run);
    let chosen = frontiers.iter().zip(better.unwrap_or(relaxation.selection));
    Some(chosen.map(|(class, place)| class[place].item).collect())
}

/// A partial selection: of the open classes before a stage.
#[derive(Clone, Copy)]
struct State {
    memory: u64,
    load: u64,
    /// The state of the stage before that it comes from, and the candidate that was added.
    from: u32,
    candidate: u32,
}

/// A class that is open, with what is known of those that follow it.
struct Stage {
    class: usize,
    /// The least and the most memory of the open classes from here on, and the least reduced value of their items.
    least_memory: u64,
    most_memory: u64,
    least_value: u64,
    /// Memory and load of the known selection's items in these classes.
    known: (u64, u64),
}

struct Search<'a> {
    classes: &'a [Vec<Candidate>],
    price: Price,
    /// The least load known, and the stage with the state that it was completed from; none as long as it is the relaxation's.
    best: u64,
    completed: Option<(usize, usize)>,
    /// The candidates of the classes that are not open, and those that states are completed with.
    known: Vec<usize>,
    /// The load of the classes that are not open, and the memory that they leave.
    fixed_load: u64,
    capacity: u64,
    stages: Vec<Stage>,
    states: Vec<Vec<State>>,
}

impl<'a> Search<'a> {
    /// None if the classes that are not open leave too little memory, so that nothing is better than what the relaxation found.
    fn new(
        classes: &'a [Vec<Candidate>],
        relaxation: &Relaxation,
        capacity: u64,
    ) -> Option<Search<'a>> {
        let (price, mut known) = (relaxation.price, relaxation.selection.clone());
        let best = sum(classes, &known, |one| one.load);
        let allowance = allowance(classes, price, capacity, best);
        let open = open_classes(classes, price, allowance, &mut known);
        let stages = stages(classes, price, &open, &known);
        let (open_memory, open_load) = stages.first().map_or((0, 0), |first| first.known);
        let fixed_memory = sum(classes, &known, |one| one.memory) - open_memory;
        Some(Search {
            classes,
            price,
            best,
            completed: None,
            fixed_load: sum(classes, &known, |one| one.load) - open_load,
            capacity: capacity.checked_sub(fixed_memory)?,
            known,
            stages,
            states: Vec::new(),
        })
    }

    /// Goes through the open classes, one after the other: the places of the candidates in the best selection, if it is better than the
    /// relaxation's.
    fn run(mut self) -> Option<Vec<usize>> {
        let none = State {
            memory: 0,
            load: self.fixed_load,
            from: 0,
            candidate: 0,
        };
        let mut states = vec![none];
        for stage in 0..self.stages.len() {
            self.complete(stage, &states);
            let next = self.extended(stage, &states);
            self.states.push(states);
            states = next;
        }
        self.complete(self.stages.len(), &states);
        self.states.push(states);
        self.best_selection()
    }

    /// Checks whether a state, completed from the known selection, is better than the best.
    fn complete(&mut self, stage: usize, states: &[State]) {
        let (memory, load) = self.stages.get(stage).map_or((0, 0), |stage| stage.known);
        for (place, state) in states.iter().enumerate() {
            if state.memory + memory <= self.capacity && state.load + load < self.best {
                self.best = state.load + load;
                self.completed = Some((stage, place));
            }
        }
    }

    /// Returns the states after a stage that can still lead to something better, without those that another beats.
    fn extended(&self, stage: usize, states: &[State]) -> Vec<State> {
        let class = &self.classes[self.stages[stage].class];
        let mut next = Vec::new();
        for (from, state) in states.iter().enumerate() {
            let extended = class.iter().enumerate().map(|(candidate, costs)| State {
                memory: state.memory + costs.memory,
                load: state.load + costs.load,
                from: from as u32,
                candidate: candidate as u32,
            });
            next.extend(extended.filter(|state| self.can_improve(stage + 1, state)));
        }
        next.sort_unstable_by_key(|state| (state.memory, state.load));
        let mut least = u64::MAX;
        next.retain(|state| {
            let before = least;
            least = before.min(state.load);
            state.load < before
        });
        next
    }

    /// Whether a state may be completed to something better than the best: the relaxation of what follows says no, or perhaps.
    fn can_improve(&self, stage: usize, state: &State) -> bool {
        let (least, most, value) = self.stages.get(stage).map_or((0, 0, 0), |stage| {
            (stage.least_memory, stage.most_memory, stage.least_value)
        });
        if state.memory + least > self.capacity {
            return false;
        }
        let unpaid = self.price.load * (state.memory + most).min(self.capacity);
        let paid = self.price.bytes * state.load + self.price.load * state.memory + value;
        paid < self.price.bytes * self.best + unpaid
    }

    fn best_selection(mut self) -> Option<Vec<usize>> {
        let (stage, mut place) = self.completed?;
        for stage in (0..stage).rev() {
            let state = self.states[stage + 1][place];
            self.known[self.stages[stage].class] = state.candidate as usize;
            place = state.from as usize;
        }
        Some(self.known)
    }
}

fn sum(classes: &[Vec<Candidate>], selection: &[usize], cost: fn(&Candidate) -> u64) -> u64 {
    let chosen = classes.iter().zip(selection);
    chosen.map(|(class, &place)| cost(&class[place])).sum()
}

/// An item's load with its memory paid for, times the bytes of the price.
fn value(price: Price, one: &Candidate) -> u64 {
    price.bytes * one.load + price.load * one.memory
}

fn least_value(price: Price, class: &[Candidate]) -> u64 {
    let values = class.iter().map(|one| value(price, one));
    values.min().unwrap_or(0)
}

/// What the reduced costs of a selection better than the best may sum to.
fn allowance(classes: &[Vec<Candidate>], price: Price, capacity: u64, best: u64) -> u64 {
    let least: u64 = classes.iter().map(|class| least_value(price, class)).sum();
    (price.bytes * best + price.load * capacity).saturating_sub(least)
}

/// The classes of which more than one item can be in a better selection, those with the most different memory first. The others
/// are set to their best item in `known`.
fn open_classes(
    classes: &[Vec<Candidate>],
    price: Price,
    allowance: u64,
    known: &mut [usize],
) -> Vec<usize> {
    let mut open = Vec::new();
    for (number, class) in classes.iter().enumerate() {
        let least = least_value(price, class);
        let is_possible = |one: &Candidate| value(price, one) - least < allowance;
        match class.iter().filter(|one| is_possible(one)).count() {
            0 | 1 => {
                let place = class.iter().position(|one| value(price, one) == least);
                known[number] = place.unwrap_or(0)
            }
            _ => open.push(number),
        }
    }
    let spread = |class: &usize| {
        let class = &classes[*class];
        class[class.len() - 1].memory - class[0].memory
    };
    open.sort_by_key(|class| std::cmp::Reverse(spread(class)));
    open
}

fn stages(classes: &[Vec<Candidate>], price: Price, open: &[usize], known: &[usize]) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    for &number in open.iter().rev() {
        let class = &classes[number];
        let rest = stages.last();
        let (memory, load) = rest.map_or((0, 0), |rest| rest.known);
        let chosen = class[known[number]];
        stages.push(Stage {
            class: number,
            least_memory: class[0].memory + rest.map_or(0, |rest| rest.least_memory),
            most_memory: class[class.len() - 1].memory + rest.map_or(0, |rest| rest.most_memory),
            least_value: least_value(price, class) + rest.map_or(0, |rest| rest.least_value),
            known: (memory + chosen.memory, load + chosen.load),
        });
    }
    stages.reverse();
    stages
}
