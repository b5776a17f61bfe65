//! Which program each core runs, and which rank it is.

use std::collections::BTreeMap;

use crate::names::full_name;
use crate::program::Program;

/// A program that some cores run.
pub struct LoadedProgram {
    /// In rising order.
    pub cores: Vec<usize>,
    /// The path that the user has given.
    pub path: String,
    /// SHA-256 of the ELF file in hexadecimal.
    pub sha256: String,
    pub program: Program,
}

/// The programs of a run and their places.
pub struct Workload {
    pub programs: Vec<LoadedProgram>,
    /// The core of rank 0, of rank 1, and so on, of the ranks that were started.
    pub core_of_rank: Vec<usize>,
    /// The names of the tasks of a task graph, by the cores that run them; empty without a graph.
    pub task_of_core: BTreeMap<usize, String>,
    /// The numbers of these tasks, counted over all flows.
    pub flow_of_core: BTreeMap<usize, InFlow>,
}

/// A task among those of all flows, which are numbered one flow after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InFlow {
    /// The number of its flow's first task.
    pub first: usize,
    /// Its own number; a spare has none.
    pub number: Option<usize>,
}

impl Workload {
    /// The program of a core, if it has one.
    pub fn program(&self, core: usize) -> Option<&Program> {
        let mut programs = self.programs.iter();
        let loaded = programs.find(|loaded| loaded.cores.contains(&core));
        loaded.map(|loaded| &loaded.program)
    }

    /// The rank that was placed on a core.
    pub fn rank_of_core(&self, core: usize) -> Option<usize> {
        self.core_of_rank.iter().position(|&placed| placed == core)
    }

    /// Returns the name of a core in reports: its task or its rank, if it has one, and the core.
    pub fn name_of(&self, core: usize) -> String {
        let task = self.task_of_core.get(&core);
        full_name(task, self.rank_of_core(core), core)
    }
}
