//! How long the functions of a file are, from the line with the name to the closing brace.

use crate::text::{blanked, is_of_name, line_at, Keep, Language};
use crate::tree::Source;

/// A function's name and its number of lines.
pub type Function = (String, usize);

pub fn functions(source: &Source) -> Vec<Function> {
    let code = blanked(&source.text, source.language, Keep::CodeOnly);
    match source.language {
        Language::Rust => rust_functions(&code),
        Language::C => c_functions(&without_directives(&code)),
    }
}

/// Every `fn NAME` with a body.
fn rust_functions(code: &str) -> Vec<Function> {
    let mut out = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let name = leading_name(&code[at + 3..]);
        let starts_word = !code[..at].ends_with(is_of_name);
        if name.is_empty() || !starts_word {
            continue;
        }
        if let Some(end) = body_start(&code[at..]).and_then(|start| closing(code, at + start)) {
            out.push((name.to_string(), lines(code, at, end)));
        }
    }
    out
}

/// The brace that opens the body; none for a declaration, which ends with a semicolon.
fn body_start(code: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, character) in code.char_indices() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(at),
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Every body outside of braces that follows a closing parenthesis.
fn c_functions(code: &str) -> Vec<Function> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut start = 0;
    while let Some(found) = code[at..].find(['{', ';']) {
        let mark = at + found;
        let end = if code[mark..].starts_with('{') {
            closing(code, mark).unwrap_or(code.len() - 1)
        } else {
            mark
        };
        let head = code[start..mark].trim_end();
        if end > mark && head.ends_with(')') {
            let first = start + (code[start..mark].len() - code[start..mark].trim_start().len());
            out.push((function_name(head), lines(code, first, end)));
        }
        at = end + 1;
        start = at;
    }
    out
}

/// The name in front of the parameters, which end the head.
fn function_name(head: &str) -> String {
    let mut depth = 0;
    let open = head.char_indices().rev().find(|(_, character)| {
        depth += i32::from(*character == ')') - i32::from(*character == '(');
        *character == '(' && depth == 0
    });
    let before = open.map_or(head, |(at, _)| &head[..at]).trim_end();
    let start = before
        .rfind(|character| !is_of_name(character))
        .map_or(0, |at| at + 1);
    before[start..].to_string()
}

/// Preprocessor lines blanked out, with those that continue them.
fn without_directives(code: &str) -> String {
    let mut continues = false;
    let lines = code.split('\n').map(|line| {
        let is_directive = continues || line.trim_start().starts_with('#');
        continues = is_directive && line.ends_with('\\');
        if is_directive {
            " ".repeat(line.len())
        } else {
            line.to_string()
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The brace that closes the one at `open`.
fn closing(code: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    let found = code[open..].char_indices().find(|(_, character)| {
        depth += i32::from(*character == '{') - i32::from(*character == '}');
        depth == 0
    });
    found.map(|(at, _)| open + at)
}

fn leading_name(text: &str) -> &str {
    let end = text
        .find(|character| !is_of_name(character))
        .unwrap_or(text.len());
    &text[..end]
}

fn lines(code: &str, start: usize, end: usize) -> usize {
    line_at(code, end) - line_at(code, start) + 1
}
