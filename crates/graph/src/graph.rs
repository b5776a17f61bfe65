//! A task graph as plain data: tasks, the edges that carry blocks between them, and their accesses to memory.
//!
//! Parameters are replaced by their values, and groups of equal tasks by their members. A task is identified by its number: its position in the file.

use std::path::PathBuf;

use weft_sim::platform::reader::Document;

use crate::array::Position;
use crate::GraphError;

/// An application.
#[derive(Clone, Debug)]
pub struct TaskGraph {
    /// Its name.
    pub name: String,
    /// A description of one line.
    pub summary: String,
    /// The integer parameters of the file, in alphabetical order.
    pub parameters: Vec<(String, u64)>,
    /// The tasks, by number.
    pub tasks: Vec<Task>,
    /// The edges: which task sends blocks to which.
    pub edges: Vec<Edge>,
    /// Size in bytes of the memory region of a flow.
    pub memory_bytes: u32,
    /// The files that are loaded into memory before the run.
    pub inputs: Vec<Transfer>,
    /// The files that are written from memory after the run.
    pub outputs: Vec<Transfer>,
    /// The names of groups of equal tasks, with the number of tasks in each.
    pub groups: Vec<(String, usize)>,
    /// The text that error messages point into.
    pub source: Source,
}

/// A program that runs on a tile.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its name; a group's tasks are numbered: `stage0`, `stage1`.
    pub name: String,
    /// The C files, or the ELF file.
    pub program: Vec<PathBuf>,
    /// The arguments of the program, after its name; `{flow}` stands for the flow's number.
    pub arguments: Vec<String>,
    /// Where it must be placed in flow 0, in flow 1, and so on. In further flows the mapper chooses.
    pub at: Vec<Position>,
    /// Its position in the file, as an offset in bytes.
    pub offset: usize,
}

/// A stream of blocks from one task to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The task that sends.
    pub from: usize,
    /// The task that receives.
    pub to: usize,
    /// Words of a block.
    pub words: u64,
    /// Blocks sent each time the sending task fires.
    pub blocks: u64,
    /// Initial tokens: blocks for which the receiving task does not have to wait at the start.
    pub tokens: u64,
    /// Its position in the file, as an offset in bytes.
    pub offset: usize,
}

impl Edge {
    /// Returns the words sent each time the sending task fires.
    pub fn traffic(&self) -> u64 {
        self.words * self.blocks
    }
}

/// A file that is loaded into memory before the run, or written from there after it: its length as a word, then its bytes.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The file; `{flow}` stands for the flow's number.
    pub file: String,
    /// The address of the length word, relative to the flow's memory region.
    pub address: u32,
    /// The tasks that read or write it.
    pub tasks: Vec<usize>,
    /// Words that each of them transfers when it fires.
    pub words: u64,
    /// Its position in the graph's file, as an offset in bytes.
    pub offset: usize,
}

/// The file that a graph was read from.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path as the user gave it.
    pub file: String,
    /// The whole text.
    pub text: String,
}

impl TaskGraph {
    /// Returns the number of the task with this name.
    pub fn task(&self, name: &str) -> Option<usize> {
        self.tasks.iter().position(|task| task.name == name)
    }

    /// Returns an error about the text at byte `offset`.
    pub fn error(&self, offset: usize, message: impl Into<String>) -> GraphError {
        Document::of_file(&self.source.file, &self.source.text).error(offset, message)
    }

    /// Returns the macros that programs are compiled with, as `NAME=N`: each task's number, the size of each group, and the parameters.
    pub fn macros(&self) -> Vec<String> {
        let numbers = self.tasks.iter().enumerate();
        let numbers = numbers.map(|(number, task)| (task_macro(&task.name), number as u64));
        let sizes = self.groups.iter();
        let sizes = sizes.map(|(name, size)| (format!("TASKS_{}", spelled(name)), *size as u64));
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|(name, value)| (spelled(name), *value));
        let all = ("WEFT_TASKS".to_string(), self.tasks.len() as u64);
        let macros = numbers.chain(sizes).chain(parameters).chain([all]);
        let texts = macros.map(|(name, value)| format!("{name}={value}"));
        texts.collect()
    }

    /// Returns the words that a task receives and sends each time it fires.
    pub(crate) fn received_and_sent(&self, task: usize) -> (u64, u64) {
        let sum = |of: fn(&Edge) -> usize| {
            let edges = self.edges.iter().filter(|edge| of(edge) == task);
            edges.map(Edge::traffic).sum()
        };
        (sum(|edge| edge.to), sum(|edge| edge.from))
    }
}

/// Returns the macro for the number of the task with this name.
pub(crate) fn task_macro(name: &str) -> String {
    format!("TASK_{}", spelled(name))
}

/// Converts a name to the spelling of C macros.
pub(crate) fn spelled(name: &str) -> String {
    let spell = |c: char| match c.is_ascii_alphanumeric() {
        true => c.to_ascii_uppercase(),
        false => '_',
    };
    name.chars().map(spell).collect()
}
