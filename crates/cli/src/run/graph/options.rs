//! Which options go with a task graph, and which with programs.

use std::path::Path;

use anyhow::{bail, Result};

use crate::arguments::RunArguments;

/// The task graph that is to be run; None if it is programs.
///
/// # Errors
/// When a graph stands beside other files, or an option needs a graph and there is none.
pub fn graph_file(arguments: &RunArguments) -> Result<Option<&Path>> {
    let is_graph = |file: &&std::path::PathBuf| {
        file.extension()
            .is_some_and(|extension| extension == "toml")
    };
    match (
        arguments.files.iter().find(is_graph),
        arguments.files.as_slice(),
    ) {
        (Some(graph), [_]) => Ok(Some(graph)),
        (Some(graph), _) => bail!(
            "{} is a task graph, which names its programs itself; give no other files",
            graph.display()
        ),
        (None, _) => {
            refuse_what_needs_a_graph(arguments)?;
            Ok(None)
        }
    }
}

fn refuse_what_needs_a_graph(arguments: &RunArguments) -> Result<()> {
    let wanted = &arguments.graph;
    let given = [
        ("--flows", wanted.graph.flows.is_some()),
        ("--set", !wanted.graph.set.is_empty()),
        ("--map", wanted.map.is_some()),
        ("--remap", !wanted.remap.is_empty()),
        ("--input", !wanted.input.is_empty()),
        ("--output", !wanted.output.is_empty()),
    ];
    refuse(
        &given,
        "needs a task graph: a file whose name ends in .toml",
    )
}

/// Refuses options about programs.
///
/// # Errors
/// When one was given.
pub(super) fn refuse_what_needs_programs(arguments: &RunArguments) -> Result<()> {
    let given = [
        ("-n", arguments.ranks.is_some()),
        ("--core", !arguments.core.is_empty()),
        ("--load", !arguments.load.is_empty()),
    ];
    refuse(
        &given,
        "makes no sense with a task graph, which says itself what runs and what lies in memory",
    )
}

/// Refuses options about places on a chip.
///
/// # Errors
/// When one was given.
pub(super) fn refuse_what_needs_tiles(arguments: &RunArguments) -> Result<()> {
    let given = [
        ("--map", arguments.graph.map.is_some()),
        ("--remap", !arguments.graph.remap.is_empty()),
    ];
    refuse(
        &given,
        "needs a simulated chip; tasks of the platform `host` are processes without a place",
    )
}

fn refuse(given: &[(&str, bool)], why: &str) -> Result<()> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => bail!("{option} {why}"),
        None => Ok(()),
    }
}
