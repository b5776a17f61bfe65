//! A lower bound on the cost of every completion of a partial placement: the bound of P. C. Gilmore and E. L. Lawler.
//!
//! The cost of an unplaced task on a free tile is at least its traffic with placed tasks, plus half of its traffic with unplaced tasks, assuming that
//! its busiest neighbours are on the nearest free tiles. The cost of the optimal linear assignment of tasks to free tiles, with these costs, is a
//! lower bound on the cost of the best completion. All costs are doubled, to make the halves integers.

use super::assignment;
use super::problem::Problem;

/// Data for computing bounds that depend on the problem only.
pub(super) struct Bounds<'a> {
    problem: &'a Problem,
    /// For each tile: the other tiles, nearest first, with the smaller of the distances in the two directions.
    nearest: Vec<Vec<(usize, u64)>>,
}

impl<'a> Bounds<'a> {
    pub(super) fn new(problem: &'a Problem) -> Bounds<'a> {
        let nearest = |tile: usize| {
            let others = (0..problem.tiles).filter(|other| *other != tile);
            let near = |other| {
                problem
                    .distance(tile, other)
                    .min(problem.distance(other, tile))
            };
            let mut others: Vec<_> = others.map(|other| (other, near(other))).collect();
            others.sort_by_key(|(_, distance)| *distance);
            others
        };
        Bounds {
            problem,
            nearest: (0..problem.tiles).map(nearest).collect(),
        }
    }

    /// Returns a lower bound on the cost of every completion of `placement`.
    pub(super) fn bound(&self, placement: &[Option<usize>]) -> u64 {
        let tasks = |placed: bool| {
            (0..placement.len()).filter(move |task| placement[*task].is_some() == placed)
        };
        let mut free = vec![true; self.problem.tiles];
        for tile in placement.iter().flatten() {
            free[*tile] = false;
        }
        let columns: Vec<usize> = (0..free.len()).filter(|tile| free[*tile]).collect();
        let rows: Vec<usize> = tasks(false).collect();
        let mut costs = Vec::with_capacity(rows.len() * columns.len());
        for task in &rows {
            let open = self.open_traffic(*task, placement);
            let cost = |tile: &usize| self.least_on(*task, *tile, &open, placement, &free) as i64;
            costs.extend(columns.iter().map(cost));
        }
        let placed: u64 = tasks(true).map(|task| self.settled(task, placement)).sum();
        let assigned = assignment::least(&costs, rows.len(), columns.len()) as u64;
        (placed + assigned).div_ceil(2)
    }

    /// Returns the words that a task exchanges with each unplaced neighbour, largest first.
    fn open_traffic(&self, task: usize, placement: &[Option<usize>]) -> Vec<u64> {
        let neighbours = self.problem.neighbours[task].iter();
        let open = neighbours.filter(|neighbour| placement[neighbour.task].is_none());
        let words = open.map(|neighbour| neighbour.sent + neighbour.received);
        let mut words: Vec<u64> = words.collect();
        words.sort_by_key(|words| std::cmp::Reverse(*words));
        words
    }

    /// Returns twice the cost of a placed task: its memory traffic, and half of its traffic with placed neighbours. (Each pair is counted at both
    /// tasks.)
    fn settled(&self, task: usize, placement: &[Option<usize>]) -> u64 {
        let tile = placement[task].expect("the task has been placed");
        2 * self.problem.memory_cost(task, tile) + self.exchanged(task, tile, placement)
    }

    /// Returns the cost of a task's traffic with placed neighbours, if the task is on a tile.
    fn exchanged(&self, task: usize, tile: usize, placement: &[Option<usize>]) -> u64 {
        let neighbours = self.problem.neighbours[task].iter();
        let placed = neighbours.filter_map(|to| {
            placement[to.task].map(|other| self.problem.exchange(to, tile, other))
        });
        placed.sum()
    }

    /// Returns twice the least cost of an unplaced task on a free tile.
    fn least_on(
        &self,
        task: usize,
        tile: usize,
        open: &[u64],
        placement: &[Option<usize>],
        free: &[bool],
    ) -> u64 {
        let with_placed = self.exchanged(task, tile, placement);
        let near = self.nearest[tile].iter().filter(|(other, _)| free[*other]);
        let pairs = open.iter().zip(near);
        let others = pairs.map(|(words, (_, distance))| words * distance);
        2 * (self.problem.memory_cost(task, tile) + with_placed) + others.sum::<u64>()
    }
}
