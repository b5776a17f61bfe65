//! Reads keys of a TOML document together with their positions, so that every error message names file, line and remedy.
//!
//! A document may extend another: a key is taken from the first document that has it, table by table.

mod field;
mod list;
mod spot;

use std::borrow::Borrow;
use std::ops::RangeInclusive;

use toml::de::DeTable;
use toml::Spanned;

pub use field::Field;
use field::Value;
pub use spot::Spot;

use super::error::{PlatformError, Result};
use super::keys::{Absent, TableShape};

/// The text that error messages point into.
#[derive(Clone, Copy)]
pub struct Document<'a> {
    /// Path as the user gave it.
    pub file: &'a str,
    /// The whole text.
    pub text: &'a str,
    /// Is it an option of the command line instead of a file? Messages about it name no line.
    pub is_option: bool,
}

impl<'a> Document<'a> {
    /// A document that is a file.
    pub fn of_file(file: &'a str, text: &'a str) -> Self {
        Document {
            file,
            text,
            is_option: false,
        }
    }

    /// A document that is an option of the command line.
    pub fn of_option(option: &'a str, text: &'a str) -> Self {
        Document {
            file: option,
            text,
            is_option: true,
        }
    }

    /// An error about the text at byte offset `at`.
    pub fn error(&self, at: usize, message: impl Into<String>) -> PlatformError {
        if self.is_option {
            return PlatformError::Option {
                option: self.file.to_string(),
                message: message.into(),
            };
        }
        let (line, column) = self.position(at);
        PlatformError::Invalid {
            file: self.file.to_string(),
            line,
            column,
            message: message.into(),
        }
    }

    /// Returns line and column, both counted from 1, of the byte at `at`.
    pub fn position(&self, at: usize) -> (usize, usize) {
        let characters = self.text.char_indices();
        let before = characters.take_while(|(index, _)| *index < at);
        let before: Vec<char> = before.map(|(_, character)| character).collect();
        let line = 1 + before.iter().filter(|c| **c == '\n').count();
        let column = 1 + before.iter().rev().take_while(|c| **c != '\n').count();
        (line, column)
    }

    /// Parses the text as TOML.
    ///
    /// # Errors
    /// The first syntax error, with its position.
    pub fn parse(&self) -> Result<Spanned<DeTable<'a>>> {
        DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let message = error.message().replace('\n', "; ");
            self.error(at, format!("this is not TOML: {message}"))
        })
    }
}

/// The entries of a table in one document.
#[derive(Clone, Copy)]
pub struct Layer<'a> {
    /// The document with the entries.
    pub document: Document<'a>,
    /// The keys with their values.
    pub entries: &'a DeTable<'a>,
}

/// A table. It is empty if no document has it.
#[derive(Clone)]
pub struct Table<'a> {
    pub path: String,
    /// Its beginning in the first document that has it.
    pub place: Place<'a>,
    /// The entries of the document itself, then those of the document that it extends, and so on.
    layers: Vec<Layer<'a>>,
}

/// A position in a document.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The document.
    pub document: Document<'a>,
    /// The offset of the byte.
    pub at: usize,
}

impl<'a> Table<'a> {
    /// Returns the top level of a document and of those that it extends; there is at least one layer.
    pub fn root(layers: Vec<Layer<'a>>) -> Self {
        let document = layers[0].document;
        Table {
            path: String::new(),
            place: Place { document, at: 0 },
            layers,
        }
    }

    /// Refuses every key that is not one of `known`.
    ///
    /// # Errors
    /// The first unknown key, with the known ones.
    pub fn expect_only(&self, known: &[&str]) -> Result<()> {
        let unknown = |layer: &Layer<'a>| {
            let keys = layer.entries.iter().map(|(key, _)| key);
            keys.filter(|key| !known.contains(&key.get_ref().as_ref()))
                .min_by_key(|key| key.span().start)
                .map(|key| self.unknown_key(layer.document, key.span().start, key.get_ref(), known))
        };
        self.layers.iter().find_map(unknown).map_or(Ok(()), Err)
    }

    /// Rejects every key that the table does not declare. For a key of an earlier version the error says what to write instead.
    ///
    /// # Errors
    /// The first such key.
    pub fn expect_keys(&self, table: &TableShape) -> Result<()> {
        let mut known = Vec::new();
        for key in table.all() {
            match (key.absent, self.optional(key.name)) {
                (Absent::Gone(remedy), Some(field)) => {
                    return Err(field.error(format!("is no key any more: {remedy}")))
                }
                (Absent::Gone(_), None) => {}
                _ => known.push(key.name),
            }
        }
        self.expect_only(&known)
    }

    fn unknown_key(
        &self,
        document: Document,
        at: usize,
        key: &str,
        known: &[&str],
    ) -> PlatformError {
        let place = match self.path.as_str() {
            "" => String::from(" at the top level"),
            path => format!(" in [{path}]"),
        };
        let guess = guess(key, known);
        let key = key.escape_debug();
        let known = known.join(", ");
        let message = format!("unknown key `{key}`{place}; known keys: {known}{guess}");
        document.error(at, message)
    }

    /// Returns the keys of the table: those of the document itself first, each document's in alphabetical order.
    pub fn keys(&self) -> Vec<&'a str> {
        let layers = self.layers.iter();
        let keys = layers.flat_map(|layer| layer.entries.keys());
        keys.map(|key| key.get_ref().as_ref()).collect()
    }

    /// The value of `key`, if there is one.
    pub fn optional(&self, key: &str) -> Option<Field<'a>> {
        let value = |layer: &Layer<'a>| {
            let mut entries = layer.entries.iter();
            let (_, value) = entries.find(|(name, _)| name.get_ref() == key)?;
            let document = layer.document;
            Some(Value { document, value })
        };
        let values: Vec<Value> = self.layers.iter().filter_map(value).collect();
        (!values.is_empty()).then(|| Field {
            path: self.path_of(key),
            values,
        })
    }

    /// The value of `key`.
    ///
    /// # Errors
    /// If the key is missing; `example` shows what to write.
    pub fn required(&self, key: &str, example: &str) -> Result<Field<'a>> {
        self.optional(key).ok_or_else(|| {
            let place = match self.path.as_str() {
                "" => String::from("the file"),
                path => format!("[{path}]"),
            };
            let message = format!("{place} lacks `{key}`; write for example `{example}`");
            self.place.document.error(self.place.at, message)
        })
    }

    /// Returns the table under `key`; it is empty if the file omits it.
    ///
    /// # Errors
    /// If the value is not a table.
    pub fn optional_table(&self, key: &str) -> Result<Table<'a>> {
        match self.optional(key) {
            Some(field) => field.table(),
            None => Ok(Table {
                path: self.path_of(key),
                place: self.place,
                layers: Vec::new(),
            }),
        }
    }

    /// Returns an integer in `range`, or `default` if the file omits the key.
    ///
    /// # Errors
    /// If it is not an integer, or out of range.
    pub fn integer_or(&self, key: &str, default: u64, range: RangeInclusive<u64>) -> Result<u64> {
        let field = self.optional(key);
        field.map_or(Ok(default), |field| field.integer(range))
    }

    fn path_of(&self, key: &str) -> String {
        match self.path.as_str() {
            "" => key.to_string(),
            path => format!("{path}.{key}"),
        }
    }
}

/// Returns the word of `known` that is most similar to a mistyped one, if one is similar enough.
fn closest<'k, K: Borrow<str>>(word: &str, known: &'k [K]) -> Option<&'k str> {
    let similar = |candidate: &str| strsim::normalized_damerau_levenshtein(word, candidate);
    let known = known.iter().map(Borrow::borrow);
    let best = known.max_by(|a, b| similar(a).total_cmp(&similar(b)))?;
    (similar(best) > 0.6).then_some(best)
}

/// Returns the end of a message about a word that is not among `known`: which of them may be meant, if one is similar.
pub fn guess<K: Borrow<str>>(word: &str, known: &[K]) -> String {
    let near = closest(word, known);
    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}
