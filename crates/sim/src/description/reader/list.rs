//! Lists of tables, such as `[[bus.segment]]`. Files contain the tables in sequence; an option overrides a key of one: `--set
//! bus.segment.io.single_access=6`.

use toml::de::DeValue;

use super::field::Value;
use super::{Field, Table};
use crate::description::{PlatformError, Result};

impl<'a> Field<'a> {
    /// Reads the tables of a list, with the keys that options override. An option names a table by its `name`, or by its number from 0 on.
    ///
    /// # Errors
    /// If it is not a list of tables, or an option names a table that does not exist.
    pub fn tables(&self) -> Result<Vec<Field<'a>>> {
        let layers = self.layers();
        let (options, lists) = layers.split_at(self.values.iter().take_while(sets_keys).count());
        let mut tables = match lists.first() {
            Some(list) => list.elements(&format!("[[{}]]: it is a list of tables", self.path))?,
            None => Vec::new(),
        };
        for option in options.iter().rev() {
            let option = option.table()?;
            for key in option.keys() {
                let change = option.required(key, "")?;
                let called = |(number, table): (usize, &Field)| table.is_called(key, number);
                let Some(number) = tables.iter().enumerate().position(called) else {
                    return Err(self.not_there(&change, &tables));
                };
                tables[number] = change.over(tables[number].clone());
            }
        }
        Ok(tables)
    }

    /// Reads a list of tables that is not empty; a single table is taken as a list of one.
    ///
    /// # Errors
    /// If it is not a table or list of tables, or an option names a table that does not exist.
    pub fn one_or_more(&self) -> Result<Vec<Table<'a>>> {
        let written = self.values.iter().find(|value| !sets_keys(value));
        match written.map(|value| value.value.get_ref()) {
            Some(DeValue::Array(array)) if array.is_empty() => {
                Err(self.error("is empty; write a table or more"))
            }
            Some(DeValue::Array(_)) => self.tables()?.iter().map(Field::table).collect(),
            _ => Ok(vec![self.table()?]),
        }
    }

    fn is_called(&self, key: &str, number: usize) -> bool {
        key == number.to_string() || self.name() == Some(key)
    }

    fn name(&self) -> Option<&'a str> {
        self.table().ok()?.optional("name")?.text().ok()
    }

    fn not_there(&self, change: &Field, tables: &[Field]) -> PlatformError {
        let names = |(number, table): (usize, &Field)| match table.name() {
            Some(name) => format!("{number} or {name}"),
            None => number.to_string(),
        };
        let known: Vec<String> = tables.iter().enumerate().map(names).collect();
        let list = &self.path;
        change.error(match known.is_empty() {
            true => format!("cannot be set: the platform has no [[{list}]]; write it in a file"),
            false => format!(
                "is no table of [[{list}]]; known: {}; write {list}.0.KEY=VALUE",
                known.join(", ")
            ),
        })
    }
}

/// Is it the value of an option? Such a value overrides keys, and does not replace the list.
fn sets_keys(value: &&Value) -> bool {
    value.document.is_option && matches!(value.value.get_ref(), DeValue::Table(_))
}
