//! Keys whose value is a table of keys.

use super::super::error::PlatformError;
use super::super::reader::{Field, Table};
use super::{Chip, Entry, ReadKeys, Setting, Shape, Value};

/// A table that a file must have, or, as an `Option`, the part that it describes is not there without it.
pub struct Nested<K>(K);

impl<K: ReadKeys> Value for Nested<K> {
    type Read = K;
    const SHAPE: Shape = Shape::Table(K::TABLE);

    fn read(field: &Field, chip: &Chip) -> Result<K, PlatformError> {
        K::read(&field.table()?, chip)
    }

    fn write(value: &K) -> String {
        let written = |setting: Setting| format!("{} = {}", setting.key, setting.value);
        let keys: Vec<String> = value.settings("").into_iter().map(written).collect();
        format!("{{ {} }}", keys.join(", "))
    }

    fn settings(value: &K, table: &str, key: &str, all: &mut Vec<Setting>) {
        all.extend(value.settings(&format!("{table}.{key}")));
    }
}

/// A table that a file may leave out: its keys are then those that it would leave out.
pub struct NestedOrEmpty<K>(K);

impl<K: ReadKeys> Entry for NestedOrEmpty<K> {
    type Read = K;
    const SHAPE: Shape = Shape::Table(K::TABLE);
    const REQUIRED: bool = false;

    fn take(table: &Table, key: &str, _: &str, chip: &Chip) -> Result<K, PlatformError> {
        K::read(&table.optional_table(key)?, chip)
    }

    fn constant(value: &K) -> String {
        <Nested<K> as Value>::write(value)
    }

    fn settings(value: &K, table: &str, key: &str, all: &mut Vec<Setting>) {
        <Nested<K> as Value>::settings(value, table, key, all);
    }
}
