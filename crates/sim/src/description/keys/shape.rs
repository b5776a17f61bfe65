//! The possible values of a key, for the reference page and the schema.

use super::Key;

/// The possible values of a key.
#[derive(Clone, Copy)]
pub enum Shape {
    /// A whole number with a unit, which may be empty.
    Number {
        least: u64,
        most: u64,
        unit: &'static str,
    },
    /// An address, or a string that ends in a unit of bytes.
    Address,
    /// A number of bytes, a multiple of 4, or a string with a unit.
    Bytes,
    /// A number of hertz, or a string with a unit.
    Frequency,
    /// `true` or `false`.
    Flag,
    /// A number from 0 to 1.
    Fraction,
    /// A string of one line.
    Line,
    /// One of these strings.
    Choice(fn() -> Vec<&'static str>),
    /// A list of any length.
    List(&'static Shape),
    /// A list of two.
    Pair(&'static Shape),
    /// A table.
    Table(TableShape),
    /// A list of tables.
    Tables(TableShape),
    /// A table, or a list of tables.
    TableOrTables(TableShape),
    /// The list of devices.
    Devices {
        /// The keys that all kinds have.
        every: TableShape,
        /// The whole table of each kind.
        kinds: fn() -> Vec<(&'static str, TableShape)>,
    },
}

impl Shape {
    /// Returns the plural in words, for messages.
    pub fn plural(&self) -> String {
        match self {
            Shape::Number { least, most, .. } if *most < u64::from(u32::MAX) => {
                format!("integers from {least} to {most}")
            }
            Shape::Number { .. } => String::from("integers"),
            Shape::Line | Shape::Choice(_) => String::from("strings in quotes"),
            Shape::Pair(of) => format!("pairs [ , ] of {}", of.plural()),
            _ => String::from("values"),
        }
    }
}

/// The keys of a table; several declarations can contribute to it.
#[derive(Clone, Copy)]
pub struct TableShape {
    /// What the table is about.
    pub help: &'static str,
    /// The declarations, in the order of the reference page.
    pub keys: &'static [&'static [Key]],
}

impl TableShape {
    /// Returns all keys.
    pub fn all(&self) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().copied().flatten()
    }
}
