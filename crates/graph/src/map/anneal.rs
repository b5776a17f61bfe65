//! Finds a good placement by simulated annealing (S. Kirkpatrick et al., "Optimization by Simulated Annealing", 1983): swaps the contents of two
//! random tiles. Swaps that increase the cost are accepted less and less often as the temperature falls.

use fastrand::Rng;

use super::baseline::{random, row_major};
use super::problem::{Placement, Problem};

/// Number of starts: one from the row-major placement, so that the result is never worse; the others from random placements.
const STARTS: usize = 8;
/// Number of temperatures.
const STEPS: usize = 100;
/// Swaps attempted at each temperature, for each pair of task and tile.
const TRIES: usize = 4;
/// The last temperature, as a fraction of the first.
const COLDEST: f64 = 1e-3;

/// Returns the best placement of all starts. The result is the same for the same seed.
pub(super) fn anneal(problem: &Problem, seed: u64) -> Placement {
    let mut rng = Rng::with_seed(seed);
    let starts = (0..STARTS).map(|start| {
        let begin = match start {
            0 => row_major(problem),
            _ => random(problem, &mut rng),
        };
        State::new(problem, begin).cool(&mut rng)
    });
    let best = starts.min_by_key(|placement| problem.cost(placement));
    best.expect("there are starts")
}

/// A placement and the best one so far.
struct State<'a> {
    problem: &'a Problem,
    placement: Placement,
    task_on: Vec<Option<usize>>,
    /// The tasks that are not pinned.
    movable: Vec<usize>,
    best: (u64, Placement),
}

impl<'a> State<'a> {
    fn new(problem: &'a Problem, placement: Placement) -> State<'a> {
        let mut task_on = vec![None; problem.tiles];
        for (task, tile) in placement.iter().enumerate() {
            task_on[*tile] = Some(task);
        }
        let movable = (0..problem.tasks).filter(|task| problem.pinned[*task].is_none());
        State {
            problem,
            task_on,
            movable: movable.collect(),
            best: (problem.cost(&placement), placement.clone()),
            placement,
        }
    }

    /// Lowers the temperature step by step; returns the best placement found.
    fn cool(mut self, rng: &mut Rng) -> Placement {
        if self.movable.is_empty() {
            return self.placement;
        }
        let mut cost = self.best.0 as i64;
        let mut temperature = self.hottest(rng);
        let factor = COLDEST.powf(1.0 / STEPS as f64);
        for _ in 0..STEPS {
            for _ in 0..TRIES * self.movable.len() * self.problem.tiles {
                cost += self.attempt(temperature, rng);
                if (cost as u64) < self.best.0 {
                    self.best = (cost as u64, self.placement.clone());
                }
            }
            temperature *= factor;
        }
        self.best.1
    }

    /// Returns a temperature at which most swaps are accepted: the mean change of cost by a swap.
    fn hottest(&mut self, rng: &mut Rng) -> f64 {
        let samples = 10 * self.problem.tiles;
        let changes = (0..samples).map(|_| self.attempt(f64::INFINITY, rng).unsigned_abs());
        changes.sum::<u64>() as f64 / samples as f64 + 1.0
    }

    /// Attempts to swap a random task with the contents of a random tile; returns the change of the cost, 0 if the swap is rejected.
    fn attempt(&mut self, temperature: f64, rng: &mut Rng) -> i64 {
        let task = self.movable[rng.usize(..self.movable.len())];
        let (from, to) = (self.placement[task], rng.usize(..self.problem.tiles));
        let other = self.task_on[to];
        if from == to || other.is_some_and(|other| self.problem.pinned[other].is_some()) {
            return 0;
        }
        let before = self.around(task, other);
        self.swap(task, other, from, to);
        let change = self.around(task, other) - before;
        let taken = change <= 0 || rng.f64() < (-change as f64 / temperature).exp();
        if !taken {
            self.swap(task, other, to, from);
            return 0;
        }
        change
    }

    fn swap(&mut self, task: usize, other: Option<usize>, from: usize, to: usize) {
        self.placement[task] = to;
        self.task_on[to] = Some(task);
        self.task_on[from] = other;
        if let Some(other) = other {
            self.placement[other] = from;
        }
    }

    /// Returns the cost of all traffic of one or two tasks; the traffic between them is counted once.
    fn around(&self, task: usize, other: Option<usize>) -> i64 {
        let alone = |task: usize, except: Option<usize>| {
            let tile = self.placement[task];
            let neighbours = self.problem.neighbours[task].iter();
            let counted = neighbours.filter(|to| Some(to.task) != except);
            let exchanged =
                counted.map(|to| self.problem.exchange(to, tile, self.placement[to.task]));
            self.problem.memory_cost(task, tile) + exchanged.sum::<u64>()
        };
        let sum = alone(task, None) + other.map_or(0, |other| alone(other, Some(task)));
        sum as i64
    }
}
