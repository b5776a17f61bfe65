//! Keys of a platform file. A part declares each of its keys once, with [`keys!`]; the parser, the reference page, the schema for editors,
//! the C header and `--set` are made from that declaration.

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

/// A key as its part declares it.
pub struct Key {
    /// As it is written in a platform file.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
    /// What may be written as its value.
    pub shape: Shape,
    /// What holds where a file does not have it.
    pub absent: Absent,
    /// The macro by which C programs see the value; `<NAME>` is the name of the device.
    pub header: Option<&'static str>,
}

impl Key {
    /// The key of the top level under which a part has its table.
    pub const fn table<K: Keys>() -> Key {
        Key {
            name: K::NAME,
            help: K::HELP,
            shape: Shape::Table(K::TABLE),
            absent: Absent::Otherwise(""),
            header: None,
        }
    }

    /// The same of a table that several declarations make up.
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

/// What holds where a file does not have a key.
#[derive(Clone, Copy)]
pub enum Absent {
    /// The file is wrong; a value to write, for example.
    Required(&'static str),
    /// This value, as a file would have it.
    Value(fn() -> String),
    /// What these words say.
    Otherwise(&'static str),
    /// There is no such key any more; what to do instead.
    Gone(&'static str),
}

/// A macro of the C header: its name and its value.
pub type Macro = (String, String);

/// A key of a platform, with the value that it has there.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Setting {
    /// The table: `cores.timing`, or the name of a device.
    pub table: String,
    /// The key.
    pub key: String,
    /// As a file would have it.
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

/// Parameters that stand under one table of a platform file.
pub trait Keys: Sized {
    /// The table, or the kind of `[[device]]`; empty where the key of a table above says it.
    const NAME: &'static str;
    /// What the table is about.
    const HELP: &'static str;
    /// The keys, in the order of the declaration.
    const KEYS: &'static [Key];
    /// The table, where it has no other keys than these.
    const TABLE: TableShape = TableShape {
        help: Self::HELP,
        keys: &[Self::KEYS],
    };

    /// The keys with their values.
    fn settings(&self, table: &str, chip: &Chip) -> Vec<Setting>;

    /// The values that C programs see, those of a device under its `name`.
    fn macros(&self, name: &str) -> Vec<Macro>;
}

/// Parameters of which each is a key.
pub trait ReadKeys: Keys {
    /// Reads them from a table that has no other keys.
    ///
    /// # Errors
    /// An unknown key, one that is missing, or a value that cannot be.
    fn read(table: &Table, chip: &Chip) -> Result<Self>;

    /// Reads them from a table that may have other keys.
    ///
    /// # Errors
    /// A key is missing, a value cannot be, or values do not go together.
    fn take_checked(table: &Table, chip: &Chip) -> Result<Self>;
}
