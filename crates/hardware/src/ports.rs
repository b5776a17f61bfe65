//! Checks the tables of ports in the contract's pages against the circuits: the same ports with the same directions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// In a page, the line before a table of ports that names the circuit it lists.
const MARK: &str = "<!-- ports of ";
/// Ports that every circuit has and no table lists.
const COMMON: [&str; 2] = ["clk", "reset"];

/// Each port with its direction, `in` or `out`.
type Ports = BTreeMap<String, String>;

fn tree() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn pages() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(tree().join("docs/contract")).expect("the contract's pages");
    folder.map(|entry| entry.expect("a page").path()).collect()
}

/// Returns the circuits that a page lists, each with the ports in the table after its mark.
fn listed(page: &str) -> Vec<(&str, Ports)> {
    let marked = page.split(MARK).skip(1);
    marked
        .map(|text| (text.split(' ').next().unwrap_or_default(), table(text)))
        .collect()
}

/// Parses a table. A row lists one or several ports, with one direction for all or one for each. The mark, the heading and the line below
/// it are not rows.
fn table(text: &str) -> Ports {
    text.lines()
        .skip(3)
        .take_while(|line| line.starts_with('|'))
        .flat_map(ports_of_row)
        .collect()
}

fn ports_of_row(row: &str) -> Vec<(String, String)> {
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let names = cells[1].split('`').skip(1).step_by(2);
    let directions: Vec<&str> = cells[3].split(", ").collect();
    let of = |number: usize| *directions.get(number).unwrap_or(&directions[0]);
    let ports = names.enumerate();
    ports
        .map(|(number, name)| (name.to_string(), of(number).to_string()))
        .collect()
}

/// Returns the ports that a module declares. A name without a direction has that of the previous one.
fn declared(module: &str) -> Ports {
    let text = read(&tree().join(format!("hardware/{module}.sv")));
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let code: Vec<&str> = lines.collect();
    let code = code.join("\n");
    let header = code.split("\n);").next().unwrap_or_default();
    let list = header.rsplit_once("(\n").map_or("", |(_, list)| list);
    let mut direction = "";
    let mut ports = Ports::new();
    for declaration in without_widths(list).split(',') {
        let words: Vec<&str> = declaration.split_whitespace().collect();
        direction = match words.first() {
            Some(&"input") => "in",
            Some(&"output") => "out",
            _ => direction,
        };
        if let Some(name) = words.last() {
            ports.insert((*name).to_string(), direction.to_string());
        }
    }
    ports.retain(|name, _| !COMMON.contains(&name.as_str()));
    ports
}

fn without_widths(list: &str) -> String {
    let mut depth = 0;
    let is_outside = |letter: &char| {
        depth += i32::from(*letter == '[') - i32::from(*letter == ']');
        depth == 0 && *letter != ']'
    };
    list.chars().filter(is_outside).collect()
}

#[test]
fn pages_list_the_ports_that_circuits_have() {
    let mut circuits = 0;
    for path in pages() {
        for (circuit, ports) in listed(&read(&path)) {
            assert_eq!(
                ports,
                declared(circuit),
                "{} and {circuit}.sv",
                path.display()
            );
            circuits += 1;
        }
    }
    assert_eq!(circuits, 10, "circuits whose ports a page lists");
}
