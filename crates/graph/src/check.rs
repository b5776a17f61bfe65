//! Checks before the run: tasks that would deadlock, and graphs that do not fit the array.

use crate::graph::{Task, TaskGraph, Transfer};
use crate::{Array, GraphError, Position, Result};

/// Rejects a cycle of tasks each of which waits for a block of the previous one: without an initial token none can begin.
///
/// # Errors
/// The first such cycle, with its tasks.
pub fn waiting(graph: &TaskGraph) -> Result<()> {
    let mut search = Search {
        graph,
        state: vec![State::New; graph.tasks.len()],
        path: Vec::new(),
    };
    let circle = (0..graph.tasks.len()).find_map(|task| search.from(task));
    circle.map_or(Ok(()), |edges| Err(describe(graph, &edges)))
}

/// A depth-first search along the edges without initial tokens.
struct Search<'a> {
    graph: &'a TaskGraph,
    state: Vec<State>,
    /// The edges from the start of the search to the current task.
    path: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    OnPath,
    Done,
}

impl Search<'_> {
    /// Returns the edges of a cycle that can be reached from the task.
    fn from(&mut self, task: usize) -> Option<Vec<usize>> {
        if self.state[task] == State::Done {
            return None;
        }
        self.state[task] = State::OnPath;
        for (number, edge) in self.graph.edges.iter().enumerate() {
            if edge.from != task || edge.tokens > 0 {
                continue;
            }
            self.path.push(number);
            if self.state[edge.to] == State::OnPath {
                return Some(self.circle(edge.to));
            }
            if let Some(circle) = self.from(edge.to) {
                return Some(circle);
            }
            self.path.pop();
        }
        self.state[task] = State::Done;
        None
    }

    /// Returns the part of the path that is a cycle: from `task`, to which the last edge leads back.
    fn circle(&self, task: usize) -> Vec<usize> {
        let edges = &self.graph.edges;
        let begin = self.path.iter().position(|edge| edges[*edge].from == task);
        self.path[begin.unwrap_or(0)..].to_vec()
    }
}

fn describe(graph: &TaskGraph, circle: &[usize]) -> GraphError {
    let round = circle.iter().chain(circle.first());
    let edges = round.map(|edge| &graph.edges[*edge]);
    let names = edges.map(|edge| graph.tasks[edge.from].name.as_str());
    let names: Vec<&str> = names.collect();
    let message = format!(
        "tasks wait for each other in a circle and none can begin: {}; give one of these edges the blocks that are there at \
         the start, such as `tokens = 1`",
        names.join(" -> ")
    );
    graph.error(graph.edges[circle[circle.len() - 1]].offset, message)
}

/// Rejects a graph if `flows` copies of it do not fit the array.
///
/// # Errors
/// The first violation, with its place in the graph's file.
pub fn fits(graph: &TaskGraph, array: &Array, flows: usize) -> Result<()> {
    tiles(graph, array, flows)?;
    blocks(graph, array)?;
    places(graph, array, flows)?;
    memory(graph, array, flows)
}

fn tiles(graph: &TaskGraph, array: &Array, flows: usize) -> Result<()> {
    let (tasks, cores) = (graph.tasks.len(), array.cores.len());
    let needed = tasks * flows;
    if needed > cores {
        let most = cores / tasks;
        let remedy = match most {
            0 => "take fewer tasks, or a larger platform".to_string(),
            _ => format!("{most} flows have room"),
        };
        let copies = match flows {
            1 => String::new(),
            _ => format!("{flows} flows of "),
        };
        let name = &array.name;
        let message =
            format!("{copies}{tasks} tasks need {needed} cores, but {name} has {cores}; {remedy}");
        return Err(graph.error(graph.tasks[0].offset, message));
    }
    if tasks > array.table_entries {
        let message = format!(
            "the graph has {tasks} tasks, but the address translation table of a tile of {} has {} entries; take fewer tasks",
            array.name, array.table_entries
        );
        return Err(graph.error(graph.tasks[0].offset, message));
    }
    Ok(())
}

fn blocks(graph: &TaskGraph, array: &Array) -> Result<()> {
    let mut edges = graph.edges.iter();
    let too_long = edges.find(|edge| edge.words * 4 > array.block_bytes);
    too_long.map_or(Ok(()), |edge| {
        let message = format!(
            "a block from {} to {} has {} words, but the message buffers of {} take {} words ({} bytes); send several blocks: \
             `words = {}` and `blocks`",
            graph.tasks[edge.from].name,
            graph.tasks[edge.to].name,
            edge.words,
            array.name,
            array.block_bytes / 4,
            array.block_bytes,
            array.block_bytes / 4
        );
        Err(graph.error(edge.offset, message))
    })
}

/// Checks that every pinned task is at a core, and that no two are at the same core.
fn places(graph: &TaskGraph, array: &Array, flows: usize) -> Result<()> {
    let mut taken: Vec<(&Task, usize)> = Vec::new();
    for task in &graph.tasks {
        for (flow, at) in task.at.iter().enumerate().take(flows) {
            if !array.cores.contains(at) {
                let message = format!("task {} {}", task.name, no_core(array, *at));
                return Err(graph.error(task.offset, message));
            }
            if let Some((other, _)) = taken.iter().find(|(other, flow)| other.at[*flow] == *at) {
                let message = format!(
                    "tasks {} and {} are both placed at {at}; a core runs one task",
                    other.name, task.name
                );
                return Err(graph.error(task.offset, message));
            }
            taken.push((task, flow));
        }
    }
    Ok(())
}

fn no_core(array: &Array, at: Position) -> String {
    let [x, y, z] = array.size;
    let what = if array.has_memory_at(at) {
        "the memory tile"
    } else if array.host == at {
        "the host"
    } else if array.contains(at) {
        "no core"
    } else {
        return format!(
            "is placed at {at}, outside the {x} x {y} x {z} routers of {}",
            array.name
        );
    };
    format!("is placed at {at}, where {} has {what}", array.name)
}

fn memory(graph: &TaskGraph, array: &Array, flows: usize) -> Result<()> {
    let transfers = graph.inputs.iter().chain(&graph.outputs);
    let first = transfers.map(|transfer| transfer.offset).min();
    for (number, memory) in array.memories.iter().enumerate() {
        let served = (number..flows).step_by(array.memories.len()).count();
        let wanted = u64::from(graph.memory_bytes) * served as u64;
        if wanted > memory.bytes {
            let (name, at) = (&array.name, Position(memory.at));
            let which = match array.memories.len() {
                1 => format!("the memory tile of {name}"),
                _ => format!("the memory tile of {name} at {at}"),
            };
            let message = format!(
                "{served} flows with {} bytes of memory each need {wanted}, but {which} has {}; take fewer flows, or \
                 less with [memory] bytes",
                graph.memory_bytes, memory.bytes
            );
            return Err(graph.error(first.unwrap_or(0), message));
        }
    }
    Ok(())
}

/// Rejects input files that do not fit the flow's memory at their addresses; `lengths` are the lengths of the files in bytes.
///
/// # Errors
/// The first file that exceeds the memory or overlaps another file.
pub fn inputs(graph: &TaskGraph, lengths: &[u64]) -> Result<()> {
    let end = |(input, bytes): (&Transfer, &u64)| u64::from(input.address) + 4 + bytes;
    let mut taken: Vec<(&Transfer, u64)> = Vec::new();
    for input in graph.inputs.iter().zip(lengths) {
        let (start, end) = (u64::from(input.0.address), end(input));
        if end > u64::from(graph.memory_bytes) {
            let message = format!(
                "{} has {} bytes; with its length before it, it reaches {end:#x}, beyond the flow's memory of {:#x}; enlarge \
                 [memory] bytes",
                input.0.file, input.1, graph.memory_bytes
            );
            return Err(graph.error(input.0.offset, message));
        }
        let overlaps = |(other, other_end): &&(&Transfer, u64)| {
            start < *other_end && u64::from(other.address) < end
        };
        if let Some((other, _)) = taken.iter().find(overlaps) {
            let message = format!(
                "{} and {} overlap in memory; move one to another `address`",
                other.file, input.0.file
            );
            return Err(graph.error(input.0.offset, message));
        }
        taken.push((input.0, end));
    }
    Ok(())
}
