//! The mapper: places communicating tasks close to each other.
//!
//! Simulated annealing finds a placement. Branch and bound then tries to prove that it is optimal, or finds better ones, until its budget is used up.
//! Both are deterministic for a given seed.

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

/// Maximum number of bounds computed before the proof is given up; they take about a second on a current machine.
const BUDGET: u64 = 60_000;

/// A placement and what is known of its cost. Costs are in words times hops, for one firing of every task.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    /// The core of each task; task `t` of flow `f` has index `f * tasks + t`.
    pub placement: Placement,
    /// Its cost.
    pub cost: u64,
    /// A lower bound on the cost of every placement; equal to `cost` if the placement is proved optimal.
    pub lower_bound: u64,
    /// The cost of placing tasks in order on cores in order.
    pub row_major: u64,
    /// The mean cost of [`RANDOM_PLACEMENTS`] random placements.
    pub random_mean: f64,
}

/// Returns the best placement found. The result is the same for the same seed.
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
