//! Options about task graphs, of `weft map` and `weft run`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use weft_graph::array::Avoided;
use weft_run::{Replacement, TaskFile};

/// Options that instantiate a task graph: copies, parameters, platform keys.
#[derive(Args)]
pub struct GraphArguments {
    /// Copies of the task graph, each on cores of its own [default: 1]
    #[arg(long, value_name = "K")]
    pub flows: Option<NonZeroUsize>,
    /// Set a parameter of the task graph, such as stages=6, or a key of the platform file, such as bus.single_access=6 (repeatable).
    /// PART is a table, the name of a device, or a list of tables with a name or a number: cores.1, bus.segment.far
    #[arg(long, value_name = "NAME=N|PART.KEY=VALUE", value_parser = setting)]
    pub set: Vec<Setting>,
}

/// What `--set` sets.
#[derive(Clone)]
pub enum Setting {
    /// A parameter of the task graph.
    Parameter(String, u64),
    /// A key of the platform file, as `PART.KEY=VALUE`.
    Key(String),
}

impl GraphArguments {
    /// Copies of the graph.
    pub fn flows(&self) -> usize {
        self.flows.map_or(1, NonZeroUsize::get)
    }

    /// Returns the parameters of the graph that `--set` gives.
    pub fn parameters(&self) -> Vec<(String, u64)> {
        let parameter = |setting: &Setting| match setting {
            Setting::Parameter(name, value) => Some((name.clone(), *value)),
            Setting::Key(_) => None,
        };
        self.set.iter().filter_map(parameter).collect()
    }

    /// Returns the keys of the platform file that `--set` gives.
    pub fn keys(&self) -> Vec<String> {
        let key = |setting: &Setting| match setting {
            Setting::Key(text) => Some(text.clone()),
            Setting::Parameter(..) => None,
        };
        self.set.iter().filter_map(key).collect()
    }
}

/// Arguments of `weft map`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft map apps/jpeg/jpeg4.toml --flows 4      draw four flows on the chip, and what that costs
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
    #[arg(long, value_name = "TASK=FILE", value_parser = task_file)]
    pub input: Vec<TaskFile>,
    /// Let TASK write another FILE than the graph says (repeatable)
    #[arg(long, value_name = "TASK=FILE", value_parser = task_file)]
    pub output: Vec<TaskFile>,
}

/// Splits `TASK=FILE`.
fn task_file(text: &str) -> Result<TaskFile, String> {
    let (task, file) = super::named_file(text)?;
    Ok(TaskFile { task, file })
}

/// A key of a platform file has a dot in its path, a parameter of a task graph has none.
fn setting(text: &str) -> Result<Setting, String> {
    match text.split('=').next() {
        Some(path) if path.contains('.') => Ok(Setting::Key(text.to_string())),
        _ => parameter(text).map(|(name, value)| Setting::Parameter(name, value)),
    }
}

/// Splits `NAME=N`.
fn parameter(text: &str) -> Result<(String, u64), String> {
    let number = |(name, value): (&str, &str)| Some((name.to_string(), value.parse().ok()?));
    let both = text.split_once('=').and_then(number);
    both.ok_or_else(|| {
        "a task graph's parameter, `=` and a whole number are needed, such as stages=6, or a key of the platform, such as bus.single_access=6".to_string()
    })
}
