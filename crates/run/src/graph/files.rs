//! The files of a graph: written to each flow's memory before the run, and read from it afterwards. In memory, a word with the length
//! in bytes precedes each file.

use std::fs;

use anyhow::{bail, Context, Result};
use weft_build::input;
use weft_graph::graph::Transfer;
use weft_graph::{check, TaskGraph};

use super::Flows;
use crate::spec::{GraphSpec, TaskFile};

/// The placeholder for the number of the flow in the name of a file.
const FLOW: &str = "{flow}";
/// Bytes of the length.
const WORD: u32 = 4;

/// Replaces the placeholder in a text by the number of the flow.
pub(super) fn of_flow(text: &str, flow: usize) -> String {
    text.replace(FLOW, &flow.to_string())
}

/// Replaces files of the graph by those of `--input` and `--output`.
///
/// # Errors
/// When the named task has no such file in the graph, or several.
pub(super) fn exchange(graph: &mut TaskGraph, wanted: &GraphSpec) -> Result<()> {
    for file in &wanted.input {
        let task = graph.task(&file.task);
        replace(&mut graph.inputs, task, file, "--input")?;
    }
    for file in &wanted.output {
        let task = graph.task(&file.task);
        replace(&mut graph.outputs, task, file, "--output")?;
    }
    Ok(())
}

fn replace(
    transfers: &mut [Transfer],
    task: Option<usize>,
    file: &TaskFile,
    option: &str,
) -> Result<()> {
    let name = &file.task;
    let Some(task) = task else {
        bail!("{option} {name}: the graph has no task of this name");
    };
    let transfers = transfers.iter_mut();
    let mut its = transfers.filter(|transfer| transfer.tasks.contains(&task));
    match (its.next(), its.next()) {
        (Some(only), None) => only.file = file.file.display().to_string(),
        (None, _) => bail!("{option} {name}: the graph gives this task no such file"),
        (Some(_), Some(_)) => {
            bail!("{option} {name}: this task has several; change them in the graph")
        }
    }
    Ok(())
}

impl Flows {
    /// Refuses files that are missing or do not fit the memory, and output files that several flows would write.
    pub(super) fn check_files(&self) -> Result<()> {
        for flow in 0..self.count {
            let inputs = self.graph.inputs.iter();
            let lengths = inputs.map(|input| self.length(input, flow));
            check::inputs(&self.graph, &lengths.collect::<Result<Vec<_>>>()?)?;
        }
        let shared = |output: &&Transfer| self.count > 1 && !output.file.contains(FLOW);
        match self.graph.outputs.iter().find(shared) {
            None => Ok(()),
            Some(output) => {
                let message = format!(
                    "all flows would write {}; give each a file of its own with {FLOW} in the name",
                    output.file
                );
                Err(self.graph.error(output.offset, message).into())
            }
        }
    }

    fn length(&self, input: &Transfer, flow: usize) -> Result<u64> {
        let file = of_flow(&input.file, flow);
        let found = fs::metadata(&file).and_then(|found| match found.is_dir() {
            true => fs::read(&file).map(|_| found),
            false => Ok(found),
        });
        let missing = |error| {
            let message = format!("cannot read the input {file}: {error}");
            self.graph.error(input.offset, message)
        };
        Ok(found.map_err(missing)?.len())
    }

    /// Returns the initial content of a flow's memory: addresses relative to its beginning, and bytes.
    pub(super) fn inputs(&self, flow: usize) -> Result<Vec<(u32, Vec<u8>)>> {
        let input = |input: &Transfer| {
            let file = of_flow(&input.file, flow);
            let bytes = fs::metadata(&file)
                .map_err(anyhow::Error::from)
                .and_then(|facts| input::read(file.as_ref(), facts.len()))
                .with_context(|| format!("cannot read the input {file}"))?;
            let length = (bytes.len() as u32).to_le_bytes();
            Ok((input.address, [&length[..], &bytes].concat()))
        };
        self.graph.inputs.iter().map(input).collect()
    }

    /// Writes the output files of a flow from its memory, which `read` reads at an address. No file is written for a task that leaves the
    /// length 0. Returns an error message if a length exceeds the memory.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn take_outputs(
        &self,
        flow: usize,
        read: impl Fn(u32, u32) -> Result<Vec<u8>>,
    ) -> Result<Option<String>> {
        for output in &self.graph.outputs {
            let length = read(output.address, WORD)?;
            let length = u32::from_le_bytes(length.try_into().expect("a word was asked for"));
            let room = self.graph.memory_bytes - output.address - WORD;
            let file = of_flow(&output.file, flow);
            if length > room {
                return Ok(Some(format!(
                    "no {file}: its length at {:#x} is {length}, but behind it are only {room} bytes of memory",
                    output.address
                )));
            }
            if length > 0 {
                let bytes = read(output.address + WORD, length)?;
                fs::write(&file, bytes)
                    .with_context(|| format!("cannot write the output {file}"))?;
            }
        }
        Ok(None)
    }
}
