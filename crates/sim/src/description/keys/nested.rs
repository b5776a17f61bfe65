//! Keys whose value is a table.

use super::super::error::Result;
use super::super::reader::{Field, Spot, Table};
use super::{Chip, ReadKeys, Setting, Shape, Value};

/// A required table. As an `Option`: a table without which the part that it describes does not exist.
pub struct Nested<K>(K);

impl<K: ReadKeys> Value for Nested<K> {
    type Read = K;
    const SHAPE: Shape = Shape::Table(K::TABLE);

    fn read(field: &Field, chip: &Chip) -> Result<K> {
        K::read(&field.table()?, chip)
    }

    fn settings(value: &K, table: &str, key: &str, chip: &Chip, all: &mut Vec<Setting>) {
        all.extend(value.settings(&format!("{table}.{key}"), chip));
    }
}

/// An optional table; without it, all of its keys have their defaults.
pub struct NestedOrEmpty<K>(K);

impl<K: ReadKeys> Value for NestedOrEmpty<K> {
    type Read = K;
    const SHAPE: Shape = Shape::Table(K::TABLE);
    const REQUIRED: bool = false;

    fn read(field: &Field, chip: &Chip) -> Result<K> {
        K::read(&field.table()?, chip)
    }

    fn take(table: &Table, key: &str, _: &str, chip: &Chip) -> Result<K> {
        K::read(&table.optional_table(key)?, chip)
    }

    fn settings(value: &K, table: &str, key: &str, chip: &Chip, all: &mut Vec<Setting>) {
        <Nested<K> as Value>::settings(value, table, key, chip, all);
    }
}

/// A required table `[mesh.memory]`, or several of them: `[[mesh.memory]]`.
pub struct OneOrMore<K>(K);

impl<K: ReadKeys> Value for OneOrMore<K> {
    type Read = Vec<K>;
    const SHAPE: Shape = Shape::TableOrTables(K::TABLE);

    fn read(field: &Field, chip: &Chip) -> Result<Vec<K>> {
        let tables = field.one_or_more()?;
        tables.iter().map(|table| K::read(table, chip)).collect()
    }

    fn settings(values: &Vec<K>, table: &str, key: &str, chip: &Chip, all: &mut Vec<Setting>) {
        match values.as_slice() {
            [value] => all.extend(value.settings(&format!("{table}.{key}"), chip)),
            several => {
                for (number, value) in several.iter().enumerate() {
                    all.extend(value.settings(&format!("{table}.{key} {number}"), chip));
                }
            }
        }
    }
}

/// A list of tables `[[map.endpoint]]`, which may be empty.
pub struct Tables<K>(K);

impl<K: ReadKeys> Value for Tables<K> {
    type Read = Vec<Spot<K>>;
    const SHAPE: Shape = Shape::Tables(K::TABLE);
    const REQUIRED: bool = false;

    fn read(field: &Field, chip: &Chip) -> Result<Self::Read> {
        let read = |element: &Field| Ok(element.spot(K::read(&element.table()?, chip)?));
        field.tables()?.iter().map(read).collect()
    }

    fn take(table: &Table, key: &str, _: &str, chip: &Chip) -> Result<Self::Read> {
        let field = table.optional(key);
        field.map_or(Ok(Vec::new()), |field| Self::read(&field, chip))
    }

    fn settings(values: &Self::Read, table: &str, key: &str, chip: &Chip, all: &mut Vec<Setting>) {
        for value in values {
            all.extend(value.value.settings(&format!("{table}.{key}"), chip));
        }
    }
}
