//! Options about task graphs, of `weft map` and `weft run`.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use weft_graph::array::Avoided;

/// Options that say what a task graph becomes.
#[derive(Args)]
pub struct GraphArguments {
    /// Copies of the task graph, each on cores of its own [default: 1]
    #[arg(long, value_name = "K")]
    pub flows: Option<usize>,
    /// Set a parameter of the task graph (repeatable)
    #[arg(long, value_name = "NAME=N", value_parser = parameter)]
    pub set: Vec<(String, u64)>,
}

impl GraphArguments {
    /// Copies of the graph.
    pub fn flows(&self) -> usize {
        self.flows.unwrap_or(1)
    }
}

/// Arguments of `weft map`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft map apps/jpeg/jpeg4.toml --flows 4               draw where four flows are placed, and what that costs
  weft map apps/fir/fir.toml --avoid 1,0-1,4 --json fir.json
                                                        keep blocks off the column x = 1; the placement for `weft run --map`")]
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

/// Splits `NAME=N`.
fn parameter(text: &str) -> Result<(String, u64), String> {
    let number = |(name, value): (&str, &str)| Some((name.to_string(), value.parse().ok()?));
    let both = text.split_once('=').and_then(number);
    both.ok_or_else(|| {
        "a parameter's name, `=` and a whole number are needed, such as stages=6".to_string()
    })
}
