//! Writes new outputs into a page: the lines that correspond to those that it shows.

use super::compare::{matched, Closeness};
use std::path::Path;

/// An output that is not as its page shows it.
pub struct Change {
    /// Index of the first shown line, and how many there are.
    pub at: usize,
    pub length: usize,
    pub lines: Vec<String>,
}

impl Change {
    /// The change that makes a page show an output; `None` if it elides lines and its words are others, which its author must look at.
    pub fn new(at: usize, shown: &[String], output: &[String]) -> Option<Change> {
        let lines = if shown.iter().any(|line| line == "...") {
            matched(shown, output, Closeness::Words)?
        } else {
            output.to_vec()
        };
        Some(Change {
            at,
            length: shown.len(),
            lines,
        })
    }
}

/// Makes the changes, from the last to the first.
pub fn write(path: &Path, mut changes: Vec<Change>) {
    let text = std::fs::read_to_string(path).expect("a page");
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    changes.sort_by_key(|change| std::cmp::Reverse(change.at));
    for change in changes {
        lines.splice(change.at..change.at + change.length, change.lines);
    }
    std::fs::write(path, lines.join("\n") + "\n").expect("a page is written");
}
