//! The options of a task graph: flows, parameters, placement and files.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use weft_graph::map::record::PlacedTask;
use weft_graph::Position;

/// Options of a task graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GraphSpec {
    /// Copies of the graph, each on cores of its own; one by default.
    pub flows: Option<NonZeroUsize>,
    /// Parameters of the graph and their values.
    pub set: Vec<(String, u64)>,
    /// The placement of the tasks, from a record of `weft map`; if empty, the one that `weft map` would choose.
    pub map: Vec<PlacedTask>,
    /// The name of that placement in messages: its file, if it is from one.
    pub map_name: Option<String>,
    /// Tasks that spare copies replace.
    pub remap: Vec<Replacement>,
    /// Files that tasks read instead of the graph's own.
    pub input: Vec<TaskFile>,
    /// Files that tasks write instead of the graph's own.
    pub output: Vec<TaskFile>,
}

impl GraphSpec {
    /// Copies of the graph.
    pub fn flow_count(&self) -> usize {
        self.flows.map_or(1, NonZeroUsize::get)
    }
}

/// A file for a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskFile {
    /// The task's name.
    pub task: String,
    /// The file; `{flow}` stands for the flow's number.
    pub file: PathBuf,
}

/// A task that is replaced by its spare copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// The cycle from which on the spare has replaced the task.
    pub cycle: u64,
    /// The task's name.
    pub task: String,
    /// The flow.
    pub flow: usize,
    /// The position of the spare.
    pub to: Position,
}

impl FromStr for Replacement {
    type Err = String;

    /// Reads `CYCLE:TASK=X,Y` and `CYCLE:TASK.FLOW=X,Y`.
    fn from_str(text: &str) -> Result<Replacement, String> {
        let wrong =
            || format!("`{text}` is no replacement; write CYCLE:TASK=X,Y such as 50000:worker=2,1");
        let (cycle, rest) = text.split_once(':').ok_or_else(wrong)?;
        let (task, to) = rest.split_once('=').ok_or_else(wrong)?;
        let (task, flow) = task.split_once('.').unwrap_or((task, "0"));
        Ok(Replacement {
            cycle: cycle.parse().map_err(|_| wrong())?,
            task: task.to_string(),
            flow: flow.parse().map_err(|_| wrong())?,
            to: to.parse()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replacement_names_cycle_task_flow_and_place() {
        let read: Replacement = "50000:worker.2=3,1".parse().unwrap();
        let to = "3,1".parse().unwrap();
        let task = "worker".to_string();
        assert_eq!(
            read,
            Replacement {
                cycle: 50_000,
                task,
                flow: 2,
                to
            }
        );
        assert_eq!("1:a=0,1".parse::<Replacement>().unwrap().flow, 0);
        for wrong in ["a=0,1", "1:a", "x:a=0,1", "1:a.b=0,1", "1:a=0"] {
            assert!(wrong.parse::<Replacement>().is_err(), "{wrong}");
        }
    }
}
