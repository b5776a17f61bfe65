//! No size of a message costs more than the size before it, the words between them, and a tenth: read from the tables of docs/library/latency.md, which a
//! command makes. bench/library/terms.toml says what a word costs on each chip, and explains each step that is larger.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What the mechanism of a chip must cost.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    /// Cycles of a further word.
    word: f64,
    /// The same while all pairs send.
    shared: Option<f64>,
    /// Cycles of bytes that are no word.
    #[serde(default)]
    odd: f64,
    /// Sizes after which a step is larger, and why.
    #[serde(default)]
    steps: BTreeMap<String, String>,
}

/// A cell of a table and the one above it.
struct Step<'a> {
    chip: &'a str,
    bytes: [u32; 2],
    cycles: [f64; 2],
}

impl Step<'_> {
    /// Is it more than the words between the two sizes, and a tenth?
    fn is_large(&self, term: &Term, all_pairs: bool) -> bool {
        let word = term.shared.filter(|_| all_pairs).unwrap_or(term.word);
        let words = (self.bytes[1] - self.bytes[0]).div_ceil(4);
        let odd = if self.bytes[1] % 4 == 0 {
            0.0
        } else {
            term.odd
        };
        self.cycles[1] > 1.1 * (self.cycles[0] + f64::from(words) * word + odd)
    }
}

/// The first word of each cell: of a measured one the median, which its spread follows.
fn cells(line: &str) -> Vec<&str> {
    let cells = line.trim_matches('|').split('|');
    cells
        .map(|cell| cell.split_whitespace().next().unwrap_or_default())
        .collect()
}

/// The steps of one table, whose lines begin with `|`.
fn steps<'a>(table: &[&'a str]) -> Vec<Step<'a>> {
    let chips = cells(table[0]);
    let mut steps = Vec::new();
    for rows in table[2..].windows(2) {
        let [above, below] = [cells(rows[0]), cells(rows[1])];
        for (column, chip) in chips.iter().enumerate().skip(1) {
            if let (Ok(before), Ok(after)) = (above[column].parse(), below[column].parse()) {
                let bytes =
                    [above[0], below[0]].map(|bytes| bytes.parse().expect("a number of bytes"));
                steps.push(Step {
                    chip,
                    bytes,
                    cycles: [before, after],
                });
            }
        }
    }
    steps
}

/// All of the page but its last table: in which order messages of others come changes from trial to trial.
fn held(page: &str) -> &str {
    let others = page
        .find("two cores that have received from others")
        .expect("the heading of the last table");
    &page[..others]
}

/// The table in which all pairs send.
const ALL_PAIRS: usize = 3;

fn tables(page: &str) -> Vec<Vec<&str>> {
    let lines: Vec<_> = page.lines().collect();
    let is_row = |line: &&str| line.starts_with('|');
    lines
        .split(|line| !is_row(line))
        .filter(|table| {
            table
                .first()
                .is_some_and(|line| line.starts_with("| bytes"))
        })
        .map(<[&str]>::to_vec)
        .collect()
}

#[test]
fn no_size_costs_more_than_its_words_and_a_tenth() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(root.join("docs/library/latency.md")).expect("the page");
    let terms = fs::read_to_string(root.join("bench/library/terms.toml")).expect("the terms");
    let terms: BTreeMap<String, Term> = toml::from_str(&terms).expect("terms of chips");
    let mut unexplained = Vec::new();
    let mut explained = BTreeSet::new();
    for (number, table) in tables(held(&page)).iter().enumerate() {
        for step in steps(table) {
            let term = &terms[step.chip];
            let after = step.bytes[0].to_string();
            if !step.is_large(term, number == ALL_PAIRS) {
                continue;
            }
            if term.steps.contains_key(&after) {
                explained.insert((step.chip.to_owned(), after));
            } else {
                unexplained.push(format!(
                    "{}: {:?} bytes cost {:?} cycles",
                    step.chip, step.bytes, step.cycles
                ));
            }
        }
    }
    assert!(
        unexplained.is_empty(),
        "steps that nothing explains:\n{}",
        unexplained.join("\n")
    );
    let told = terms
        .iter()
        .flat_map(|(chip, term)| term.steps.keys().map(|after| (chip.clone(), after.clone())));
    let stale: Vec<_> = told.filter(|step| !explained.contains(step)).collect();
    assert!(stale.is_empty(), "these steps are none any more: {stale:?}");
}
