//! Options about task graphs, of `weft map` and `weft run`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueHint};
use weft_graph::array::Avoided;
use weft_graph::Position;

/// Options that say what a task graph becomes.
#[derive(Args)]
pub struct GraphArguments {
    /// Copies of the task graph, each on cores of its own [default: 1]
    #[arg(long, value_name = "K")]
    pub flows: Option<NonZeroUsize>,
    /// Set a parameter of the task graph (repeatable)
    #[arg(long, value_name = "NAME=N", value_parser = parameter)]
    pub set: Vec<(String, u64)>,
}

impl GraphArguments {
    /// Copies of the graph.
    pub fn flows(&self) -> usize {
        self.flows.map_or(1, NonZeroUsize::get)
    }
}

/// Arguments of `weft map`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft map apps/jpeg/jpeg4.toml --flows 4      draw four flows on the mesh, and what that costs
  weft map apps/fir/fir.toml --avoid 1,0-1,4 --json fir.json
                                               off the column x = 1; for `weft run --map fir.json`")]
pub struct MapArguments {
    /// The task graph
    #[arg(value_name = "GRAPH", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// The chip: the name of a platform, or a platform file
    #[arg(short, long, value_name = "NAME|FILE", default_value = "nagam")]
    pub platform: String,
    /// What the graph becomes
    #[command(flatten)]
    pub graph: GraphArguments,
    /// Keep blocks off the links between two routers of a row or column, such as 1,0-1,4 (repeatable)
    #[arg(long, value_name = "X,Y-X,Y")]
    pub avoid: Vec<Avoided>,
    /// The seed of the search
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write the placement and its cost to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
}

/// Options of `weft run` for task graphs.
#[derive(Args)]
pub struct RunGraphArguments {
    /// What the graph becomes
    #[command(flatten)]
    pub graph: GraphArguments,
    /// Place the tasks as FILE says, which `weft map --json` wrote [default: as `weft map` would]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub map: Option<PathBuf>,
    /// Start a spare copy of a task (or of TASK.FLOW) at X,Y, and let it take the task's place in cycle C (repeatable)
    #[arg(long, value_name = "C:TASK=X,Y")]
    pub remap: Vec<Replacement>,
    /// Let TASK read another FILE than the graph says (repeatable)
    #[arg(long, value_name = "TASK=FILE")]
    pub input: Vec<TaskFile>,
    /// Let TASK write another FILE than the graph says (repeatable)
    #[arg(long, value_name = "TASK=FILE")]
    pub output: Vec<TaskFile>,
}

/// A file for a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskFile {
    /// The task's name.
    pub task: String,
    /// The file; `{flow}` stands for the flow's number.
    pub file: PathBuf,
}

impl FromStr for TaskFile {
    type Err = String;

    fn from_str(text: &str) -> Result<TaskFile, String> {
        let (task, file) = super::named_file(text)?;
        Ok(TaskFile { task, file })
    }
}

/// A task that is replaced by its spare copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// From this cycle on.
    pub cycle: u64,
    /// The task's name.
    pub task: String,
    /// The flow.
    pub flow: usize,
    /// Where the spare is.
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

/// Splits `NAME=N`.
fn parameter(text: &str) -> Result<(String, u64), String> {
    let number = |(name, value): (&str, &str)| Some((name.to_string(), value.parse().ok()?));
    let both = text.split_once('=').and_then(number);
    both.ok_or_else(|| {
        "a parameter's name, `=` and a whole number are needed, such as stages=6".to_string()
    })
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
