//! Cases from valid files: bytes, words and lines of them changed, doubled, left out, or taken from another file.

use arbitrary::{Arbitrary, Unstructured};
use fastrand::Rng;

/// Numbers at which readers go wrong.
const NUMBERS: [&str; 22] = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "7",
    "8",
    "64",
    "255",
    "256",
    "1024",
    "4096",
    "65535",
    "65536",
    "2147483647",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "0x7fffffff",
    "0xffffffff",
    "1e308",
];
/// Bytes that often mean something.
const BYTES: [u8; 9] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF, b'"', b'\n', 0x1B];
/// Changes of a case at most.
const CHANGES_MAX: usize = 6;
/// Random bytes from which a structure is made.
const STRUCTURE_BYTES: usize = 512;
/// A longer case is cut.
const CASE_MAX: usize = 1 << 20;

/// A value of a type, of random size and contents.
pub fn structure<T: for<'a> Arbitrary<'a>>(random: &mut Rng) -> T {
    let mut bytes = vec![0; random.usize(1..STRUCTURE_BYTES)];
    random.fill(&mut bytes);
    T::arbitrary(&mut Unstructured::new(&bytes)).expect("a value is made from any bytes")
}

/// How often a case is changed: mostly a few times, so that what is changed is often taken, and used as well.
fn changes(random: &mut Rng) -> usize {
    let most = random.usize(1..=CHANGES_MAX);
    random.usize(1..=most)
}

/// A change of bytes.
#[derive(Clone, Copy, Debug, Arbitrary)]
enum Change {
    Flip,
    Set,
    Word,
    Remove,
    Insert,
    Repeat,
    Copy,
    Cut,
}

/// A valid file, or several joined, with some bytes changed.
pub fn bytes(random: &mut Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut case = corpus[random.usize(..corpus.len())].clone();
    for _ in 0..changes(random) {
        change_bytes(random, &mut case, corpus);
    }
    case.truncate(CASE_MAX);
    case
}

fn change_bytes(random: &mut Rng, case: &mut Vec<u8>, corpus: &[Vec<u8>]) {
    if case.is_empty() {
        case.push(random.u8(..));
    }
    // Half of the changes are where headers are.
    let reach = if random.bool() {
        case.len()
    } else {
        case.len().min(256)
    };
    let at = random.usize(..reach);
    let end = (at + random.usize(1..12)).min(case.len());
    match structure::<Change>(random) {
        Change::Flip => case[at] ^= 1 << random.u8(..8),
        Change::Set => case[at] = any_byte(random),
        Change::Word => case[at..end.min(at + 4)].fill(any_byte(random)),
        Change::Remove => drop(case.drain(at..end)),
        Change::Insert => drop(case.splice(at..at, vec![any_byte(random); end - at])),
        Change::Repeat => drop(case.splice(at..at, case[at..end].to_vec())),
        Change::Copy => {
            let other = &corpus[random.usize(..corpus.len())];
            let from = random.usize(..=other.len());
            let to = (from + random.usize(..64)).min(other.len());
            drop(case.splice(at..end, other[from..to].iter().copied()));
        }
        Change::Cut => case.truncate(at),
    }
}

fn any_byte(random: &mut Rng) -> u8 {
    match random.bool() {
        true => BYTES[random.usize(..BYTES.len())],
        false => random.u8(..),
    }
}

/// A change of words or lines.
#[derive(Clone, Copy, Debug, Arbitrary)]
enum Edit {
    ReplaceWord,
    ReplaceNumber,
    AnotherNumber,
    InsertWord,
    RemoveWords,
    RepeatWords,
    RemoveLine,
    InsertLine,
    RepeatLine,
    MoveLine,
    ReplaceValue,
}

/// Texts of a language, with its words: what is between two changes of the class of characters.
pub struct Texts {
    corpus: Vec<Vec<u8>>,
    words: Vec<String>,
    lines: Vec<String>,
}

impl Texts {
    /// From valid texts, and words that they lack.
    pub fn new(corpus: Vec<Vec<u8>>, more: &[&str]) -> Texts {
        let texts: Vec<_> = corpus
            .iter()
            .map(|text| String::from_utf8_lossy(text))
            .collect();
        let mut words: Vec<String> = texts.iter().flat_map(|text| words(text)).collect();
        words.extend(more.iter().map(|word| word.to_string()));
        let lines = texts.iter().flat_map(|text| text.lines()).map(String::from);
        let mut lines: Vec<String> = lines.filter(|line| !line.trim().is_empty()).collect();
        for list in [&mut words, &mut lines] {
            list.sort();
            list.dedup();
        }
        Texts {
            corpus,
            words,
            lines,
        }
    }

    /// A valid text with some words, lines or bytes changed.
    pub fn case(&self, random: &mut Rng) -> Vec<u8> {
        if random.u8(..8) == 0 {
            return bytes(random, &self.corpus);
        }
        let text = &self.corpus[random.usize(..self.corpus.len())];
        let mut text = String::from_utf8_lossy(text).into_owned();
        for _ in 0..changes(random) {
            text = match structure::<Edit>(random) {
                edit @ (Edit::RemoveLine
                | Edit::InsertLine
                | Edit::RepeatLine
                | Edit::MoveLine
                | Edit::ReplaceValue) => self.edit_lines(random, &text, edit),
                edit => self.edit_words(random, &text, edit),
            };
        }
        text.truncate(text.floor_char_boundary_of(CASE_MAX));
        text.into_bytes()
    }

    fn edit_words(&self, random: &mut Rng, text: &str, edit: Edit) -> String {
        let mut words = words(text);
        let Some(at) = place(random, &words, edit) else {
            return self.words[random.usize(..self.words.len())].clone();
        };
        let end = (at + random.usize(1..6)).min(words.len());
        match edit {
            Edit::ReplaceWord => words[at] = self.word(random),
            Edit::ReplaceNumber => words[at] = NUMBERS[random.usize(..NUMBERS.len())].into(),
            Edit::AnotherNumber => words[at] = another(random, &words[at]),
            Edit::InsertWord => words.insert(at, self.word(random)),
            Edit::RemoveWords => drop(words.drain(at..end)),
            _ => drop(words.splice(at..at, words[at..end].to_vec())),
        }
        words.concat()
    }

    fn word(&self, random: &mut Rng) -> String {
        self.words[random.usize(..self.words.len())].clone()
    }

    fn edit_lines(&self, random: &mut Rng, text: &str, edit: Edit) -> String {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        if lines.is_empty() {
            return text.into();
        }
        let at = random.usize(..lines.len());
        let other = &self.lines[random.usize(..self.lines.len())];
        match edit {
            Edit::RemoveLine => drop(lines.remove(at)),
            Edit::InsertLine => lines.insert(at, other.clone()),
            Edit::RepeatLine => lines.insert(at, lines[at].clone()),
            Edit::MoveLine => {
                let line = lines.remove(at);
                lines.insert(random.usize(..=lines.len()), line);
            }
            _ => lines[at] = with_value_of(&lines[at], other),
        }
        lines.join("\n") + "\n"
    }
}

/// The place of a change: at any word, or at a number.
fn place(random: &mut Rng, words: &[String], edit: Edit) -> Option<usize> {
    let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    let numbers = (0..words.len()).filter(|at| is_number(&words[*at]));
    let places: Vec<usize> = match edit {
        Edit::ReplaceNumber | Edit::AnotherNumber => numbers.collect(),
        _ => (0..words.len()).collect(),
    };
    (!places.is_empty()).then(|| places[random.usize(..places.len())])
}

/// A number near another.
fn another(random: &mut Rng, number: &str) -> String {
    let value: u64 = number.replace('_', "").parse().unwrap_or(16);
    let changed = match random.u8(..5) {
        0 => value.wrapping_add(1),
        1 => value.wrapping_sub(1),
        2 => value.wrapping_mul(2),
        3 => value / 2,
        _ => random.u64(..) >> random.u8(..64),
    };
    changed.to_string()
}

/// The key of a line with the value of another.
fn with_value_of(line: &str, other: &str) -> String {
    match (line.split_once('='), other.split_once('=')) {
        (Some((key, _)), Some((_, value))) => format!("{key}={value}"),
        _ => other.into(),
    }
}

/// The words of a text, which joined give the text.
pub fn words(text: &str) -> Vec<String> {
    let class = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => 0,
        c if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut words: Vec<String> = Vec::new();
    let mut last = 2;
    for c in text.chars() {
        match (class(c), words.last_mut()) {
            (now, Some(word)) if now == last && now != 2 => word.push(c),
            _ => words.push(c.into()),
        }
        last = class(c);
    }
    words
}

/// The last place at or before a byte between two characters.
trait Boundary {
    fn floor_char_boundary_of(&self, at: usize) -> usize;
}

impl Boundary for String {
    fn floor_char_boundary_of(&self, at: usize) -> usize {
        let at = at.min(self.len());
        (0..=at)
            .rev()
            .find(|at| self.is_char_boundary(*at))
            .unwrap_or(0)
    }
}
