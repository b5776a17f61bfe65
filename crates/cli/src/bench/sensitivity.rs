//! How much each figure of `weft bench hardware` moves when a parameter that the source of `asip8` does not state is halved and
//! when it is doubled (docs/parameters.md).

use anyhow::{Context, Result};
use serde::Serialize;
use toml::{Table, Value};

use super::hardware::{self, Row};
use super::write_json;
use crate::arguments::BenchArguments;
use crate::platforms;
use crate::terminal::{print, tell};

/// A parameter as the platform file names it, and the two values to try beside its own.
struct Parameter {
    path: &'static [&'static str],
    halved: i64,
    doubled: i64,
}

const fn parameter(path: &'static [&'static str], halved: i64, doubled: i64) -> Parameter {
    Parameter {
        path,
        halved,
        doubled,
    }
}

/// Halves are rounded down; what must be at least 1 stays there. In a list, the first element is meant.
const PARAMETERS: [Parameter; 15] = [
    parameter(&["cores", "timing", "load_use"], 0, 2),
    parameter(&["cores", "timing", "multiply_use"], 0, 2),
    parameter(&["cores", "timing", "divide"], 16, 66),
    parameter(&["cores", "timing", "taken_branch"], 1, 4),
    parameter(&["cores", "timing", "jump"], 0, 2),
    parameter(&["cores", "timing", "jump_register"], 1, 4),
    parameter(&["cores", "timing", "misaligned_target"], 0, 2),
    parameter(&["cores", "timing", "program_memory_data"], 0, 2),
    parameter(&["cores", "timing", "atomic"], 0, 2),
    parameter(&["cores", "timing", "trap_entry"], 1, 6),
    parameter(&["cores", "timing", "wake"], 2, 8),
    parameter(&["cores", "mailbox", "word_queue"], 2, 8),
    parameter(&["cores", "count"], 4, 16),
    parameter(&["sync", "locks"], 16, 64),
    parameter(&["device", "wait_states"], 0, 1),
];

/// What one parameter does.
#[derive(Serialize)]
struct Sensitivity {
    parameter: String,
    value: i64,
    halved: Change,
    doubled: Change,
}

/// The figures with one parameter changed, less the figures without, in cycles.
#[derive(Serialize)]
struct Change {
    value: i64,
    rows: Vec<(&'static str, i64)>,
}

#[derive(Serialize)]
struct Figures {
    schema: &'static str,
    weft: &'static str,
    parameters: Vec<Sensitivity>,
}

/// Carries out `weft bench sensitivity`.
///
/// # Errors
/// When a program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let platform = platforms::load("asip8")?;
    let original: Table = platform.source.text.parse()?;
    let rows = hardware::rows("asip8")?;
    print(&heading(&rows))?;
    let mut parameters = Vec::new();
    for (number, parameter) in PARAMETERS.iter().enumerate() {
        tell(&format!(
            "{} of {}: {}\n",
            number + 1,
            PARAMETERS.len(),
            parameter.path.join(".")
        ));
        let sensitivity = measure(parameter, &original, &rows)?;
        print(&line(&sensitivity))?;
        parameters.push(sensitivity);
    }
    let figures = Figures {
        schema: "weft-bench-sensitivity/1",
        weft: env!("CARGO_PKG_VERSION"),
        parameters,
    };
    arguments
        .json
        .as_ref()
        .map_or(Ok(()), |path| write_json(path, &figures))
}

fn measure(parameter: &Parameter, original: &Table, rows: &[Row]) -> Result<Sensitivity> {
    let name = parameter.path.join(".");
    let mut table = original.clone();
    let value = place(&mut table, parameter.path)
        .and_then(|value| value.as_integer())
        .with_context(|| format!("asip8.toml does not give {name}"))?;
    Ok(Sensitivity {
        value,
        halved: change(parameter, parameter.halved, original, rows)?,
        doubled: change(parameter, parameter.doubled, original, rows)?,
        parameter: name,
    })
}

/// Measures with one value changed.
fn change(parameter: &Parameter, value: i64, original: &Table, rows: &[Row]) -> Result<Change> {
    let mut table = original.clone();
    if let Some(place) = place(&mut table, parameter.path) {
        *place = Value::Integer(value);
    }
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let file = folder.path().join("varied.toml");
    std::fs::write(&file, table.to_string()).context("cannot write a platform file")?;
    let name = file
        .to_str()
        .context("the temporary folder's name is not Unicode")?;
    let changed =
        hardware::rows(name).with_context(|| format!("{} = {value}", parameter.path.join(".")))?;
    let moved =
        |(row, changed): (&Row, &Row)| (row.id, changed.measured as i64 - row.measured as i64);
    Ok(Change {
        value,
        rows: rows.iter().zip(&changed).map(moved).collect(),
    })
}

/// The value at a path; of a list the first element.
fn place<'a>(table: &'a mut Table, path: &[&str]) -> Option<&'a mut Value> {
    let (first, rest) = path.split_first()?;
    let mut value = table.get_mut(*first)?;
    for key in rest {
        let inner = match value {
            Value::Array(elements) => elements.first_mut()?,
            other => other,
        };
        value = inner.get_mut(*key)?;
    }
    Some(value)
}

fn heading(rows: &[Row]) -> String {
    let names: String = rows.iter().map(|row| format!(" {} |", row.id)).collect();
    let now: String = rows
        .iter()
        .map(|row| format!(" {} |", row.measured))
        .collect();
    let rules = "---|".repeat(rows.len());
    format!("| parameter |{names}\n|---|{rules}\n| as in `asip8` |{now}\n")
}

fn line(sensitivity: &Sensitivity) -> String {
    let Sensitivity {
        parameter,
        value,
        halved,
        doubled,
    } = sensitivity;
    let cells: String = halved
        .rows
        .iter()
        .zip(&doubled.rows)
        .map(|((_, half), (_, double))| match (half, double) {
            (0, 0) => " - |".to_string(),
            _ => format!(" {half:+} / {double:+} |"),
        })
        .collect();
    let values = format!("{value}: {} / {}", halved.value, doubled.value);
    format!("| `{parameter}` {values} |{cells}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_stands_in_the_platform_file() {
        let platform = platforms::load("asip8").expect("asip8 is there");
        let mut table: Table = platform.source.text.parse().expect("it was read before");
        for parameter in PARAMETERS {
            let found = place(&mut table, parameter.path).and_then(|value| value.as_integer());
            assert!(found.is_some(), "{}", parameter.path.join("."));
        }
    }
}
