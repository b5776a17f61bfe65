//! Reads keys of a TOML document, each with its place in the text, so that every complaint names file, line and remedy.
//!
//! A document may extend another: its tables are laid over the other's, key by key.

use std::ops::RangeInclusive;

use toml::de::{DeInteger, DeTable, DeValue};
use toml::Spanned;

use super::error::PlatformError;
use super::quantity::{self, Unit};

/// The text that error messages point into.
#[derive(Clone, Copy)]
pub struct Document<'a> {
    /// Path as the user gave it.
    pub file: &'a str,
    /// The whole text.
    pub text: &'a str,
}

impl<'a> Document<'a> {
    /// An error about the text at byte offset `at`.
    pub fn error(&self, at: usize, message: impl Into<String>) -> PlatformError {
        let (line, column) = self.position(at);
        PlatformError::Invalid {
            file: self.file.to_string(),
            line,
            column,
            message: message.into(),
        }
    }

    /// Line and column, both from 1, of the byte at `at`.
    pub fn position(&self, at: usize) -> (usize, usize) {
        let before: Vec<char> = self
            .text
            .char_indices()
            .take_while(|(index, _)| *index < at)
            .map(|(_, character)| character)
            .collect();
        let line = 1 + before.iter().filter(|c| **c == '\n').count();
        let column = 1 + before.iter().rev().take_while(|c| **c != '\n').count();
        (line, column)
    }

    /// The TOML value tree of the text.
    ///
    /// # Errors
    /// The first syntax error, with its place.
    pub fn parse(&self) -> Result<Spanned<DeTable<'a>>, PlatformError> {
        DeTable::parse(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let message = error.message().replace('\n', "; ");
            self.error(at, format!("this is not TOML: {message}"))
        })
    }
}

/// The entries of one document.
#[derive(Clone, Copy)]
pub struct Layer<'a> {
    /// The document that the entries stand in.
    pub document: Document<'a>,
    /// The keys with their values.
    pub entries: &'a DeTable<'a>,
}

/// A table; one that the documents leave out is empty.
pub struct Table<'a> {
    path: String,
    /// Where it begins in the document that says most.
    place: Place<'a>,
    /// The entries of the document itself, then those of the document that it extends, and so on.
    layers: Vec<Layer<'a>>,
}

/// A byte of a document.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The document.
    pub document: Document<'a>,
    /// The offset of the byte.
    pub at: usize,
}

impl<'a> Table<'a> {
    /// The top level of a document laid over those that it extends; at least one.
    pub fn root(layers: Vec<Layer<'a>>) -> Self {
        let document = layers[0].document;
        Table {
            path: String::new(),
            place: Place { document, at: 0 },
            layers,
        }
    }

    /// Where the table begins.
    pub fn place(&self) -> Place<'a> {
        self.place
    }

    /// Refuses every key that is not one of `known`.
    ///
    /// # Errors
    /// The first unknown key, with the known ones.
    pub fn expect_only(&self, known: &[&str]) -> Result<(), PlatformError> {
        let unknown = |layer: &Layer<'a>| {
            let keys = layer.entries.iter().map(|(key, _)| key);
            keys.filter(|key| !known.contains(&key.get_ref().as_ref()))
                .min_by_key(|key| key.span().start)
                .map(|key| self.unknown_key(layer.document, key.span().start, key.get_ref(), known))
        };
        self.layers.iter().find_map(unknown).map_or(Ok(()), Err)
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
        let guess = match closest(key, known) {
            Some(near) => format!(" (did you mean `{near}`?)"),
            None => String::new(),
        };
        let key = key.escape_debug();
        let known = known.join(", ");
        let message = format!("unknown key `{key}`{place}; known keys: {known}{guess}");
        document.error(at, message)
    }

    /// The keys of the table, those of the document itself first, in alphabetical order.
    pub fn keys(&self) -> Vec<&'a str> {
        let layers = self.layers.iter();
        let keys = layers.flat_map(|layer| layer.entries.keys());
        keys.map(|key| key.get_ref().as_ref()).collect()
    }

    /// The value of `key`, if there is one.
    pub fn optional(&self, key: &str) -> Option<Field<'a>> {
        let value = |layer: &Layer<'a>| {
            let (_, value) = layer
                .entries
                .iter()
                .find(|(name, _)| name.get_ref() == key)?;
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
    /// The key is missing; `example` shows what to write.
    pub fn required(&self, key: &str, example: &str) -> Result<Field<'a>, PlatformError> {
        self.optional(key).ok_or_else(|| {
            let place = match self.path.as_str() {
                "" => String::from("the file"),
                path => format!("[{path}]"),
            };
            let message = format!("{place} lacks `{key}`; write for example `{example}`");
            self.place.document.error(self.place.at, message)
        })
    }

    /// The table under `key`; empty if the file leaves it out.
    ///
    /// # Errors
    /// The key holds something else than a table.
    pub fn optional_table(&self, key: &str) -> Result<Table<'a>, PlatformError> {
        match self.optional(key) {
            Some(field) => field.table(),
            None => Ok(Table {
                path: self.path_of(key),
                place: self.place,
                layers: Vec::new(),
            }),
        }
    }

    /// An integer in `range`, or `default` if the file leaves the key out.
    ///
    /// # Errors
    /// Not an integer, or out of range.
    pub fn integer_or(
        &self,
        key: &str,
        default: u64,
        range: RangeInclusive<u64>,
    ) -> Result<u64, PlatformError> {
        self.optional(key)
            .map_or(Ok(default), |field| field.integer(range))
    }

    fn path_of(&self, key: &str) -> String {
        match self.path.as_str() {
            "" => key.to_string(),
            path => format!("{path}.{key}"),
        }
    }
}

/// A value in a document.
#[derive(Clone, Copy)]
struct Value<'a> {
    document: Document<'a>,
    value: &'a Spanned<DeValue<'a>>,
}

/// A value with the dotted path that leads to it.
#[derive(Clone)]
pub struct Field<'a> {
    path: String,
    /// The value that counts, then those of extended documents that it is laid over.
    values: Vec<Value<'a>>,
}

impl<'a> Field<'a> {
    /// Where the value begins.
    pub fn place(&self) -> Place<'a> {
        let Value { document, value } = self.values[0];
        let at = value.span().start;
        Place { document, at }
    }

    /// An error about this value: "`path` MESSAGE".
    pub fn error(&self, message: impl AsRef<str>) -> PlatformError {
        let message = format!("`{}` {}", self.path, message.as_ref());
        let place = self.place();
        place.document.error(place.at, message)
    }

    fn value(&self) -> &'a DeValue<'a> {
        self.values[0].value.get_ref()
    }

    /// The value in each document that has one, each by itself, the one that counts first.
    pub fn layers(&self) -> Vec<Field<'a>> {
        let alone = |value: &Value<'a>| Field {
            path: self.path.clone(),
            values: vec![*value],
        };
        self.values.iter().map(alone).collect()
    }

    /// The value laid over another of the same path.
    pub fn over(mut self, other: Field<'a>) -> Field<'a> {
        self.values.extend(other.values);
        self
    }

    fn wrong_type(&self, wanted: &str) -> PlatformError {
        let found = self.value().type_str();
        self.error(format!("is of type {found}; write {wanted}"))
    }

    /// An integer in `range`.
    ///
    /// # Errors
    /// Not an integer, or out of range.
    pub fn integer(&self, range: RangeInclusive<u64>) -> Result<u64, PlatformError> {
        let wanted = format!("an integer from {} to {}", range.start(), range.end());
        match self.value() {
            DeValue::Integer(integer) => in_range(integer, &range)
                .ok_or_else(|| self.error(format!("is {integer}; it must be {wanted}"))),
            _ => Err(self.wrong_type(&wanted)),
        }
    }

    /// As [`Field::integer`], for numbers of things.
    ///
    /// # Errors
    /// Not an integer, or out of range.
    pub fn count(&self, range: RangeInclusive<u64>) -> Result<usize, PlatformError> {
        let value = self.integer(range)?;
        usize::try_from(value).map_err(|_| self.error("is too large for this machine"))
    }

    /// A 32-bit address.
    ///
    /// # Errors
    /// Not an integer, or not from 0 to 0xffffffff.
    pub fn address(&self) -> Result<u32, PlatformError> {
        let wanted = "an address from 0 to 0xffff_ffff, for example 0x8000_0000";
        match self.value() {
            DeValue::Integer(integer) => in_range(integer, &(0..=u64::from(u32::MAX)))
                .and_then(|value| u32::try_from(value).ok())
                .ok_or_else(|| self.error(format!("is {integer}; it must be {wanted}"))),
            _ => Err(self.wrong_type(wanted)),
        }
    }

    /// A quantity: an integer in the base unit, or a string of a number and one of `units`.
    ///
    /// # Errors
    /// Neither of them, or not a whole number of the base unit from 1 to `most`.
    pub fn quantity(&self, units: &[Unit], most: u64, example: &str) -> Result<u64, PlatformError> {
        let value = match self.value() {
            DeValue::Integer(integer) => in_range(integer, &(0..=u64::MAX)),
            DeValue::String(text) => quantity::parse(text, units),
            _ => return Err(self.wrong_type(&format!("for example {example}"))),
        };
        value
            .filter(|value| (1..=most).contains(value))
            .ok_or_else(|| {
                let base = units[0].name;
                let names: Vec<&str> = units.iter().map(|unit| unit.name).collect();
                self.error(format!(
                    "must be a whole number of {base} from 1 to {most}, or a string with a unit ({}), for example {example}",
                    names.join(", ")
                ))
            })
    }

    /// A string of one line.
    ///
    /// # Errors
    /// Not a string, or one with control characters.
    pub fn text(&self) -> Result<&'a str, PlatformError> {
        match self.value() {
            DeValue::String(text) if text.chars().any(char::is_control) => {
                Err(self.error("must be one line without control characters"))
            }
            DeValue::String(text) => Ok(text),
            _ => Err(self.wrong_type("a string in quotes")),
        }
    }

    /// One of the words of `choices`, as its place in that list.
    ///
    /// # Errors
    /// Not a string, or another word.
    pub fn choice(&self, choices: &[&str]) -> Result<usize, PlatformError> {
        let word = self.text()?;
        choices
            .iter()
            .position(|choice| *choice == word)
            .ok_or_else(|| {
                let guess = match closest(word, choices) {
                    Some(near) => format!(" (did you mean \"{near}\"?)"),
                    None => String::new(),
                };
                let known = choices.join("\", \"");
                self.error(format!("is \"{word}\"; known: \"{known}\"{guess}"))
            })
    }

    /// The table, laid over those that it extends.
    ///
    /// # Errors
    /// Something else than a table.
    pub fn table(&self) -> Result<Table<'a>, PlatformError> {
        let tables = self
            .values
            .iter()
            .map_while(|value| match value.value.get_ref() {
                DeValue::Table(entries) => Some(Layer {
                    document: value.document,
                    entries,
                }),
                _ => None,
            });
        let layers: Vec<Layer> = tables.collect();
        if layers.is_empty() {
            return Err(self.wrong_type(&format!("a table headed [{}]", self.path)));
        }
        Ok(Table {
            path: self.path.clone(),
            place: self.place(),
            layers,
        })
    }

    /// The elements of an array; `wanted` says what to write instead of anything else.
    ///
    /// # Errors
    /// Not an array.
    pub fn elements(&self, wanted: &str) -> Result<Vec<Field<'a>>, PlatformError> {
        let document = self.values[0].document;
        let element = |value| Field {
            path: self.path.clone(),
            values: vec![Value { document, value }],
        };
        match self.value() {
            DeValue::Array(array) => Ok(array.iter().map(element).collect()),
            _ => Err(self.wrong_type(wanted)),
        }
    }

    /// A number from 0 to 1.
    ///
    /// # Errors
    /// Not a number, or out of range.
    pub fn fraction(&self) -> Result<f64, PlatformError> {
        let wanted = "a number from 0 to 1, for example 0.25";
        let value: Option<f64> = match self.value() {
            DeValue::Float(number) => number.as_str().parse().ok(),
            DeValue::Integer(number) => number.as_str().parse().ok(),
            _ => return Err(self.wrong_type(wanted)),
        };
        value
            .filter(|value| (0.0..=1.0).contains(value))
            .ok_or_else(|| self.error(format!("must be {wanted}")))
    }

    /// True or false.
    ///
    /// # Errors
    /// Neither of them.
    pub fn boolean(&self) -> Result<bool, PlatformError> {
        match self.value() {
            DeValue::Boolean(value) => Ok(*value),
            _ => Err(self.wrong_type("true or false")),
        }
    }
}

fn in_range(integer: &DeInteger, range: &RangeInclusive<u64>) -> Option<u64> {
    let value = u64::from_str_radix(integer.as_str(), integer.radix()).ok()?;
    range.contains(&value).then_some(value)
}

/// The word of `known` that a mistyped one most likely stands for.
fn closest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let similar = |candidate: &&&str| strsim::normalized_damerau_levenshtein(word, candidate);
    let best = known
        .iter()
        .max_by(|a, b| similar(a).total_cmp(&similar(b)))?;
    (similar(&best) > 0.6).then_some(*best)
}
