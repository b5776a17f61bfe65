//! A value in a document, and its conversions: a number in a range, a quantity with its unit, one of several words.

use std::borrow::Borrow;
use std::ops::RangeInclusive;

use toml::de::{DeInteger, DeValue};
use toml::Spanned;

use super::{Document, Layer, Place, Spot, Table};
use crate::description::quantity::{self, Unit};
use crate::description::{PlatformError, Result};

/// A value in a document.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    pub(super) document: Document<'a>,
    pub(super) value: &'a Spanned<DeValue<'a>>,
}

/// A value with its dotted path.
#[derive(Clone)]
pub struct Field<'a> {
    pub path: String,
    /// The value that counts, then the values in extended documents that it overrides.
    pub(super) values: Vec<Value<'a>>,
}

impl<'a> Field<'a> {
    /// Returns the position of the value.
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

    /// Returns `value`, which was read here, with its position.
    pub fn spot<T>(&self, value: T) -> Spot<T> {
        let Place { document, at } = self.place();
        let (line, column) = document.position(at);
        Spot {
            value,
            path: self.path.clone(),
            file: document.file.to_string(),
            line,
            column,
        }
    }

    fn value(&self) -> &'a DeValue<'a> {
        self.values[0].value.get_ref()
    }

    /// Returns the value in each document that has one, separately; the one that counts comes first.
    pub fn layers(&self) -> Vec<Field<'a>> {
        let alone = |value: &Value<'a>| Field {
            path: self.path.clone(),
            values: vec![*value],
        };
        self.values.iter().map(alone).collect()
    }

    /// Puts the value over another one with the same path.
    pub fn over(mut self, other: Field<'a>) -> Field<'a> {
        self.values.extend(other.values);
        self
    }

    fn wrong_type(&self, wanted: &str) -> PlatformError {
        let found = self.value().type_str();
        self.error(format!("is of type {found}; write {wanted}"))
    }

    /// Reads an integer in `range`.
    ///
    /// # Errors
    /// If it is not an integer, or out of range.
    pub fn integer(&self, range: RangeInclusive<u64>) -> Result<u64> {
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
    /// If it is not an integer, or out of range.
    pub fn count(&self, range: RangeInclusive<u64>) -> Result<usize> {
        let value = self.integer(range)?;
        usize::try_from(value).map_err(|_| self.error("is too large for this machine"))
    }

    /// Reads a 32-bit address.
    ///
    /// # Errors
    /// If it is not an integer, or not from 0 to 0xffffffff.
    pub fn address(&self) -> Result<u32> {
        let wanted = "an address from 0 to 0xffff_ffff, for example 0x8000_0000";
        match self.value() {
            DeValue::Integer(integer) => in_range(integer, &(0..=u64::from(u32::MAX)))
                .and_then(|value| u32::try_from(value).ok())
                .ok_or_else(|| self.error(format!("is {integer}; it must be {wanted}"))),
            _ => Err(self.wrong_type(wanted)),
        }
    }

    /// Reads a quantity: an integer in the base unit, or a string with a number and one of `units`.
    ///
    /// # Errors
    /// If it is neither, or not a whole number of the base unit from 1 to `most`.
    pub fn quantity(&self, units: &[Unit], most: u64, example: &str) -> Result<u64> {
        let value = match self.value() {
            DeValue::Integer(integer) => in_range(integer, &(0..=u64::MAX)),
            DeValue::String(text) => quantity::parse(text, units),
            _ => return Err(self.wrong_type(&format!("for example {example}"))),
        };
        let within = value.filter(|value| (1..=most).contains(value));
        within.ok_or_else(|| {
            let base = units[0].name;
            let names: Vec<&str> = units.iter().map(|unit| unit.name).collect();
            self.error(format!(
                "must be a whole number of {base} from 1 to {most}, or a string with a unit ({}), for example {example}",
                names.join(", ")
            ))
        })
    }

    /// Reads a string of one line.
    ///
    /// # Errors
    /// If it is not a string, or has control characters.
    pub fn text(&self) -> Result<&'a str> {
        match self.value() {
            DeValue::String(text) if text.chars().any(char::is_control) => {
                Err(self.error("must be one line without control characters"))
            }
            DeValue::String(text) => Ok(text),
            _ => Err(self.wrong_type("a string in quotes")),
        }
    }

    /// Reads one of the words of `choices`; returns its index.
    ///
    /// # Errors
    /// If it is not a string, or another word.
    pub fn choice<C: Borrow<str>>(&self, choices: &[C]) -> Result<usize> {
        self.spot(self.text()?).choice(choices)
    }

    /// Reads a table, with the tables that it extends.
    ///
    /// # Errors
    /// If it is not a table.
    pub fn table(&self) -> Result<Table<'a>> {
        let layer = |value: &Value<'a>| match value.value.get_ref() {
            DeValue::Table(entries) => Some(Layer {
                document: value.document,
                entries,
            }),
            _ => None,
        };
        let layers: Vec<Layer> = self.values.iter().map_while(layer).collect();
        if layers.is_empty() {
            return Err(self.wrong_type(&format!("a table headed [{}]", self.path)));
        }
        Ok(Table {
            path: self.path.clone(),
            place: self.place(),
            layers,
        })
    }

    /// Reads an array; `wanted` says in the error message what to write.
    ///
    /// # Errors
    /// If it is not an array.
    pub fn elements(&self, wanted: &str) -> Result<Vec<Field<'a>>> {
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

    /// Reads a number from 0 to 1.
    ///
    /// # Errors
    /// If it is not a number, or out of range.
    pub fn fraction(&self) -> Result<f64> {
        let wanted = "a number from 0 to 1, for example 0.25";
        let value: Option<f64> = match self.value() {
            DeValue::Float(number) => number.as_str().parse().ok(),
            DeValue::Integer(number) => number.as_str().parse().ok(),
            _ => return Err(self.wrong_type(wanted)),
        };
        let within = value.filter(|value| (0.0..=1.0).contains(value));
        within.ok_or_else(|| self.error(format!("must be {wanted}")))
    }

    /// Reads a Boolean value.
    ///
    /// # Errors
    /// If it is not one.
    pub fn boolean(&self) -> Result<bool> {
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
