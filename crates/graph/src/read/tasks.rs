//! The tasks of a graph; each group is expanded to its members.

use std::path::{Path, PathBuf};

use weft_sim::platform::reader::{Field, Table};

use super::names::Names;
use super::tables;
use super::values::Values;
use crate::array::Position;
use crate::graph::{task_macro, Task};
use crate::Result;

/// Maximum number of tasks of a graph: many more than any platform has cores.
const MAX_TASKS: u64 = 1024;
/// Upper limit of a coordinate: larger than in any mesh.
const MAX_COORDINATE: u64 = 1 << 16;

/// Reads the tasks, in the order of their numbers, and the names by which edges refer to them.
pub(super) fn read(root: &Table, values: &Values, folder: &Path) -> Result<(Vec<Task>, Names)> {
    root.required("task", "[[task]]")?;
    let mut tasks: Vec<Task> = Vec::new();
    let mut names = Names::default();
    for (field, table) in tables(root, "task")? {
        let first = tasks.len();
        let name = name(&table)?;
        for task in members(&field, &table, name, values, folder)? {
            check_new(&field, &tasks, &task)?;
            tasks.push(task);
        }
        names.add(name, first..tasks.len(), table.optional("count").is_some());
    }
    Ok((tasks, names))
}

fn name<'a>(table: &Table<'a>) -> Result<&'a str> {
    table.expect_only(&["name", "program", "count", "arguments", "at"])?;
    let field = table.required("name", "name = \"first\"")?;
    let name = field.text()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_plain) {
        return Err(field.error("must be a letter, then letters, digits, _ and -"));
    }
    Ok(name)
}

/// Reads the task of a table, or the equal tasks of a table with `count`.
fn members(
    field: &Field,
    table: &Table,
    name: &str,
    values: &Values,
    folder: &Path,
) -> Result<Vec<Task>> {
    let task = Task {
        name: name.to_string(),
        program: program(table, folder)?,
        arguments: arguments(table, values)?,
        at: positions(table)?,
        offset: field.place().at,
    };
    let Some(count) = table.optional("count") else {
        return Ok(vec![task]);
    };
    if let Some(at) = table.optional("at") {
        return Err(at.error("cannot stand beside `count`; leave the places to the mapper, or write the tasks one by one"));
    }
    let numbers = 0..values.number(&count, 1..=MAX_TASKS)?;
    let numbered = |number| Task {
        name: format!("{name}{number}"),
        ..task.clone()
    };
    Ok(numbers.map(numbered).collect())
}

fn check_new(field: &Field, known: &[Task], task: &Task) -> Result<()> {
    let place = field.place();
    let as_macro = task_macro(&task.name);
    let mut others = known.iter();
    if let Some(other) = others.find(|other| task_macro(&other.name) == as_macro) {
        let message = format!(
            "task {} has the same name as {} (in programs both are {as_macro}); rename one",
            task.name, other.name
        );
        return Err(place.document.error(place.at, message));
    }
    if known.len() as u64 == MAX_TASKS {
        let message = format!("a graph has at most {MAX_TASKS} tasks; take fewer");
        return Err(place.document.error(place.at, message));
    }
    Ok(())
}

/// Reads the program: one string, or a list of strings.
fn program(table: &Table, folder: &Path) -> Result<Vec<PathBuf>> {
    let field = table.required("program", "program = \"first.c\"")?;
    let files = match field.text() {
        Ok(_) => vec![field],
        Err(_) => field.elements("a file's name in quotes, or a list of them")?,
    };
    files.iter().map(|file| existing(file, folder)).collect()
}

fn existing(field: &Field, folder: &Path) -> Result<PathBuf> {
    let file = folder.join(field.text()?);
    if !file.is_file() {
        return Err(field.error(format!(
            "names {}, which is no file; write its path from the folder of the graph",
            file.display()
        )));
    }
    Ok(file)
}

fn arguments(table: &Table, values: &Values) -> Result<Vec<String>> {
    let Some(field) = table.optional("arguments") else {
        return Ok(Vec::new());
    };
    let words = field.elements("a list of strings, such as [\"{stages}\"]")?;
    words.iter().map(|word| values.fill(word)).collect()
}

/// Reads a position, or a list of positions for flow 0, flow 1, and so on.
fn positions(table: &Table) -> Result<Vec<Position>> {
    const WANTED: &str = "a position such as [1, 1], or a list of them for flow 0, flow 1, ...";
    let Some(field) = table.optional("at") else {
        return Ok(Vec::new());
    };
    let elements = field.elements(WANTED)?;
    let position = |field: &Field| position(field, WANTED);
    match elements.first().map(|first| first.elements(WANTED)) {
        Some(Ok(_)) => elements.iter().map(position).collect(),
        _ => Ok(vec![position(&field)?]),
    }
}

fn position(field: &Field, wanted: &str) -> Result<Position> {
    let elements = field.elements(wanted)?.into_iter();
    let numbers = elements.map(|element| element.count(0..=MAX_COORDINATE));
    let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
    Position::from_coordinates(&numbers).ok_or_else(|| field.error(format!("must be {wanted}")))
}
