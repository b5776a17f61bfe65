//! Naive placements, with which the mapper's placement is compared.

use fastrand::Rng;

use super::problem::{Placement, Problem};

/// Number of random placements whose mean cost is reported.
pub const RANDOM_PLACEMENTS: u64 = 1000;

/// Places the tasks in the order of their numbers on cores in the order of theirs; pinned tasks where they must be.
pub(super) fn row_major(problem: &Problem) -> Placement {
    place(problem, free_tiles(problem))
}

/// Places the tasks at random; pinned tasks where they must be.
pub(super) fn random(problem: &Problem, rng: &mut Rng) -> Placement {
    let mut tiles = free_tiles(problem);
    rng.shuffle(&mut tiles);
    place(problem, tiles)
}

/// Returns the mean cost of [`RANDOM_PLACEMENTS`] random placements.
pub(super) fn random_mean(problem: &Problem, seed: u64) -> f64 {
    let mut rng = Rng::with_seed(seed);
    let costs = (0..RANDOM_PLACEMENTS).map(|_| problem.cost(&random(problem, &mut rng)));
    costs.sum::<u64>() as f64 / RANDOM_PLACEMENTS as f64
}

fn free_tiles(problem: &Problem) -> Vec<usize> {
    let is_free = |tile: &usize| !problem.pinned.contains(&Some(*tile));
    (0..problem.tiles).filter(is_free).collect()
}

fn place(problem: &Problem, tiles: Vec<usize>) -> Placement {
    let mut tiles = tiles.into_iter();
    let tile = |pin: &Option<usize>| {
        pin.or_else(|| tiles.next())
            .expect("there are enough tiles")
    };
    problem.pinned.iter().map(tile).collect()
}
