//! The schema of a task graph's file: its keys, their defaults and ranges. `docs/guides/task-graphs.md` describes it to users.

mod names;
mod tasks;
mod values;

use std::path::Path;

use weft_sim::platform::quantity::BYTES;
use weft_sim::platform::reader::{Document, Field, Layer, Table};

use crate::graph::{Edge, Source, TaskGraph, Transfer};
use crate::{check, GraphError, Result};
use names::Names;
use values::Values;

/// Maximum number of words in a block, and of blocks in a firing: their product is far below 2^64, even summed over many edges.
const MAX_WORDS: u64 = 1 << 20;

/// Reads the graph in `file`; `set` overrides parameters of the file.
///
/// # Errors
/// If the file cannot be read; or the first error in it.
pub fn read(file: &Path, set: &[(String, u64)]) -> Result<TaskGraph> {
    let text = std::fs::read_to_string(file).map_err(|error| GraphError::Unreadable {
        path: file.display().to_string(),
        reason: error.to_string(),
    })?;
    parse(file, &text, set)
}

/// Parses the text of a graph; programs are named relative to the folder of `file`.
///
/// # Errors
/// The first error, with its place in the text.
pub fn parse(file: &Path, text: &str, set: &[(String, u64)]) -> Result<TaskGraph> {
    let shown = file.display().to_string();
    let document = Document::of_file(&shown, text);
    let parsed = document.parse()?;
    let entries = parsed.get_ref();
    let root = Table::root(vec![Layer { document, entries }]);
    root.expect_only(&[
        "name",
        "summary",
        "parameters",
        "task",
        "edge",
        "memory",
        "input",
        "output",
    ])?;
    let values = Values::read(&root, set)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let (tasks, names) = tasks::read(&root, &values, folder)?;
    let mut graph = TaskGraph {
        name: line(&root, "name", "name = \"decoder\"")?,
        summary: line(&root, "summary", "summary = \"a decoder in three stages\"")?,
        parameters: values.all(),
        edges: edges(&root, &values, &names)?,
        memory_bytes: memory_bytes(&root)?,
        inputs: Vec::new(),
        outputs: Vec::new(),
        groups: names.groups(),
        tasks,
        source: Source {
            file: shown.clone(),
            text: text.to_string(),
        },
    };
    graph.inputs = transfers(&root, "input", &graph, &values, &names)?;
    for input in &mut graph.inputs {
        input.file = folder.join(&input.file).display().to_string();
    }
    graph.outputs = transfers(&root, "output", &graph, &values, &names)?;
    check::waiting(&graph)?;
    Ok(graph)
}

fn line(root: &Table, key: &str, example: &str) -> Result<String> {
    Ok(root.required(key, example)?.text()?.to_string())
}

/// Returns the tables of an array, such as `[[task]]`; none if the file omits it.
fn tables<'a>(root: &Table<'a>, key: &str) -> Result<Vec<(Field<'a>, Table<'a>)>> {
    let Some(field) = root.optional(key) else {
        return Ok(Vec::new());
    };
    let elements = field.elements(&format!("a table headed [[{key}]]"))?;
    let with_table = |field: Field<'a>| field.table().map(|table| (field, table));
    elements.into_iter().map(with_table).collect()
}

fn edges(root: &Table, values: &Values, names: &Names) -> Result<Vec<Edge>> {
    let mut edges = Vec::new();
    for (field, table) in tables(root, "edge")? {
        table.expect_only(&["from", "to", "chain", "words", "blocks", "tokens"])?;
        let words = values.required(&table, "words", "words = 64", 1..=MAX_WORDS)?;
        let blocks = values.or(&table, "blocks", 1, 1..=MAX_WORDS)?;
        let tokens = values.or(&table, "tokens", 0, 0..=MAX_WORDS)?;
        let ends = ends(&table, values, names)?;
        edges.extend(ends.into_iter().map(|(from, to)| Edge {
            from,
            to,
            words,
            blocks,
            tokens,
            offset: field.place().at,
        }));
    }
    Ok(edges)
}

/// Returns the pairs of tasks that an edge's table connects.
fn ends(table: &Table, values: &Values, names: &Names) -> Result<Vec<(usize, usize)>> {
    if let Some(chain) = table.optional("chain") {
        if let Some(end) = ["from", "to"].iter().find_map(|key| table.optional(key)) {
            return Err(
                end.error("is given beside `chain`; give either `chain`, or `from` and `to`")
            );
        }
        let tasks = names.group(&chain)?;
        return Ok(tasks.clone().zip(tasks.skip(1)).collect());
    }
    let example = "from = \"first\", to = \"second\"; or chain = \"stage\"";
    let from = names.tasks(&table.required("from", example)?, values)?;
    let to = names.tasks(&table.required("to", example)?, values)?;
    let from = from.iter();
    let pairs = from.flat_map(|from| to.iter().map(|to| (*from, *to)));
    Ok(pairs.collect())
}

fn memory_bytes(root: &Table) -> Result<u32> {
    let table = root.optional_table("memory")?;
    table.expect_only(&["bytes"])?;
    if root.optional("memory").is_none() {
        return Ok(0);
    }
    let field = table.required("bytes", "bytes = \"4 MiB\"")?;
    let bytes = field.quantity(&BYTES, 1 << 31, "\"4 MiB\"")? as u32;
    if bytes % 4 != 0 {
        return Err(field.error("is no multiple of 4; memory is made of words"));
    }
    Ok(bytes)
}

fn transfers(
    root: &Table,
    key: &str,
    graph: &TaskGraph,
    values: &Values,
    names: &Names,
) -> Result<Vec<Transfer>> {
    let tables = tables(root, key)?.into_iter();
    tables
        .map(|(field, table)| transfer(key, &field, &table, graph, values, names))
        .collect()
}

fn transfer(
    key: &str,
    field: &Field,
    table: &Table,
    graph: &TaskGraph,
    values: &Values,
    names: &Names,
) -> Result<Transfer> {
    table.expect_only(&["file", "address", "task", "words"])?;
    let file = table.required("file", "file = \"photo.jpg\"")?.text()?;
    let address = table.required("address", "address = 0x0")?;
    let place = values.number(&address, 0..=u64::from(u32::MAX))? as u32;
    if place % 4 != 0 || place >= graph.memory_bytes {
        return Err(address.error(format!(
            "is {place:#x}; it must be a multiple of 4 within the flow's memory, which [memory] bytes = {} says",
            graph.memory_bytes
        )));
    }
    let tasks = names.tasks(&table.required("task", "task = \"first\"")?, values)?;
    let estimate = tasks.iter().map(|task| {
        let (received, sent) = graph.received_and_sent(*task);
        match key {
            "input" => sent,
            _ => received,
        }
    });
    let estimate = estimate.max().unwrap_or(0).max(1);
    Ok(Transfer {
        file: file.to_string(),
        address: place,
        tasks,
        words: values.or(table, "words", estimate, 1..=MAX_WORDS)?,
        offset: field.place().at,
    })
}

#[cfg(test)]
mod tests;
