//! The cheapest way to serve all tasks: one item of each class, so that memory suffices and the load is least.
//!
//! With one DSP that is the multiple-choice knapsack problem, solved exactly by [`knapsack`]; with several, or when the DSPs' time
//! is scarce, [`assign`] finds DSPs for the tasks as well, starting from what the knapsack says of all DSPs taken together.

mod assign;
mod bound;
mod frontier;
mod knapsack;
mod relaxation;

use crate::{Bytes, PerMillion};

/// What an item of a class costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// The part of the GPP's time: to be made least.
    pub load: PerMillion,
    /// Internal memory of one DSP.
    pub memory: Bytes,
    /// The part of that DSP's time.
    pub dsp: PerMillion,
}

/// What the DSPs have, each as much.
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

/// A selection, and what is known of it.
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

/// The most classes, and the most memory of an item: products and sums then stay within 64 bits.
pub const MAX_CLASSES: usize = 1024;
/// See [`MAX_CLASSES`].
pub const MAX_MEMORY: Bytes = Bytes(1 << 32);

/// The selection with the least load. Classes that follow each other and are equal are found faster than others.
pub fn minimize(classes: &[Vec<Item>], bins: &Bins) -> Outcome {
    let all_memory = bins.memory * bins.count as u64;
    let Some(chosen) = knapsack::minimize(classes, all_memory) else {
        return Outcome::Impossible;
    };
    let chosen_of = classes.iter().zip(&chosen);
    let items = chosen_of.map(|(class, &item)| class[item]);
    let load = items.clone().map(|item| item.load).sum();
    let dsp: PerMillion = items.map(|item| item.dsp).sum();
    if bins.count == 1 && dsp <= bins.dsp {
        let places = chosen.into_iter().map(|item| Place { item, dsp: 0 });
        return Outcome::Found(Selection {
            places: places.collect(),
            load,
            bound: load,
        });
    }
    assign::search(classes, bins, load)
}

#[cfg(test)]
mod tests;
