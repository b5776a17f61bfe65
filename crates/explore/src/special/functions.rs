//! Functions of an interface, as its header declares them:
//!
//! ```text
//! functions NAME      in the variable `header`, those that begin with one of `beginnings`, separated by blanks
//! ```

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use weft_build::home;

use super::{without_runs, Entry, Special};

/// Counts the functions; no simulation runs.
///
/// # Errors
/// When a variable is missing.
pub fn functions(entry: &Entry) -> Result<Special> {
    let name = entry.variables.get("name")?.to_owned();
    let header = entry.variables.get("header")?.to_owned();
    let beginnings = entry.variables.get("beginnings")?.to_owned();
    without_runs(move || {
        let header = home::folder("lib")?.join(&header);
        let text = std::fs::read_to_string(&header)
            .with_context(|| format!("cannot read {}", header.display()))?;
        let beginnings: Vec<&str> = beginnings.split(' ').collect();
        let count = declared(&text, &beginnings).len();
        Ok(vec![(format!("functions {name}"), count as f64)])
    })
}

/// Returns the names before a parenthesis that begin with one of `beginnings`. A header of an interface has no calls and no function-like macros
/// of such names, so each of them is a declared function.
fn declared<'a>(text: &'a str, beginnings: &[&str]) -> BTreeSet<&'a str> {
    let before = text.split('(').map(last_name);
    before
        .filter(|name| {
            beginnings
                .iter()
                .any(|beginning| name.starts_with(beginning))
        })
        .collect()
}

/// Returns the identifier at the end of a text.
fn last_name(text: &str) -> &str {
    let others = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
    text.rsplit(others).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn each_function_counts_once_and_types_do_not() {
        let text = "typedef int a_t;\n/* a_open() opens. */\nvoid a_open(int a_mode);\nint *a_close(void);\nint b_open(void);\n";
        let names: Vec<_> = declared(text, &["a_"]).into_iter().collect();
        assert_eq!(names, ["a_close", "a_open"]);
    }
}
