//! A task graph as plain data: tasks, the edges that carry blocks between them, and what they read and write in memory.
//!
//! All parameters are filled in and all groups of equal tasks are spread out: a task is known by its number, which is its
//! place in the file.

use std::path::PathBuf;

use weft_sim::platform::reader::Document;

use crate::array::Position;
use crate::GraphError;

/// An application.
#[derive(Clone, Debug)]
pub struct TaskGraph {
    /// Its name.
    pub name: String,
    /// One line about it.
    pub summary: String,
    /// The integers that its file is written with, in alphabetical order.
    pub parameters: Vec<(String, u64)>,
    /// The tasks by their numbers.
    pub tasks: Vec<Task>,
    /// Which task sends blocks to which.
    pub edges: Vec<Edge>,
    /// The bytes of the memory tile that a flow has for itself.
    pub memory_bytes: u32,
    /// What lies in memory before the run.
    pub inputs: Vec<Transfer>,
    /// What is taken from memory after the run.
    pub outputs: Vec<Transfer>,
    /// The names of groups of equal tasks, with the number of tasks in each.
    pub groups: Vec<(String, usize)>,
    /// The text that error messages point into.
    pub source: Source,
}

/// A program that runs on a tile of its own.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its name; a group's tasks are numbered: `stage0`, `stage1`.
    pub name: String,
    /// The C files, or the ELF file.
    pub program: Vec<PathBuf>,
    /// The words that the program is started with, after its name; `{flow}` stands for the flow's number.
    pub arguments: Vec<String>,
    /// Where it must be placed in flow 0, in flow 1, and so on; in further flows it may be anywhere.
    pub at: Vec<Position>,
    /// Where it stands in the file, as an offset in bytes.
    pub offset: usize,
}

/// Blocks that go from one task to another.
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
    /// Blocks that the receiving task need not wait for, because they are there at the start.
    pub tokens: u64,
    /// Where it stands in the file, as an offset in bytes.
    pub offset: usize,
}

impl Edge {
    /// Words carried each time the sending task fires.
    pub fn traffic(&self) -> u64 {
        self.words * self.blocks
    }
}

/// A file that lies in memory before the run, or is taken from there after it: its length as a word, then its bytes.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The file; `{flow}` stands for the flow's number.
    pub file: String,
    /// Where its length stands, from the beginning of the flow's memory.
    pub address: u32,
    /// The tasks that read or write it.
    pub tasks: Vec<usize>,
    /// Words that each of them moves when it fires.
    pub words: u64,
    /// Where it stands in the graph's file, as an offset in bytes.
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
    /// The number of the task of that name.
    pub fn task(&self, name: &str) -> Option<usize> {
        self.tasks.iter().position(|task| task.name == name)
    }

    /// An error about the text at byte `offset`.
    pub fn error(&self, offset: usize, message: impl Into<String>) -> GraphError {
        Document::of_file(&self.source.file, &self.source.text).error(offset, message)
    }

    /// What the programs are compiled with: each task's number, the size of each group, and the parameters, as `NAME=N`.
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

    /// What a task moves each time it fires: the words that it receives and that it sends.
    pub(crate) fn received_and_sent(&self, task: usize) -> (u64, u64) {
        let sum = |of: fn(&Edge) -> usize| {
            let edges = self.edges.iter().filter(|edge| of(edge) == task);
            edges.map(Edge::traffic).sum()
        };
        (sum(|edge| edge.to), sum(|edge| edge.from))
    }
}

/// The macro that holds the number of the task of that name.
pub(crate) fn task_macro(name: &str) -> String {
    format!("TASK_{}", spelled(name))
}

/// A name as C macros are spelled.
pub(crate) fn spelled(name: &str) -> String {
    let spell = |c: char| match c.is_ascii_alphanumeric() {
        true => c.to_ascii_uppercase(),
        false => '_',
    };
    name.chars().map(spell).collect()
}
