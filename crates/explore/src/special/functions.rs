//! Functions of an interface, as its header declares them:
//!
//! ```text
//! functions NAME      in the variable `header`, those that begin with one of `beginnings`, separated by blanks
//! ```
//!
//! A beginning that ends with a parenthesis is a macro that declares functions: those named by its first argument count.

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

/// Returns the names of the functions that begin with one of `beginnings`, or that a macro among these declares.
fn declared<'a>(text: &'a str, beginnings: &[&str]) -> BTreeSet<&'a str> {
    let names = |beginning: &&str| match beginning.ends_with('(') {
        true => first_arguments(text, beginning),
        false => names_before_parentheses(text, beginning),
    };
    beginnings.iter().flat_map(names).collect()
}

/// Returns the names before a parenthesis that begin like this. A header of an interface has no calls and no function-like macros of such
/// names, so each of them is a declared function.
fn names_before_parentheses<'a>(text: &'a str, beginning: &str) -> Vec<&'a str> {
    let before = text.split('(').map(last_name);
    before.filter(|name| name.starts_with(beginning)).collect()
}

/// Returns the first arguments of a macro's uses; `beginning` is its name with the parenthesis. Its definition is no use.
fn first_arguments<'a>(text: &'a str, beginning: &str) -> Vec<&'a str> {
    let uses = text.lines().filter_map(|line| line.strip_prefix(beginning));
    uses.filter_map(|rest| rest.split([',', ')']).next())
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

    #[test]
    fn functions_that_a_macro_declares_count_without_its_definition() {
        let text = "#define A(name, ...) int a_##name(__VA_ARGS__)\nA(Open, int mode);\nA(Close, void);\ndouble a_now(void);\n";
        let names: Vec<_> = declared(text, &["A(", "a_n"]).into_iter().collect();
        assert_eq!(names, ["Close", "Open", "a_now"]);
    }
}
