//! Finds the optimal placement by branch and bound: places one task after the other, and prunes a branch if the bound shows that it cannot be better
//! than the best known placement.

use super::bound::Bounds;
use super::problem::{Placement, Problem};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub placement: Placement,
    pub cost: u64,
    /// Is the placement proved optimal?
    pub proved: bool,
}

/// Searches for placements better than `known`; computes at most about `budget` bounds.
pub(super) fn search(problem: &Problem, known: Placement, budget: u64) -> Found {
    let mut search = Search {
        problem,
        bounds: Bounds::new(problem),
        order: order(problem),
        cost: problem.cost(&known),
        best: known,
        budget,
    };
    let mut placement = problem.pinned.clone();
    let proved = search.branch(0, &mut placement);
    Found {
        placement: search.best,
        cost: search.cost,
        proved,
    }
}

/// Returns the lower bound on the cost of every placement.
pub(super) fn lower_bound(problem: &Problem) -> u64 {
    Bounds::new(problem).bound(&problem.pinned)
}

/// Returns the order in which tasks are placed: flow by flow, each time the task with the most traffic with placed tasks.
fn order(problem: &Problem) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut placed: Vec<bool> = problem.pinned.iter().map(Option::is_some).collect();
    for flow in 0..problem.tasks / problem.flow_tasks {
        let tasks = flow * problem.flow_tasks..(flow + 1) * problem.flow_tasks;
        while let Some(next) = next_task(problem, tasks.clone(), &placed) {
            placed[next] = true;
            order.push(next);
        }
    }
    order
}

fn next_task(problem: &Problem, tasks: std::ops::Range<usize>, placed: &[bool]) -> Option<usize> {
    let traffic = |task: usize, counts: &dyn Fn(usize) -> bool| {
        let neighbours = problem.neighbours[task].iter().filter(|to| counts(to.task));
        neighbours.map(|to| to.sent + to.received).sum::<u64>()
    };
    let weight = |task: &usize| {
        let with_placed = traffic(*task, &|other| placed[other]);
        (with_placed, traffic(*task, &|_| true))
    };
    tasks.filter(|task| !placed[*task]).max_by_key(weight)
}

struct Search<'a> {
    problem: &'a Problem,
    bounds: Bounds<'a>,
    order: Vec<usize>,
    best: Placement,
    cost: u64,
    budget: u64,
}

impl Search<'_> {
    /// Tries all tiles for the task at `depth` of the order; returns false if the budget is used up.
    fn branch(&mut self, depth: usize, placement: &mut Vec<Option<usize>>) -> bool {
        let Some(&task) = self.order.get(depth) else {
            self.take(placement);
            return true;
        };
        for (bound, tile) in self.children(task, placement) {
            if bound >= self.cost {
                break;
            }
            if self.budget == 0 {
                return false;
            }
            placement[task] = Some(tile);
            let finished = self.branch(depth + 1, placement);
            placement[task] = None;
            if !finished {
                return false;
            }
        }
        true
    }

    /// Returns the free tiles for a task, each with the bound for placing the task there, lowest bound first.
    fn children(&mut self, task: usize, placement: &mut [Option<usize>]) -> Vec<(u64, usize)> {
        let first = self.first_tile(task, placement);
        let mut children = Vec::new();
        for tile in first..self.problem.tiles {
            if placement.contains(&Some(tile)) {
                continue;
            }
            placement[task] = Some(tile);
            children.push((self.bounds.bound(placement), tile));
            placement[task] = None;
            self.budget = self.budget.saturating_sub(1);
        }
        children.sort_unstable();
        children
    }

    /// Returns the first tile to try. Flows without pins are interchangeable, so only placements in which their first tasks' tiles are in ascending
    /// order are tried.
    fn first_tile(&self, task: usize, placement: &[Option<usize>]) -> usize {
        let (flow, size) = (task / self.problem.flow_tasks, self.problem.flow_tasks);
        let pins = &self.problem.pinned;
        let is_open = |places: &[Option<usize>], flow: usize| {
            let mut tasks = places[flow * size..].iter().take(size);
            tasks.all(Option::is_none)
        };
        if flow == 0
            || !is_open(placement, flow)
            || !is_open(pins, flow)
            || !is_open(pins, flow - 1)
        {
            return 0;
        }
        placement[task - size].map_or(0, |tile| tile + 1)
    }

    fn take(&mut self, placement: &[Option<usize>]) {
        let placement: Placement = placement.iter().flatten().copied().collect();
        let cost = self.problem.cost(&placement);
        if cost < self.cost {
            (self.best, self.cost) = (placement, cost);
        }
    }
}
