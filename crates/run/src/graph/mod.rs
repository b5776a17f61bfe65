//! `weft run GRAPH.toml`: the tasks of a graph, one on each tile, in one or several flows.

mod chip;
mod files;
pub mod native;
mod remap;
mod row;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use weft_graph::{FlowMemory, TaskGraph};
use weft_report::workload::InFlow;
use weft_sim::Machine;

use crate::command_line::started_as;
use crate::ending::Ending;
use crate::spec::RunSpec;
use remap::Move;

pub use chip::{array, load};

/// Copies of a graph that run at the same time.
pub struct Flows {
    graph: TaskGraph,
    count: usize,
    /// Arguments that follow those that the graph gives a task.
    arguments: Vec<String>,
    /// The part of a chip's memory tiles that each flow has.
    memories: Vec<FlowMemory>,
    /// The core of each task on a chip.
    placed: Vec<Placed>,
    /// The replacements of tasks by their spare copies, in the order of time.
    moves: Vec<Move>,
}

/// A task of a flow on its core.
#[derive(Clone, Copy, Debug)]
struct Placed {
    core: usize,
    task: usize,
    flow: usize,
    /// Is this a spare copy, which may replace the task that began on another core?
    is_spare: bool,
}

impl Flows {
    /// Reads the graph with the parameters and files of `spec`.
    ///
    /// # Errors
    /// When the graph or one of its files is wrong.
    fn read(spec: &RunSpec, file: &Path) -> Result<Flows> {
        let wanted = &spec.graph;
        let mut graph = weft_graph::read::read(file, &wanted.set)?;
        files::exchange(&mut graph, wanted)?;
        let flows = Flows {
            graph,
            count: wanted.flow_count(),
            arguments: spec.arguments.clone(),
            memories: Vec::new(),
            placed: Vec::new(),
            moves: Vec::new(),
        };
        flows.check_files()?;
        Ok(flows)
    }

    /// Returns the distinct programs, and for each task the index of its program.
    fn programs(&self) -> (Vec<&[PathBuf]>, Vec<usize>) {
        let mut programs: Vec<&[PathBuf]> = Vec::new();
        let mut of_task = Vec::new();
        for task in &self.graph.tasks {
            let known = programs.iter().position(|known| *known == task.program);
            of_task.push(known.unwrap_or(programs.len()));
            if known.is_none() {
                programs.push(&task.program);
            }
        }
        (programs, of_task)
    }

    /// Returns the arguments of a task, without its program's name.
    fn words(&self, task: usize, flow: usize) -> Vec<String> {
        let given = self.graph.tasks[task].arguments.iter();
        let given = given.map(|word| files::of_flow(word, flow));
        given.chain(self.arguments.iter().cloned()).collect()
    }

    /// Returns the command line of each core that runs a task.
    pub fn command_lines(&self) -> Vec<(usize, String)> {
        let line = |placed: &Placed| {
            let program = &self.graph.tasks[placed.task].program[0];
            let words = self.words(placed.task, placed.flow);
            (placed.core, started_as(program, &words))
        };
        self.placed.iter().map(line).collect()
    }

    /// Returns the name in reports of the task on each core.
    fn names(&self) -> BTreeMap<usize, String> {
        let name = |placed: &Placed| (placed.core, self.name(placed));
        self.placed.iter().map(name).collect()
    }

    /// Returns the number and flow of the task on each core.
    fn numbers(&self) -> BTreeMap<usize, InFlow> {
        let numbered = |placed: &Placed| {
            let first = placed.flow * self.graph.tasks.len();
            let number = (!placed.is_spare).then_some(first + placed.task);
            (placed.core, InFlow { first, number })
        };
        self.placed.iter().map(numbered).collect()
    }

    fn name(&self, placed: &Placed) -> String {
        let task = self.name_of_task(placed.task, placed.flow);
        let spare = if placed.is_spare { " (spare)" } else { "" };
        format!("{task}{spare}")
    }

    fn name_of_task(&self, task: usize, flow: usize) -> String {
        let task = &self.graph.tasks[task].name;
        match self.count {
            1 => task.clone(),
            _ => format!("{task}.{flow}"),
        }
    }

    /// Returns how the run of a graph ended. It is no deadlock if only replaced tasks and unused spares wait.
    pub fn ending(&self, machine: &Machine, ending: Ending) -> Ending {
        let waits = |placed: &&Placed| machine.core(placed.core).exit_status.is_none();
        let mut waiting = self.placed.iter().filter(waits);
        match ending {
            Ending::Deadlock if !waiting.any(|placed| self.is_meant(placed, machine)) => {
                Ending::Finished
            }
            other => other,
        }
    }

    /// Is this the copy of its task to which the tables point at the end of the run?
    fn is_meant(&self, placed: &Placed, machine: &Machine) -> bool {
        let is_its = |to: &&Move| (to.task, to.flow) == (placed.task, placed.flow);
        let mut moves = self.moves.iter().filter(is_its);
        match moves.rfind(|to| to.at < machine.now()) {
            Some(to) => to.core == placed.core,
            None => !placed.is_spare,
        }
    }
}
