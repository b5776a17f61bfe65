//! A platform file while it is read: its tables, and what the parts that have been read tell those after them.

use super::address_map::Placed;
use super::device::Attached;
use super::error::Result;
use super::keys::{keys, Chip, Frequency, Keys, Line, Number, ReadKeys, Setting};
use super::reader::{Document, Field, Layer, Place, Table};
use super::Range;

/// The version of the keys.
const SCHEMA: u64 = 1;

keys! {
    /// What a file says of the chip as a whole.
    pub struct Head {
        /// The version of the keys that the file is written for.
        schema: Number<1, { u64::MAX }> = SCHEMA,
        /// The platform whose keys hold where this file says nothing.
        extends: Option<Line> => "none",
        /// One line for listings.
        summary: Line => "\"two cores and a bus\"",
        /// Frequency of the chip's clock, up to 100 GHz: the one that all parts share, or of which theirs are whole fractions.
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

/// What a file extends, if it extends another, with the place of the name.
///
/// # Errors
/// The file is not TOML, or the name is not a string.
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
    /// What keys can depend on; the cores are counted when they have been read.
    pub chip: Chip,
    /// The devices that are described, in the order of the file.
    pub attached: Vec<Attached<'a>>,
    /// The names of those that a node can be at, in the order of their numbers.
    pub places: Vec<String>,
    /// The texts of other files that the platform is made from.
    pub texts: Vec<String>,
    /// The keys that have been read, with their values.
    pub settings: Vec<Setting>,
    /// What answers in which addresses of a core.
    pub placed: Vec<Placed<'a>>,
}

impl<'a> Reading<'a> {
    /// Begins with what the file says of the chip as a whole.
    ///
    /// # Errors
    /// That is wrong.
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

    /// The table of the top level that holds these keys alone; empty if the file leaves it out.
    ///
    /// # Errors
    /// One of the keys is wrong, or there is another.
    pub fn section<K: ReadKeys>(&mut self) -> Result<K> {
        let keys = K::read(&self.root.optional_table(K::NAME)?, &self.chip)?;
        self.record(K::NAME, &keys);
        Ok(keys)
    }

    /// Notes the values of keys that have been read.
    pub fn record(&mut self, table: &str, keys: &impl Keys) {
        self.settings.extend(keys.settings(table, &self.chip));
    }

    /// Notes that something answers in a range of a core's addresses, as the text at `place` says.
    pub fn place(&mut self, what: &str, range: Range, place: Place<'a>) {
        let what = what.to_string();
        self.placed.push(Placed { what, range, place });
    }
}
