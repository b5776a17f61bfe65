//! The parameters of a graph, and numbers that are given by a parameter's name.

use std::ops::RangeInclusive;

use weft_sim::platform::reader::{Field, Table};

use crate::graph::spelled;
use crate::Result;

/// Maximum value of a parameter: as a C macro it must fit `int`.
const MAX_PARAMETER: u64 = i32::MAX as u64;

/// The parameters, by name.
pub(super) struct Values(Vec<(String, u64)>);

impl Values {
    /// Reads the parameters of the file; those in `set` override the file's values.
    pub(super) fn read(root: &Table, set: &[(String, u64)]) -> Result<Values> {
        let table = root.optional_table("parameters")?;
        let mut values = Vec::new();
        for key in table.keys() {
            let field = table.required(key, "stages = 6")?;
            if !is_identifier(key) {
                return Err(field.error("is no name of a parameter: it becomes a C macro, so write letters, digits and _"));
            }
            let is_same = |(other, _): &(String, u64)| spelled(other) == spelled(key);
            if values.iter().any(is_same) {
                return Err(field.error(format!(
                    "is the macro {} as another parameter is; rename one",
                    spelled(key)
                )));
            }
            values.push((key.to_string(), field.integer(0..=MAX_PARAMETER)?));
        }
        let mut values = Values(values);
        for (name, value) in set {
            values.set(root, name, *value)?;
        }
        Ok(values)
    }

    fn set(&mut self, root: &Table, name: &str, value: u64) -> Result<()> {
        let known = self.names();
        let error = |message: String| {
            let place = root.place;
            place.document.error(place.at, message)
        };
        if value > MAX_PARAMETER {
            return Err(error(format!(
                "--set {name}={value}: the most is {MAX_PARAMETER}"
            )));
        }
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => {
                *old = value;
                Ok(())
            }
            None => Err(error(format!(
                "--set {name}: the graph has no such parameter; it has {known}"
            ))),
        }
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|(name, _)| name.as_str()).collect();
        match names.is_empty() {
            true => "none".to_string(),
            false => names.join(", "),
        }
    }

    /// Returns all parameters.
    pub(super) fn all(&self) -> Vec<(String, u64)> {
        self.0.clone()
    }

    /// Returns the value of the parameter with this name.
    pub(super) fn get(&self, name: &str) -> Option<u64> {
        let found = self.0.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| *value)
    }

    /// Reads a number in `range`: an integer, or the name of a parameter.
    pub(super) fn number(&self, field: &Field, range: RangeInclusive<u64>) -> Result<u64> {
        let Ok(name) = field.text() else {
            return field.integer(range);
        };
        let value = self.get(name).ok_or_else(|| {
            field.error(format!(
                "is \"{name}\"; write an integer or a parameter's name (there is {})",
                self.names()
            ))
        })?;
        if !range.contains(&value) {
            let (least, most) = (range.start(), range.end());
            return Err(field.error(format!(
                "is \"{name}\" = {value}; it must be from {least} to {most}"
            )));
        }
        Ok(value)
    }

    /// Reads the number under `key`, or returns `default` if the file omits the key.
    pub(super) fn or(
        &self,
        table: &Table,
        key: &str,
        default: u64,
        range: RangeInclusive<u64>,
    ) -> Result<u64> {
        let field = table.optional(key);
        field.map_or(Ok(default), |field| self.number(&field, range))
    }

    /// Reads the number under `key`, which is required.
    pub(super) fn required(
        &self,
        table: &Table,
        key: &str,
        example: &str,
        range: RangeInclusive<u64>,
    ) -> Result<u64> {
        self.number(&table.required(key, example)?, range)
    }

    /// Returns the text with each `{parameter}` replaced by its value. `{flow}` is left for later.
    pub(super) fn fill(&self, field: &Field) -> Result<String> {
        let mut rest = field.text()?;
        let mut filled = String::new();
        while let Some((before, (name, after))) = hole(rest) {
            filled += before;
            match (name, self.get(name)) {
                ("flow", _) => filled += "{flow}",
                (_, Some(value)) => filled += &value.to_string(),
                _ => {
                    return Err(field.error(format!(
                        "has {{{name}}}, which is no parameter; there is flow, {}",
                        self.names()
                    )))
                }
            }
            rest = after;
        }
        Ok(filled + rest)
    }
}

/// Splits a text at its first `{name}`: the text before it, the name, and the text after it.
fn hole(text: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = text.split_once('{')?;
    Some((before, rest.split_once('}')?))
}

/// Can a C macro have this name?
fn is_identifier(name: &str) -> bool {
    let first = name.chars().next();
    first.is_some_and(|c| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
