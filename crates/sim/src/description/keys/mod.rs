//! Keys of a platform file. A part declares each of its keys once, with [`keys!`]. From the declaration come the parser, the reference page, the
//! schema for editors, the C header and `--set`.

mod choice;
mod declare;
mod nested;
mod number;
mod shape;
mod value;

use super::error::Result;
use super::reader::Table;

pub(crate) use choice::{choice, Choice};
pub(crate) use declare::keys;
pub use nested::{Nested, NestedOrEmpty, OneOrMore, Tables};
pub use number::{Count, Cycles, Flits, Level, Number, Words, Words32};
pub use shape::{Shape, TableShape};
pub use value::{Address, At, Bytes, Clock, Flag, Fraction, Frequency, Line, List, Pair, Value};

/// The declaration of a key.
pub struct Key {
    /// Its name in a platform file.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
    /// What a file may contain as its value.
    pub shape: Shape,
    /// What applies if a file does not have the key.
    pub absent: Absent,
    /// The macro by which C programs see the value; `<NAME>` is the name of the device.
    pub header: Option<&'static str>,
}

impl Key {
    /// Returns the top-level key whose value is a part's table.
    pub const fn table<K: Keys>() -> Key {
        Key {
            name: K::NAME,
            help: K::HELP,
            shape: Shape::Table(K::TABLE),
            absent: Absent::Otherwise(""),
            header: None,
        }
    }

    /// Returns the top-level key of a table that several declarations contribute to.
    pub const fn of(name: &'static str, help: &'static str, shape: Shape) -> Key {
        Key {
            name,
            help,
            shape,
            absent: Absent::Otherwise(""),
            header: None,
        }
    }
}

/// What applies if a file does not have a key.
#[derive(Clone, Copy)]
pub enum Absent {
    /// The key is required. The text is an example.
    Required(&'static str),
    /// This default, formatted as in a file.
    Value(fn() -> String),
    /// The default that these words describe.
    Otherwise(&'static str),
    /// The key existed in an earlier version; the text says what to write instead.
    Gone(&'static str),
}

/// A macro of the C header: its name and its value.
pub type Macro = (String, String);

/// A key of a platform with its value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Setting {
    /// The table: `cores.timing`, or the name of a device.
    pub table: String,
    /// The key.
    pub key: String,
    /// The value, formatted as in a file.
    pub value: String,
}

/// What the meaning of a key can depend on.
#[derive(Clone, Copy, Default)]
pub struct Chip {
    /// The frequency of the chip's clock in hertz.
    pub clock_hz: u64,
    /// The number of cores.
    pub cores: usize,
}

/// The parameters in one table of a platform file.
pub trait Keys: Sized {
    /// The name of the table, or of the kind of `[[device]]`; empty if a key of the enclosing table names it.
    const NAME: &'static str;
    /// What the table is about.
    const HELP: &'static str;
    /// The keys, in the order of the declaration.
    const KEYS: &'static [Key];
    /// The table, if it has no other keys.
    const TABLE: TableShape = TableShape {
        help: Self::HELP,
        keys: &[Self::KEYS],
    };

    /// Returns the keys with their values.
    fn settings(&self, table: &str, chip: &Chip) -> Vec<Setting>;

    /// Returns the macros for C programs; those of a device have its `name`.
    fn macros(&self, name: &str) -> Vec<Macro>;
}

/// Parameters each of which is a key, so that the table alone determines them.
pub trait ReadKeys: Keys {
    /// Reads them from a table that has no other keys.
    ///
    /// # Errors
    /// If a key is unknown or missing, or a value is invalid.
    fn read(table: &Table, chip: &Chip) -> Result<Self>;

    /// Reads them from a table that may have other keys.
    ///
    /// # Errors
    /// If a key is missing, a value is invalid, or values contradict each other.
    fn take_checked(table: &Table, chip: &Chip) -> Result<Self>;
}
