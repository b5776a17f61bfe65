//! The cheapest way to serve all tasks: one item of each class, so that memory suffices and the load is least.
//!
//! With one DSP that is the multiple-choice knapsack problem, solved exactly by [`knapsack`]; with several, or when the DSPs' time
//! is scarce, [`assign`] finds DSPs for the tasks as well, starting from what the knapsack says of all DSPs taken together.

mod assign;
mod balance;
mod bound;
mod frontier;
mod knapsack;
mod relaxation;

pub use balance::NEAR;

use crate::{Bytes, Demand, Nanoseconds, PerMillion};

/// What an item of a class costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// The part of the GPP's time, which the solver minimizes.
    pub load: PerMillion,
    /// Internal memory of one DSP.
    pub memory: Bytes,
    /// The part of that DSP's time.
    pub dsp: PerMillion,
    /// What its requests take of that DSP at once, and how long they can wait there; [`Demand::NONE`] if that is no limit.
    pub demand: Demand,
}

/// The limits of the DSPs, all alike.
#[derive(Clone, Copy, Debug)]
pub struct Bins {
    /// How many; at least one.
    pub count: usize,
    /// Internal memory of each.
    pub memory: Bytes,
    /// The part of each one's time that may be used.
    pub dsp: PerMillion,
}

/// One item of a class, on a DSP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The item's place in its class.
    pub item: usize,
    /// The number of the DSP.
    pub dsp: usize,
}

/// A selection, with its load and a lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// A place for each class.
    pub places: Vec<Place>,
    /// The sum of the loads.
    pub load: PerMillion,
    /// No selection has less; equal to `load` when this one is known to be the best.
    pub bound: PerMillion,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With a selection.
    Found(Selection),
    /// There is none.
    Impossible,
    /// The search was given up before it found one.
    Unknown,
}

/// Maximum number of classes; with [`MAX_MEMORY`] it keeps products and sums within 64 bits.
pub const MAX_CLASSES: usize = 1024;
/// Maximum memory of an item; see [`MAX_CLASSES`].
pub const MAX_MEMORY: Bytes = Bytes(1 << 32);

/// The selection with the least load. Classes that follow each other and are equal are found faster than others.
pub fn minimize(classes: &[Vec<Item>], bins: &Bins) -> Outcome {
    least(classes, bins, None, Accepts::All)
}

/// The selection with the least load among those with at most `most` that `accepts` takes; where others cost next to no more, one of them
/// whose DSPs are busy more evenly.
pub fn minimize_accepted(
    classes: &[Vec<Item>],
    bins: &Bins,
    most: PerMillion,
    accepts: &Accept,
) -> Outcome {
    match least(classes, bins, Some(most), Accepts::Some(accepts)) {
        Outcome::Found(found) => Outcome::Found(balance::balance(classes, bins, found, accepts)),
        other => other,
    }
}

/// Which selections count.
#[derive(Clone, Copy)]
enum Accepts<'a> {
    All,
    Some(&'a Accept<'a>),
}

/// Whether a selection counts, or a part of one: classes with their places. What does not count counts no more when others are added.
pub type Accept<'a> = dyn Fn(&[(usize, Place)]) -> bool + 'a;

impl Accepts<'_> {
    fn takes(&self, places: &[Place]) -> bool {
        match self {
            Accepts::All => true,
            Accepts::Some(accepts) => accepts(&numbered(places)),
        }
    }
}

fn numbered(places: &[Place]) -> Vec<(usize, Place)> {
    places.iter().copied().enumerate().collect()
}

fn least(
    classes: &[Vec<Item>],
    bins: &Bins,
    most: Option<PerMillion>,
    accepts: Accepts,
) -> Outcome {
    let all_memory = bins.memory * bins.count as u64;
    let Some(chosen) = knapsack::minimize(classes, all_memory) else {
        return Outcome::Impossible;
    };
    let chosen = chosen.into_iter().map(|item| Place { item, dsp: 0 });
    let places: Vec<Place> = chosen.collect();
    let load = items(classes, &places).map(|item| item.load).sum();
    if bins.count == 1 && fits_one(classes, &places, bins) && accepts.takes(&places) {
        return Outcome::Found(Selection {
            places,
            load,
            bound: load,
        });
    }
    assign::search(classes, bins, load, most, accepts)
}

/// Returns the chosen items.
fn items<'a>(
    classes: &'a [Vec<Item>],
    places: &'a [Place],
) -> impl Iterator<Item = &'a Item> + Clone {
    let chosen = classes.iter().zip(places);
    chosen.map(|(class, place)| &class[place.item])
}

/// Does one DSP have the time for the chosen items?
fn fits_one(classes: &[Vec<Item>], places: &[Place], bins: &Bins) -> bool {
    let items = items(classes, places);
    let part: PerMillion = items.clone().map(|item| item.dsp).sum();
    let burst: Nanoseconds = items.clone().map(|item| item.demand.burst).sum();
    let patience = items.map(|item| item.demand.patience).min();
    part <= bins.dsp && patience.is_none_or(|patience| burst <= patience)
}

#[cfg(test)]
mod tests;
