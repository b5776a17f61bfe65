//! The placement of tasks on tiles as a quadratic assignment problem. The cost is, for each edge, its traffic times the length of its route, plus the
//! traffic of tasks with the memory tile of their flow.

use crate::array::{Array, Avoided, Position};
use crate::graph::{TaskGraph, Transfer};

/// The tile of each task; task `t` of flow `f` has index `f * tasks + t`.
pub type Placement = Vec<usize>;

/// The traffic of a task with another one, in words for each firing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Neighbour {
    pub task: usize,
    /// Words sent to it.
    pub sent: u64,
    /// Words received from it.
    pub received: u64,
}

/// The tasks, the tiles, and the costs. Tiles are the array's cores.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Tasks of all flows together.
    pub tasks: usize,
    /// Number of tiles.
    pub tiles: usize,
    /// Tasks of one flow.
    pub flow_tasks: usize,
    /// The tile that each task is pinned to, if any.
    pub pinned: Vec<Option<usize>>,
    pub(super) neighbours: Vec<Vec<Neighbour>>,
    /// The cost of a word from one tile to another.
    distance: Vec<u64>,
    /// For each memory, task of a flow, and tile: the cost of the task's traffic with the memory if the task is on the tile.
    memory: Vec<u64>,
    memories: usize,
}

impl Problem {
    /// Returns the problem of placing `flows` copies of the graph, which must fit the array (see [`crate::check::fits`]).
    pub fn new(graph: &TaskGraph, array: &Array, flows: usize, avoided: &[Avoided]) -> Problem {
        let (flow_tasks, tiles) = (graph.tasks.len(), array.cores.len());
        let pairs = array.cores.iter();
        let pairs = pairs.flat_map(|from| array.cores.iter().map(move |to| (*from, *to)));
        let memories = array.memories.iter();
        let memory = memories.flat_map(|memory| {
            let costs = move |task| memory_costs(graph, array, Position(memory.at), avoided, task);
            (0..flow_tasks).flat_map(costs)
        });
        Problem {
            tasks: flow_tasks * flows,
            tiles,
            flow_tasks,
            pinned: pins(graph, array, flows),
            neighbours: neighbours(graph, flows),
            distance: pairs
                .map(|(from, to)| array.cost(from, to, avoided))
                .collect(),
            memory: memory.collect(),
            memories: array.memories.len(),
        }
    }

    /// Returns the cost of a word from one tile to another.
    pub(super) fn distance(&self, from: usize, to: usize) -> u64 {
        self.distance[from * self.tiles + to]
    }

    /// Returns the cost of a task's traffic with memory if the task is on a tile.
    pub(super) fn memory_cost(&self, task: usize, tile: usize) -> u64 {
        let (flow, task) = (task / self.flow_tasks, task % self.flow_tasks);
        let row = flow % self.memories * self.flow_tasks + task;
        self.memory[row * self.tiles + tile]
    }

    /// Returns the cost of the traffic between two tasks if the first is on `tile` and its neighbour on `other`.
    pub(super) fn exchange(&self, neighbour: &Neighbour, tile: usize, other: usize) -> u64 {
        neighbour.sent * self.distance(tile, other)
            + neighbour.received * self.distance(other, tile)
    }

    /// Returns the cost of a placement, in words times hops.
    pub fn cost(&self, placement: &[usize]) -> u64 {
        let task_cost = |task: usize| {
            let tile = placement[task];
            // Received words are counted at the task that sends them.
            let sent = self.neighbours[task].iter();
            let sent = sent.map(|to| to.sent * self.distance(tile, placement[to.task]));
            self.memory_cost(task, tile) + sent.sum::<u64>()
        };
        (0..self.tasks).map(task_cost).sum()
    }

    /// Does each task have a tile of its own, and each pinned task the tile that it is pinned to?
    pub fn allows(&self, placement: &[usize]) -> bool {
        let mut used = vec![false; self.tiles];
        let fits = |(tile, pin): (&usize, &Option<usize>)| {
            *tile < self.tiles
                && !std::mem::replace(&mut used[*tile], true)
                && pin.is_none_or(|pin| pin == *tile)
        };
        placement.len() == self.tasks && placement.iter().zip(&self.pinned).all(fits)
    }
}

/// Returns the cost of the task's traffic with memory for each tile.
fn memory_costs(
    graph: &TaskGraph,
    array: &Array,
    memory: Position,
    avoided: &[Avoided],
    task: usize,
) -> Vec<u64> {
    let words = |transfers: &[Transfer]| -> u64 {
        let all = transfers.iter();
        let mine = all.filter(|transfer| transfer.tasks.contains(&task));
        mine.map(|transfer| transfer.words).sum()
    };
    let (read, written) = (words(&graph.inputs), words(&graph.outputs));
    let cost = |tile: Position| {
        let from_memory = array.cost(memory, tile, avoided);
        let to_memory = array.cost(tile, memory, avoided);
        read * from_memory + written * to_memory
    };
    array.cores.iter().map(|tile| cost(*tile)).collect()
}

fn pins(graph: &TaskGraph, array: &Array, flows: usize) -> Vec<Option<usize>> {
    let core = |at: &Position| array.cores.iter().position(|core| core == at);
    let flows = (0..flows).flat_map(|flow| graph.tasks.iter().map(move |task| task.at.get(flow)));
    flows.map(|at| at.and_then(core)).collect()
}

/// Returns, for each task of each flow, the tasks that it exchanges blocks with. Blocks that a task sends to itself cost nothing.
fn neighbours(graph: &TaskGraph, flows: usize) -> Vec<Vec<Neighbour>> {
    let count = graph.tasks.len();
    let mut neighbours = vec![Vec::new(); count * flows];
    for flow in 0..flows {
        for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
            let (from, to) = (flow * count + edge.from, flow * count + edge.to);
            neighbour(&mut neighbours[from], to).sent += edge.traffic();
            neighbour(&mut neighbours[to], from).received += edge.traffic();
        }
    }
    neighbours
}

fn neighbour(list: &mut Vec<Neighbour>, task: usize) -> &mut Neighbour {
    let known = list.iter().position(|neighbour| neighbour.task == task);
    let index = known.unwrap_or_else(|| {
        list.push(Neighbour {
            task,
            ..Neighbour::default()
        });
        list.len() - 1
    });
    &mut list[index]
}
