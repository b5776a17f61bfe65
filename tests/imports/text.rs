//! Source text with comments, strings or preprocessor lines blanked out, so that a simple scan finds names and braces.

/// The languages of the sources.
#[derive(Clone, Copy, PartialEq)]
pub enum Language {
    Rust,
    C,
}

/// What to blank out besides comments.
#[derive(Clone, Copy, PartialEq)]
pub enum Keep {
    Strings,
    CodeOnly,
}

/// The text with every character of a comment (and of a string or character literal, where `keep` says so) replaced by
/// a blank. Lines stay where they are.
pub fn blanked(text: &str, language: Language, keep: Keep) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = characters.clone();
    let mut at = 0;
    while at < characters.len() {
        let (end, is_comment) = token(&characters, at, language);
        if is_comment || (keep == Keep::CodeOnly && end > at + 1) {
            blank(&mut out[at..end]);
        }
        at = end;
    }
    out.into_iter().collect()
}

fn blank(part: &mut [char]) {
    for character in part.iter_mut().filter(|character| **character != '\n') {
        *character = ' ';
    }
}

/// The end of the comment or literal at `at`, and whether it is a comment; anything else is one character long.
fn token(text: &[char], at: usize, language: Language) -> (usize, bool) {
    let next = text.get(at + 1).copied().unwrap_or(' ');
    match (text[at], next) {
        ('/', '/') => (line_end(text, at), true),
        ('/', '*') => (block_comment_end(text, at, language), true),
        ('"', _) => (quoted_end(text, at), false),
        ('r', '"' | '#') if language == Language::Rust && !follows_name(text, at) => {
            (raw_string_end(text, at), false)
        }
        ('\'', _) if language == Language::C || is_character(text, at) => {
            (quoted_end(text, at), false)
        }
        _ => (at + 1, false),
    }
}

fn line_end(text: &[char], at: usize) -> usize {
    let length = text[at..].iter().position(|character| *character == '\n');
    length.map_or(text.len(), |length| at + length)
}

/// Comments of Rust nest, those of C do not.
fn block_comment_end(text: &[char], at: usize, language: Language) -> usize {
    let mut depth = 1;
    let mut end = at + 2;
    while end < text.len() && depth > 0 {
        match (text[end], text.get(end + 1)) {
            ('*', Some('/')) => (depth, end) = (depth - 1, end + 2),
            ('/', Some('*')) if language == Language::Rust => (depth, end) = (depth + 1, end + 2),
            _ => end += 1,
        }
    }
    end.min(text.len())
}

fn quoted_end(text: &[char], at: usize) -> usize {
    let mut end = at + 1;
    while end < text.len() && text[end] != text[at] {
        end += if text[end] == '\\' { 2 } else { 1 };
    }
    (end + 1).min(text.len())
}

/// `r"..."` or `r#"..."#`; an identifier like `r#type` is one character long here.
fn raw_string_end(text: &[char], at: usize) -> usize {
    let marks = text[at + 1..]
        .iter()
        .take_while(|character| **character == '#')
        .count();
    let quote = at + 1 + marks;
    if text.get(quote) != Some(&'"') {
        return at + 1;
    }
    let closes = |end: usize| {
        text[end] == '"'
            && text[end + 1..]
                .iter()
                .take(marks)
                .filter(|mark| **mark == '#')
                .count()
                == marks
    };
    (quote + 1..text.len())
        .find(|end| closes(*end))
        .map_or(text.len(), |end| end + 1 + marks)
}

/// A character literal of Rust, and not a lifetime.
fn is_character(text: &[char], at: usize) -> bool {
    text.get(at + 1) == Some(&'\\') || text.get(at + 2) == Some(&'\'')
}

fn follows_name(text: &[char], at: usize) -> bool {
    at > 0 && is_of_name(text[at - 1])
}

/// Can this character be part of an identifier?
pub fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Rust code without its unit tests: every item after `#[cfg(test)]` is blanked out.
pub fn without_unit_tests(code: &str) -> String {
    let mut rest = code;
    let mut out = String::with_capacity(code.len());
    while let Some(start) = rest.find("#[cfg(test)]") {
        let (before, item) = rest.split_at(start);
        let end = item_end(item);
        out.push_str(before);
        out.extend(
            item[..end]
                .chars()
                .map(|character| if character == '\n' { '\n' } else { ' ' }),
        );
        rest = &item[end..];
    }
    out + rest
}

/// The end of an item: its first semicolon outside braces, or the brace that closes its first one.
fn item_end(item: &str) -> usize {
    let mut depth = 0;
    for (at, character) in item.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    item.len()
}

/// The number of the line, from 1, in which the byte `at` is.
pub fn line_at(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}
