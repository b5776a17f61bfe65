//! The mapper: places communicating tasks near each other.
//!
//! Annealing finds a placement; branch and bound then tries to prove that it is the best, or finds better ones, as long as its
//! budget lasts. Both are deterministic.

mod anneal;
mod assignment;
mod baseline;
mod bound;
pub mod draw;
mod exact;
mod problem;
pub mod record;

pub use baseline::RANDOM_PLACEMENTS;
pub use problem::{Placement, Problem};

/// Bounds computed before the proof is given up: about a second of a present machine's time.
const BUDGET: u64 = 60_000;

/// A placement, and what is known about its cost. Costs are in words times hops, for one firing of every task.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    /// The core of each task; task `t` of flow `f` stands at `f * tasks + t`.
    pub placement: Placement,
    /// Its cost.
    pub cost: u64,
    /// No placement costs less than this; equal to the cost when the placement is known to be the best.
    pub lower_bound: u64,
    /// The cost of the tasks in order on the cores in order.
    pub row_major: u64,
    /// The mean cost of [`RANDOM_PLACEMENTS`] random placements.
    pub random_mean: f64,
}

/// The best placement that can be found; the same for the same seed.
pub fn map(problem: &Problem, seed: u64) -> Mapping {
    let found = exact::search(problem, anneal::anneal(problem, seed), BUDGET);
    let lower_bound = match found.proved {
        true => found.cost,
        false => exact::lower_bound(problem),
    };
    Mapping {
        cost: found.cost,
        placement: found.placement,
        lower_bound,
        row_major: problem.cost(&baseline::row_major(problem)),
        random_mean: baseline::random_mean(problem, seed),
    }
}

#[cfg(test)]
mod tests;
