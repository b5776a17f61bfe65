//! A C program with descriptions of instructions among its functions.
//!
//! The program is searched before the compiler sees it. A description is a function whose body begins with the marker, or one after a line `#pragma
//! weft instruction ...`. All other text is skipped without parsing, so that any C is accepted.

use super::encoding::Head;
use super::marked::MARKER;
use std::ops::Range;

/// The descriptions found in a C program.
#[derive(Default)]
pub struct CProgram<'a> {
    text: &'a str,
    found: Vec<Found>,
    /// Lines that look like a description but are not one, each with a message.
    warnings: Vec<(usize, String)>,
}

/// The place of a description.
struct Found {
    bytes: Range<usize>,
    line: usize,
}

/// Minimum similarity (from 0 to 1) of a word to another for which it may be a misspelling.
const ALIKE: f64 = 0.6;

impl<'a> CProgram<'a> {
    /// Searches the text of a C file.
    pub fn new(text: &'a str) -> CProgram<'a> {
        let mut search = Search::new(text);
        while let Some(token) = search.token() {
            search.take(token);
        }
        search.end()
    }

    /// Does it describe instructions?
    pub fn describes(&self) -> bool {
        !self.found.is_empty()
    }

    /// Returns the line of the first function with the marker, which other compilers do not accept.
    pub fn first_marked(&self) -> Option<usize> {
        let mut found = self.found.iter();
        let is_marked = |found: &&Found| !self.text[found.bytes.clone()].starts_with('#');
        found.find(is_marked).map(|found| found.line)
    }

    /// Returns each description, with its first line.
    pub fn descriptions(&self) -> impl Iterator<Item = (usize, &'a str)> + '_ {
        let text = self.text;
        let found = self.found.iter();
        found.map(move |found| (found.line, &text[found.bytes.clone()]))
    }

    /// Returns the lines that look like a description but are not one, each with a message.
    pub fn warnings(&self) -> impl Iterator<Item = (usize, &str)> {
        let warnings = self.warnings.iter();
        warnings.map(|(line, message)| (*line, message.as_str()))
    }

    /// Returns the program without the descriptions; all other characters keep their line and column.
    pub fn without_descriptions(&self) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut at = 0;
        for found in &self.found {
            out.push_str(&self.text[at..found.bytes.start]);
            let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
            out.extend(self.text[found.bytes.clone()].chars().map(blank));
            at = found.bytes.end;
        }
        out + &self.text[at..]
    }
}

/// A piece of C, as far as it matters here.
#[derive(Clone, Copy)]
enum Kind<'a> {
    Word(&'a str),
    /// The text of a line that begins with `#`, without the `#`.
    Directive(&'a str),
    Mark(char),
}

/// A piece of C and its position.
#[derive(Clone, Copy)]
struct Piece<'a> {
    kind: Kind<'a>,
    at: usize,
    line: usize,
}

/// A description whose end has not been found yet.
struct Open {
    at: usize,
    line: usize,
    /// Number of open braces in it.
    braces: usize,
}

struct Search<'a> {
    program: CProgram<'a>,
    at: usize,
    line: usize,
    /// Are there only blanks before the current position in its line?
    begins_line: bool,
    /// The beginning of the current function or statement.
    begin: Option<(usize, usize)>,
    /// If the last piece opened a block: the beginning of the function of that block.
    opened: Option<(usize, usize)>,
    /// If the last piece was the first word of its block: that word and its line.
    first_word: Option<(&'a str, usize)>,
    open: Option<Open>,
}

impl<'a> Search<'a> {
    fn new(text: &'a str) -> Search<'a> {
        Search {
            program: CProgram {
                text,
                ..CProgram::default()
            },
            at: 0,
            line: 1,
            begins_line: true,
            begin: None,
            opened: None,
            first_word: None,
            open: None,
        }
    }

    fn rest(&self) -> &'a str {
        &self.program.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.line += taken.matches('\n').count();
        self.at += bytes;
        taken
    }

    fn advance_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        self.advance(rest.find(|c| !belongs(c)).unwrap_or(rest.len()))
    }

    /// Returns the next piece; skips strings, characters and numbers.
    fn token(&mut self) -> Option<Piece<'a>> {
        loop {
            let (at, line) = (self.at, self.line);
            let first = self.rest().chars().next()?;
            let piece = |kind| Some(Piece { kind, at, line });
            match first {
                '\n' => {
                    self.advance(1);
                    self.begins_line = true;
                }
                _ if first.is_whitespace() => _ = self.advance(first.len_utf8()),
                '/' if self.rest().starts_with("//") => _ = self.logical_line(),
                '/' if self.rest().starts_with("/*") => self.comment(),
                '#' if self.begins_line => {
                    self.advance(1);
                    return piece(Kind::Directive(self.logical_line()));
                }
                _ => {
                    self.begins_line = false;
                    match first {
                        '"' | '\'' => self.quoted(first),
                        '0'..='9' => _ = self.advance_while(|c| is_of_word(c) || c == '.'),
                        _ if is_of_word(first) => {
                            return piece(Kind::Word(self.advance_while(is_of_word)))
                        }
                        _ => {
                            self.advance(first.len_utf8());
                            return piece(Kind::Mark(first));
                        }
                    }
                }
            }
        }
    }

    /// Returns the rest of the line, including continuation lines.
    fn logical_line(&mut self) -> &'a str {
        let begin = self.at;
        loop {
            let line = self.advance_while(|c| c != '\n');
            if !line.trim_end_matches('\r').ends_with('\\') || self.rest().is_empty() {
                return &self.program.text[begin..self.at];
            }
            self.advance(1);
        }
    }

    fn comment(&mut self) {
        let rest = self.rest();
        let end = rest[2..].find("*/").map_or(rest.len(), |end| end + 4);
        self.advance(end);
    }

    /// Skips a string or character constant, which ends in its line.
    fn quoted(&mut self, quote: char) {
        self.advance(1);
        let mut is_escaped = false;
        let rest = self.rest();
        let end = rest.find(|c: char| {
            let ends = !is_escaped && (c == quote || c == '\n');
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let end = end.unwrap_or(rest.len());
        let closes = rest[end..].starts_with(quote);
        self.advance(end + usize::from(closes));
    }

    fn take(&mut self, piece: Piece<'a>) {
        let opened = self.opened.take();
        let first = self.first_word.take();
        match piece.kind {
            Kind::Directive(text) => self.directive(text, piece),
            Kind::Word(word) => self.word(word, piece, opened),
            Kind::Mark(mark) => {
                if let (Some((word, line)), ';') = (first, mark) {
                    self.doubt_marker(word, line);
                }
                self.mark(mark, piece);
            }
        }
    }

    fn directive(&mut self, text: &'a str, piece: Piece<'a>) {
        self.begin = None;
        if self.open.is_some() {
            return;
        }
        let mut words = text.split_whitespace();
        let words = [words.next(), words.next(), words.next()];
        if words == [Some("pragma"), Some("weft"), Some("instruction")] {
            self.open = Some(Open::at(piece, 0));
        } else if let Some(message) = doubtful(words, text) {
            self.program.warnings.push((piece.line, message));
        }
    }

    fn word(&mut self, word: &'a str, piece: Piece<'a>, opened: Option<(usize, usize)>) {
        let Some((at, line)) = opened else {
            self.begin.get_or_insert((piece.at, piece.line));
            return;
        };
        if self.open.is_some() {
            return;
        }
        if word == MARKER {
            let braces = 1;
            self.open = Some(Open { at, line, braces });
        } else {
            self.first_word = Some((word, piece.line));
            self.begin = Some((piece.at, piece.line));
        }
    }

    fn mark(&mut self, mark: char, piece: Piece<'a>) {
        match mark {
            '{' => {
                self.opened = self.begin.take();
                if let Some(open) = &mut self.open {
                    open.braces += 1;
                }
            }
            '}' | ';' => {
                self.begin = None;
                self.close(mark);
            }
            _ => _ = self.begin.get_or_insert((piece.at, piece.line)),
        }
    }

    /// Ends the open description if its last brace is closed, or if it has none.
    fn close(&mut self, mark: char) {
        let Some(open) = &mut self.open else {
            return;
        };
        open.braces = open.braces.saturating_sub(usize::from(mark == '}'));
        if open.braces == 0 {
            self.found();
        }
    }

    fn found(&mut self) {
        if let Some(open) = self.open.take() {
            self.program.found.push(Found {
                bytes: open.at..self.at,
                line: open.line,
            });
        }
    }

    /// Warns about a block that begins with a single word which may be a misspelling of the marker.
    fn doubt_marker(&mut self, word: &str, line: usize) {
        if is_like(word, MARKER) {
            let message = format!(
                "`{word}` begins no description of an instruction: did you mean `{MARKER}`?"
            );
            self.program.warnings.push((line, message));
        }
    }

    fn end(mut self) -> CProgram<'a> {
        self.found();
        self.program
    }
}

impl Open {
    fn at(piece: Piece<'_>, braces: usize) -> Open {
        Open {
            at: piece.at,
            line: piece.line,
            braces,
        }
    }
}

/// Returns a warning about a pragma that may be a misspelling of Weft's.
fn doubtful([pragma, weft, instruction]: [Option<&str>; 3], text: &str) -> Option<String> {
    let is_pragma = is_like(pragma?, "pragma");
    let of_weft = is_like(weft?, "weft");
    let of_instruction = instruction.is_some_and(|word| is_like(word, "instruction"));
    let is_meant = is_pragma && (weft == Some("weft") || of_weft && of_instruction);
    is_meant.then(|| {
        let text = text.trim();
        format!("`#{text}` describes no instruction: {}", Head::remedy())
    })
}

/// May this word be a misspelling of `wanted`?
fn is_like(word: &str, wanted: &str) -> bool {
    // A long word is not compared, because that takes time quadratic in its length.
    word.len() < 2 * wanted.len() && strsim::normalized_damerau_levenshtein(word, wanted) > ALIKE
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
