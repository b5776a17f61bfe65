//! `weft platforms keys`: the keys of platform files as tables, made from their declarations.

use anyhow::{bail, Result};
use weft_report::table::{left, Table};
use weft_sim::platform::keys::{Absent, Key, Shape, TableShape};
use weft_sim::platform::parts::{device_types, ROOT};
use weft_sim::platform::quantity;

/// A table of a platform file, or a kind of device.
struct Part {
    /// As `keys PART` names it: `cores.timing`, `device.sram`.
    name: String,
    /// As a file writes it.
    heading: String,
    help: String,
    keys: Vec<&'static Key>,
}

/// Prints all tables, or that of a part with those under it. `part` is its whole name or the last word of it.
///
/// # Errors
/// No part has this name.
pub fn tables(part: Option<&str>, markdown: bool) -> Result<String> {
    let all = parts();
    let is_wanted = |it: &&Part| part.is_none_or(|part| it.is_under(part));
    let wanted: Vec<&Part> = all.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
        let (part, names) = (part.unwrap_or_default(), names.join(", "));
        bail!("platform files have no table `{part}`; there are: {names}");
    }
    let texts = wanted.iter().map(|it| it.text(markdown));
    Ok(texts.collect::<Vec<_>>().join("\n"))
}

/// The tables of a platform file in its order, each before those under it.
fn parts() -> Vec<Part> {
    let mut all = vec![Part::new("chip", String::from("top level"), &ROOT)];
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
            Shape::Devices { every, kinds } => {
                all.push(Part::new(&name, format!("[[{name}]]"), &every));
                all.extend(kinds().iter().map(|kind| of_kind(&name, kind, &every)));
                continue;
            }
            _ => continue,
        };
        all.push(Part::new(&name, heading, &shape));
        add_under(&name, &shape, all);
    }
}

/// A kind of device, without the keys that every device has.
fn of_kind(devices: &str, (kind, shape): &(&str, TableShape), every: &TableShape) -> Part {
    let heading = format!("[[{devices}]] of kind \"{kind}\"");
    let mut part = Part::new(&format!("{devices}.{kind}"), heading, shape);
    let is_common = |key: &&Key| every.all().any(|common| common.help == key.help);
    part.keys.retain(|key| !is_common(key));
    let its_type = device_types().find(|it| it.name == *kind);
    match its_type.and_then(|it| it.registers) {
        None | Some(0) => {}
        Some(bytes) => part.help += &format!(" It takes {} of addresses.", quantity::bytes(bytes)),
    }
    part
}

impl Part {
    fn new(name: &str, heading: String, shape: &TableShape) -> Part {
        Part {
            name: name.to_string(),
            heading,
            help: shape.help.trim().to_string(),
            keys: shape.all().filter(|key| is_shown(key)).collect(),
        }
    }

    fn is_under(&self, part: &str) -> bool {
        self.name == part
            || self.name.starts_with(&format!("{part}."))
            || self.name.ends_with(&format!(".{part}"))
    }

    fn text(&self, markdown: bool) -> String {
        let mut table = Table::new(["key", "value", "default", "meaning"].map(left));
        for key in &self.keys {
            table.row(row(key, markdown));
        }
        let help = &self.help;
        match (markdown, self.keys.is_empty()) {
            (true, true) => format!("### `{}`\n\n{help}\n", self.heading),
            (true, false) => format!("### `{}`\n\n{help}\n\n{}", self.heading, table.markdown()),
            (false, true) => format!("{}: {help}\n", self.heading),
            (false, false) => format!("{}: {help}\n{}", self.heading, table.text()),
        }
    }
}

/// Is a key listed in its table? Tables under it are listed by themselves, and removed keys are not listed.
fn is_shown(key: &Key) -> bool {
    let is_table = matches!(
        key.shape,
        Shape::Table(_) | Shape::Tables(_) | Shape::TableOrTables(_) | Shape::Devices { .. }
    );
    !is_table && !matches!(key.absent, Absent::Gone(_))
}

fn row(key: &Key, markdown: bool) -> Vec<String> {
    let code = |text: &str| match markdown {
        true => format!("`{text}`"),
        false => text.to_string(),
    };
    let mut meaning = key.help.trim().to_string();
    if let Some(header) = key.header {
        meaning += &format!(" Programs see it as {}.", code(header));
    }
    vec![code(key.name), values(&key.shape), default(key), meaning]
}

/// Returns the allowed values: the range with its unit, or the words.
fn values(shape: &Shape) -> String {
    match shape {
        Shape::Number { least, most, unit } => {
            let range = match most {
                &u64::MAX => format!("{least} .."),
                4_294_967_295 => format!("{least} .. 2^32 - 1"),
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
        Shape::Table(_) | Shape::Tables(_) | Shape::TableOrTables(_) | Shape::Devices { .. } => {
            String::from("table")
        }
    }
}

/// Returns the value of a key that the file omits; "-" if the key is required.
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
    fn a_kind_of_device_is_known_by_its_name() {
        let text = tables(Some("sram"), false).unwrap();
        assert!(
            text.starts_with("[[device]] of kind \"sram\": Memory") && text.contains("wait_states")
        );
        assert!(!text.contains("WEFT_<NAME>_BASE"), "{text}");
        let text = tables(Some("device"), false).unwrap();
        assert!(text.starts_with("[[device]]: ") && text.contains("WEFT_<NAME>_BASE"));
        assert!(text.contains(
            "of kind \"console\": Characters written to it appear on the terminal. It takes 16 B"
        ));
    }

    #[test]
    fn the_reference_page_has_all_tables_as_they_are() {
        let page = include_str!("../../../../docs/chips/keys.md");
        for part in parts().iter().filter(|it| !it.name.contains('.')) {
            let name = &part.name;
            let table = tables(Some(name), true).unwrap();
            assert!(
                page.contains(&format!("<!-- {name} -->\n{table}<!-- end -->\n")),
                "run scripts/put-table docs/chips/keys.md {name} target/debug/weft platforms keys {name} --markdown"
            );
        }
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
