//! A placement as a file: written by `weft map --json`, read by `weft run --map`.

use serde::{Deserialize, Serialize};

use super::problem::Problem;
use super::{Mapping, Placement};
use crate::array::{Array, Avoided, Position};
use crate::graph::TaskGraph;

/// A placement with its costs, in words times hops.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MapRecord {
    /// The graph's name.
    pub graph: String,
    /// The platform's name.
    pub platform: String,
    /// Copies of the graph.
    pub flows: usize,
    /// Links that blocks were to keep off.
    pub avoid: Vec<String>,
    /// The seed of the search.
    pub seed: u64,
    /// The cost of the placement.
    pub cost: u64,
    /// No placement costs less.
    pub lower_bound: u64,
    /// The cost of the tasks in order on the cores in order.
    pub row_major: u64,
    /// The mean cost of 1,000 random placements.
    pub random_mean: f64,
    /// The edge over the most links.
    pub longest: Option<LongestEdge>,
    /// Where each task of each flow is.
    pub tasks: Vec<PlacedTask>,
}

/// The edge of a placed graph that leads over the most links; the first of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LongestEdge {
    /// The task that sends.
    pub from: String,
    /// The task that receives.
    pub to: String,
    /// The flow.
    pub flow: usize,
    /// Links between them.
    pub hops: u64,
}

/// Where a task of a flow is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedTask {
    /// Its name.
    pub task: String,
    /// The flow.
    pub flow: usize,
    /// Its core.
    #[serde(default)]
    pub core: usize,
    /// That core's coordinates.
    pub at: Position,
}

/// What was asked of the mapper.
pub struct Request<'a> {
    /// The graph.
    pub graph: &'a TaskGraph,
    /// The array.
    pub array: &'a Array,
    /// Copies of the graph.
    pub flows: usize,
    /// Links to keep off.
    pub avoided: &'a [Avoided],
    /// The seed of the search.
    pub seed: u64,
}

impl Request<'_> {
    /// The problem to be solved.
    pub fn problem(&self) -> Problem {
        Problem::new(self.graph, self.array, self.flows, self.avoided)
    }

    /// The answer as a record.
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
    /// The placement that a record of [`MapRecord`]'s tasks tells.
    ///
    /// # Errors
    /// What in the record is for another graph or array; a task's position counts, not its core's number.
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
