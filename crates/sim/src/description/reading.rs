//! The state of reading a platform file: its tables, and what parts already read tell those read later.

use super::address_map::Placed;
use super::device::Attached;
use super::error::Result;
use super::keys::{keys, Chip, Frequency, Keys, Line, Number, ReadKeys, Setting};
use super::reader::{Document, Field, Layer, Place, Table};
use super::Range;

/// The version of the keys.
const SCHEMA: u64 = 1;

keys! {
    /// Keys of the chip as a whole.
    pub struct Head {
        /// Version of the keys that the file uses.
        schema: Number<1, { u64::MAX }> = SCHEMA,
        /// The platform from which this file takes the keys that it omits.
        extends: Option<Line> => "none",
        /// One line for listings.
        summary: Line => "\"two cores and a bus\"",
        /// Frequency of the chip's clock, up to 100 GHz. All parts share it, or divide it by a whole factor.
        clock_hz as "clock": Frequency => "\"200 MHz\"",
    } check is_known
}

impl Head {
    fn is_known(&self, table: &Table, _: &Chip) -> Result<()> {
        match table.optional("schema") {
            Some(field) if self.schema > SCHEMA => Err(field.error(format!(
                "is {}, but this weft knows schema {SCHEMA} alone; take a later weft, or write the file for schema {SCHEMA}",
                self.schema
            ))),
            _ => Ok(()),
        }
    }
}

/// Returns the name of the platform that a file extends, if it extends one, and the position of the name.
///
/// # Errors
/// If the file is not TOML, or the name is not a string.
pub fn extends(document: Document) -> Result<Option<(String, usize)>> {
    let parsed = document.parse()?;
    let entries = parsed.get_ref();
    let root = Table::root(vec![Layer { document, entries }]);
    let named = |field: Field| Ok((field.text()?.to_string(), field.place().at));
    root.optional("extends").map(named).transpose()
}

/// The state of reading a file.
pub struct Reading<'a> {
    /// The top level.
    pub root: Table<'a>,
    /// What the file says of the chip as a whole.
    pub head: Head,
    /// What the meaning of keys can depend on. The number of cores is set when the cores have been read.
    pub chip: Chip,
    /// The devices described, in the order of the file.
    pub attached: Vec<Attached<'a>>,
    /// The names of the devices that can have a node, in the order of their numbers.
    pub places: Vec<String>,
    /// The texts of other files that the platform is read from.
    pub texts: Vec<String>,
    /// The keys that have been read, with their values.
    pub settings: Vec<Setting>,
    /// The address ranges of a core that are in use.
    pub placed: Vec<Placed<'a>>,
}

impl<'a> Reading<'a> {
    /// Reads what the file says of the chip as a whole.
    ///
    /// # Errors
    /// If that has an error.
    pub fn of(root: Table<'a>) -> Result<Self> {
        let mut chip = Chip::default();
        let head = Head::take_checked(&root, &chip)?;
        chip.clock_hz = head.clock_hz;
        let clock = head.settings("chip", &chip).into_iter();
        Ok(Reading {
            root,
            chip,
            attached: Vec::new(),
            places: Vec::new(),
            texts: Vec::new(),
            placed: Vec::new(),
            settings: clock.filter(|setting| setting.key == "clock").collect(),
            head,
        })
    }

    /// Reads the table of the top level that has these keys only; it is empty if the file omits it.
    ///
    /// # Errors
    /// If one of the keys has an error, or there is another key.
    pub fn section<K: ReadKeys>(&mut self) -> Result<K> {
        let keys = K::read(&self.root.optional_table(K::NAME)?, &self.chip)?;
        self.record(K::NAME, &keys);
        Ok(keys)
    }

    /// Records the values of keys that have been read.
    pub fn record(&mut self, table: &str, keys: &impl Keys) {
        self.settings.extend(keys.settings(table, &self.chip));
    }

    /// Records that `what` has a range of a core's addresses, as the text at `place` says.
    pub fn place(&mut self, what: &str, range: Range, place: Place<'a>) {
        let what = what.to_string();
        self.placed.push(Placed { what, range, place });
    }
}
