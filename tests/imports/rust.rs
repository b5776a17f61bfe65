//! The paths in Rust code that lead out of a module: `crate::...`, `super::...` and `weft_NAME::...`, anywhere, and the
//! names that the face of a crate (`lib.rs`) hands on.

use crate::text::{blanked, is_of_name, without_unit_tests, Keep, Language};

/// A path as it is written, `use` groups taken apart.
#[derive(Debug, PartialEq)]
pub struct Path {
    pub line: usize,
    pub segments: Vec<String>,
    /// The name that the path gets by `as`, otherwise its last segment.
    pub name: String,
}

enum Token<'a> {
    Name(&'a str),
    Joint, // ::
    Mark(char),
}

struct Tokens<'a> {
    all: Vec<(usize, Token<'a>)>,
}

impl<'a> Tokens<'a> {
    fn of(code: &'a str) -> Self {
        let mut all = Vec::new();
        for (number, line) in code.lines().enumerate() {
            let mut rest = line;
            while let Some(first) = rest.chars().next() {
                let length = rest
                    .find(|character| !is_of_name(character))
                    .unwrap_or(rest.len());
                let (token, taken) = match first {
                    _ if length > 0 => (Token::Name(&rest[..length]), length),
                    ':' if rest.starts_with("::") => (Token::Joint, 2),
                    mark => (Token::Mark(mark), mark.len_utf8()),
                };
                if !matches!(token, Token::Mark(' ' | '\t')) {
                    all.push((number + 1, token));
                }
                rest = &rest[taken..];
            }
        }
        Tokens { all }
    }

    fn name(&self, at: usize) -> Option<&'a str> {
        match self.all.get(at) {
            Some((_, Token::Name(name))) => Some(name),
            _ => None,
        }
    }

    fn is_joint(&self, at: usize) -> bool {
        matches!(self.all.get(at), Some((_, Token::Joint)))
    }

    fn is_mark(&self, at: usize, mark: char) -> bool {
        matches!(self.all.get(at), Some((_, Token::Mark(other))) if *other == mark)
    }

    /// Reads the path at `at`, with what is in braces at its end; returns where it ends.
    fn paths(&self, at: usize, prefix: &[String], out: &mut Vec<Path>) -> usize {
        let mut segments = prefix.to_vec();
        let mut at = at;
        while let Some(name) = self.name(at) {
            if name != "self" || segments.is_empty() {
                segments.push(name.to_string());
            }
            at += 1;
            if !self.is_joint(at) {
                break;
            }
            at += 1;
        }
        if self.is_joint(at.wrapping_sub(1)) && self.is_mark(at, '{') {
            return self.group(at + 1, &segments, out);
        }
        let renamed = if self.name(at) == Some("as") {
            self.name(at + 1)
        } else {
            None
        };
        let name = renamed
            .map(str::to_string)
            .or_else(|| segments.last().cloned());
        let line = self.all.get(at - 1).map_or(0, |(line, _)| *line);
        let name = name.unwrap_or_default();
        out.push(Path {
            line,
            segments,
            name,
        });
        if renamed.is_some() {
            at + 2
        } else {
            at
        }
    }

    /// Reads `a, b::c}` of a `use` group.
    fn group(&self, at: usize, prefix: &[String], out: &mut Vec<Path>) -> usize {
        let mut at = at;
        while at < self.all.len() && !self.is_mark(at, '}') {
            at = if self.name(at).is_some() {
                self.paths(at, prefix, out)
            } else {
                at + 1
            };
        }
        at + 1
    }
}

/// The code alone: no comments, strings and unit tests.
fn code(source: &str) -> String {
    without_unit_tests(&blanked(source, Language::Rust, Keep::CodeOnly))
}

/// The paths that begin with `crate`, `super` or the name of a crate of ours. `super` inside a module in braces counts
/// from there: such modules are named in front of the path, as `self::NAME`.
pub fn outward_paths(source: &str) -> Vec<Path> {
    let code = code(source);
    let tokens = Tokens::of(&code);
    let mut out = Vec::new();
    let mut depth = 0;
    let mut modules: Vec<(usize, &str)> = Vec::new();
    for at in 0..tokens.all.len() {
        if tokens.is_mark(at, '{') {
            depth += 1;
            if at >= 2 && tokens.name(at - 2) == Some("mod") {
                modules.extend(tokens.name(at - 1).map(|name| (depth, name)));
            }
        } else if tokens.is_mark(at, '}') {
            modules.retain(|(inside, _)| *inside < depth);
            depth = usize::saturating_sub(depth, 1);
        }
        let starts = tokens
            .name(at)
            .is_some_and(|name| matches!(name, "crate" | "super") || name.starts_with("weft_"));
        if starts && tokens.is_joint(at + 1) && (at == 0 || !tokens.is_joint(at - 1)) {
            let mut found = Vec::new();
            tokens.paths(at, &[], &mut found);
            if tokens.name(at) == Some("super") {
                found.iter_mut().for_each(|path| path.enter(&modules));
            }
            out.append(&mut found);
        }
    }
    out
}

impl Path {
    /// Puts the modules in braces around this path in front of it.
    fn enter(&mut self, modules: &[(usize, &str)]) {
        let inside = modules.iter().map(|(_, name)| (*name).to_string());
        self.segments = inside.chain(std::mem::take(&mut self.segments)).collect();
    }
}

/// The names that a face hands on: what `pub use` names in it.
pub fn handed_on(face: &str) -> Vec<Path> {
    let code = code(face);
    let tokens = Tokens::of(&code);
    let mut out = Vec::new();
    for at in 1..tokens.all.len() {
        if tokens.name(at) == Some("use")
            && (tokens.name(at - 1) == Some("pub") || tokens.is_mark(at - 1, ')'))
        {
            tokens.paths(at + 1, &[], &mut out);
        }
    }
    out
}
