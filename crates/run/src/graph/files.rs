//! The files of a graph: put into each flow's memory before the run, and taken out of it afterwards. Each stands behind a
//! word with its length in bytes.

use std::fs;

use anyhow::{bail, Context, Result};
use weft_build::input;
use weft_graph::graph::Transfer;
use weft_graph::{check, TaskGraph};

use super::Flows;
use crate::spec::{GraphSpec, TaskFile};

/// Stands for the number of the flow in the name of a file.
const FLOW: &str = "{flow}";
/// Bytes of the length.
const WORD: u32 = 4;

/// The text as flow number `flow` means it.
pub(super) fn of_flow(text: &str, flow: usize) -> String {
    text.replace(FLOW, &flow.to_string())
}

/// Puts the files of `--input` and `--output` in the place of the graph's own.
///
/// # Errors
/// When no file of the graph belongs to the task that was named, or several do.
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
    /// Refuses files that are missing or do not fit the memory, and outputs that flows would write over each other.
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

    /// What lies in the memory of a flow before the run: addresses from the beginning of it, and bytes.
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

    /// Writes the files that a flow has left in its memory, which `read` reads at an address. A task that leaves the length 0
    /// has nothing to say; no file is written for it. Returns what is wrong when a length reaches beyond the memory.
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
