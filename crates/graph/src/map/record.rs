//! A placement as a file: written by `weft map --json`, read by `weft run --map`.

use serde::{Deserialize, Serialize};

use super::problem::Problem;
use super::{Mapping, Placement};
use crate::array::{Array, Avoided, Position};
use crate::graph::TaskGraph;

/// A placement with its costs, in words times hops.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MapRecord {
    /// Name of the graph.
    pub graph: String,
    /// Name of the platform.
    pub platform: String,
    /// Number of copies of the graph.
    pub flows: usize,
    /// Links to be avoided.
    pub avoid: Vec<String>,
    /// The seed of the search.
    pub seed: u64,
    /// The cost of the placement.
    pub cost: u64,
    /// A lower bound: no placement costs less.
    pub lower_bound: u64,
    /// The cost of placing tasks in order on cores in order.
    pub row_major: u64,
    /// The mean cost of 1,000 random placements.
    pub random_mean: f64,
    /// The edge with the longest route.
    pub longest: Option<LongestEdge>,
    /// The core of each task of each flow.
    pub tasks: Vec<PlacedTask>,
}

/// The edge of a placed graph whose route has the most links; the first of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LongestEdge {
    /// The task that sends.
    pub from: String,
    /// The task that receives.
    pub to: String,
    /// The flow.
    pub flow: usize,
    /// Number of links between them.
    pub hops: u64,
}

/// The placement of a task of a flow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedTask {
    /// Name of the task.
    pub task: String,
    /// Number of the flow.
    pub flow: usize,
    /// Number of the core.
    #[serde(default)]
    pub core: usize,
    /// Coordinates of the core.
    pub at: Position,
}

/// A request to the mapper.
pub struct Request<'a> {
    /// The graph.
    pub graph: &'a TaskGraph,
    /// The array.
    pub array: &'a Array,
    /// Copies of the graph.
    pub flows: usize,
    /// Links to be avoided.
    pub avoided: &'a [Avoided],
    /// The seed of the search.
    pub seed: u64,
}

impl Request<'_> {
    /// Returns the placement problem.
    pub fn problem(&self) -> Problem {
        Problem::new(self.graph, self.array, self.flows, self.avoided)
    }

    /// Returns the mapper's result as a record.
    pub fn record(&self, mapping: &Mapping) -> MapRecord {
        MapRecord {
            graph: self.graph.name.clone(),
            platform: self.array.name.clone(),
            flows: self.flows,
            avoid: self.avoided.iter().map(Avoided::to_string).collect(),
            seed: self.seed,
            cost: mapping.cost,
            lower_bound: mapping.lower_bound,
            row_major: mapping.row_major,
            random_mean: mapping.random_mean,
            longest: self.longest(&mapping.placement),
            tasks: self.tasks(&mapping.placement),
        }
    }

    fn tasks(&self, placement: &[usize]) -> Vec<PlacedTask> {
        let count = self.graph.tasks.len();
        let placed = placement.iter().enumerate();
        let placed = placed.map(|(index, core)| PlacedTask {
            task: self.graph.tasks[index % count].name.clone(),
            flow: index / count,
            core: *core,
            at: self.array.cores[*core],
        });
        placed.collect()
    }

    fn longest(&self, placement: &[usize]) -> Option<LongestEdge> {
        let count = self.graph.tasks.len();
        let at = |flow: usize, task: usize| self.array.cores[placement[flow * count + task]];
        let name = |task: usize| self.graph.tasks[task].name.clone();
        let flows =
            (0..self.flows).flat_map(|flow| self.graph.edges.iter().map(move |edge| (flow, edge)));
        let edges = flows.map(|(flow, edge)| LongestEdge {
            from: name(edge.from),
            to: name(edge.to),
            flow,
            hops: at(flow, edge.from).hops(at(flow, edge.to)),
        });
        edges.reduce(|longest, edge| match edge.hops > longest.hops {
            true => edge,
            false => longest,
        })
    }
}

impl Request<'_> {
    /// Returns the placement that the tasks of a record describe.
    ///
    /// # Errors
    /// If the record is for another graph or array. (The position of a task counts, not the number of its core.)
    pub fn placement(&self, tasks: &[PlacedTask]) -> Result<Placement, String> {
        let (graph, array) = (self.graph, self.array);
        let core = |flow: usize, task: &str| {
            let mut all = tasks.iter();
            let placed = all.find(|placed| placed.flow == flow && placed.task == task);
            let placed =
                placed.ok_or_else(|| format!("it does not place task {task} of flow {flow}"))?;
            let core = array.cores.iter().position(|core| *core == placed.at);
            let (at, name) = (placed.at, &array.name);
            core.ok_or_else(|| format!("it places {task} at {at}, where {name} has no core"))
        };
        let flows =
            (0..self.flows).flat_map(|flow| graph.tasks.iter().map(move |task| (flow, task)));
        let placement = flows.map(|(flow, task)| core(flow, &task.name));
        let placement = placement.collect::<Result<Placement, _>>()?;
        let why = "it places two tasks on one core, or a task elsewhere than the graph's `at`";
        match self.problem().allows(&placement) {
            true => Ok(placement),
            false => Err(why.to_string()),
        }
    }
}
