//! `weft platforms keys`: the keys of platform files as tables, made from their declarations.

use anyhow::{bail, Result};
use weft_report::table::{left, Table};
use weft_sim::platform::keys::{Absent, Key, Shape, TableShape};
use weft_sim::platform::parts::ROOT;

/// A table of a platform file, or a kind of device.
struct Part {
    /// As `keys PART` names it: `cores.timing`, `sram`.
    name: String,
    /// As a file writes it.
    heading: String,
    shape: TableShape,
}

/// All tables, or that of a part with those under it.
///
/// # Errors
/// No part has this name.
pub fn tables(part: Option<&str>, markdown: bool) -> Result<String> {
    let all = parts();
    let is_wanted = |it: &&Part| match part {
        Some(part) => it.name == part || it.name.starts_with(&format!("{part}.")),
        None => true,
    };
    let wanted: Vec<&Part> = all.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
        let part = part.unwrap_or_default();
        bail!(
            "platform files have no table `{part}`; there are: {}",
            names.join(", ")
        );
    }
    let texts = wanted.iter().map(|it| it.text(markdown));
    Ok(texts.collect::<Vec<_>>().join("\n"))
}

/// The tables of a platform file in its order, each before those under it.
fn parts() -> Vec<Part> {
    let mut all = vec![Part {
        name: String::from("chip"),
        heading: String::from("top level"),
        shape: ROOT,
    }];
    add_under("", &ROOT, &mut all);
    all
}

fn add_under(path: &str, shape: &TableShape, all: &mut Vec<Part>) {
    for key in shape.all() {
        let name = match path {
            "" => key.name.to_string(),
            path => format!("{path}.{}", key.name),
        };
        let (heading, shape) = match key.shape {
            Shape::Table(shape) => (format!("[{name}]"), shape),
            Shape::Tables(shape) | Shape::TableOrTables(shape) => (format!("[[{name}]]"), shape),
            Shape::Devices(kinds) => {
                all.extend(kinds().into_iter().map(of_kind));
                continue;
            }
            _ => continue,
        };
        all.push(Part {
            name: name.clone(),
            heading,
            shape,
        });
        add_under(&name, &shape, all);
    }
}

fn of_kind((kind, shape): (&'static str, TableShape)) -> Part {
    Part {
        name: kind.to_string(),
        heading: format!("[[device]] of kind \"{kind}\""),
        shape,
    }
}

impl Part {
    fn text(&self, markdown: bool) -> String {
        let mut table = Table::new(["key", "value", "default", "meaning"].map(left));
        for key in self.shape.all().filter(|key| is_shown(key)) {
            table.row(row(key, markdown));
        }
        let help = self.shape.help.trim();
        match markdown {
            true => format!("### `{}`\n\n{help}\n\n{}", self.heading, table.markdown()),
            false => format!("{}: {help}\n{}", self.heading, table.text()),
        }
    }
}

/// A table under this one is shown by itself, and what there is no more is not.
fn is_shown(key: &Key) -> bool {
    let is_table = matches!(
        key.shape,
        Shape::Table(_) | Shape::Tables(_) | Shape::TableOrTables(_) | Shape::Devices(_)
    );
    !is_table && !matches!(key.absent, Absent::Gone(_))
}

fn row(key: &Key, markdown: bool) -> Vec<String> {
    let name = match markdown {
        true => format!("`{}`", key.name),
        false => key.name.to_string(),
    };
    vec![
        name,
        values(&key.shape),
        default(key),
        key.help.trim().to_string(),
    ]
}

/// What may be written: the range with its unit, or the words.
fn values(shape: &Shape) -> String {
    match shape {
        Shape::Number { least, most, unit } => {
            let range = match most {
                &u64::MAX => format!("{least} .."),
                most => format!("{least} .. {most}"),
            };
            format!("{range} {unit}").trim_end().to_string()
        }
        Shape::Address => String::from("address"),
        Shape::Bytes => String::from("size"),
        Shape::Frequency => String::from("frequency"),
        Shape::Flag => String::from("true, false"),
        Shape::Fraction => String::from("0 .. 1"),
        Shape::Line => String::from("string"),
        Shape::Choice(words) => {
            let quoted = words().into_iter().map(|word| format!("\"{word}\""));
            quoted.collect::<Vec<_>>().join(", ")
        }
        Shape::List(of) => format!("list: {}", values(of)),
        Shape::Pair(of) => format!("pair: {}", values(of)),
        Shape::Table(_) | Shape::Tables(_) | Shape::TableOrTables(_) | Shape::Devices(_) => {
            String::from("table")
        }
    }
}

/// The value where a file does not have the key; "-" if it must.
fn default(key: &Key) -> String {
    match key.absent {
        Absent::Required(_) => String::from("-"),
        Absent::Value(value) => value(),
        Absent::Otherwise(words) => words.to_string(),
        Absent::Gone(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_shown_with_the_tables_under_it() {
        let text = tables(Some("cores"), false).unwrap();
        assert!(text.contains("[[cores]]: ") && text.contains("[cores.timing]: "));
        assert!(!text.contains("[bus]"), "{text}");
    }

    #[test]
    fn a_key_has_its_range_unit_and_default() {
        let text = tables(Some("bus"), false).unwrap();
        let line = text.lines().find(|line| line.starts_with("single_access"));
        let cells: Vec<&str> = line.unwrap().split_whitespace().collect();
        assert_eq!(
            cells[..6],
            ["single_access", "4", "..", "1000", "cycles", "4"]
        );
    }

    #[test]
    fn a_part_that_is_not_there_is_told_with_those_that_are() {
        let error = tables(Some("buss"), false).unwrap_err().to_string();
        assert!(error.starts_with("platform files have no table `buss`; there are: chip, sync"));
    }
}
