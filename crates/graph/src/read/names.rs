//! The names of tasks in edges: `decoder`; in a group `stage[0]`, `stage[last]`, or `stage[*]` for all of them.

use std::ops::Range;

use weft_sim::platform::reader::Field;

use super::values::Values;
use crate::Result;

/// The names of tasks and groups.
#[derive(Default)]
pub(super) struct Names(Vec<Name>);

struct Name {
    name: String,
    tasks: Range<usize>,
    is_group: bool,
}

impl Names {
    /// Adds the name of a task, or of a group of tasks.
    pub(super) fn add(&mut self, name: &str, tasks: Range<usize>, is_group: bool) {
        self.0.push(Name {
            name: name.to_string(),
            tasks,
            is_group,
        });
    }

    /// Returns the groups with their sizes.
    pub(super) fn groups(&self) -> Vec<(String, usize)> {
        let groups = self.0.iter().filter(|name| name.is_group);
        groups
            .map(|group| (group.name.clone(), group.tasks.len()))
            .collect()
    }

    /// Returns the tasks of the group that a field names.
    pub(super) fn group(&self, field: &Field) -> Result<Range<usize>> {
        let found = self.find(field, field.text()?)?;
        if !found.is_group {
            return Err(field.error("is a single task; a chain needs one with `count`"));
        }
        Ok(found.tasks.clone())
    }

    /// Returns the tasks that a field names.
    pub(super) fn tasks(&self, field: &Field, values: &Values) -> Result<Vec<usize>> {
        let text = field.text()?;
        let (name, index) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            Some((name, index)) => (name, Some(index)),
            None => (text, None),
        };
        let found = self.find(field, name)?;
        match (found.is_group, index) {
            (false, None) => Ok(found.tasks.clone().collect()),
            (false, Some(_)) => Err(field.error(format!("is \"{text}\", but {name} has no `count`; write \"{name}\""))),
            (true, None) => Err(field.error(format!(
                "is \"{name}\", which has a `count`; write \"{name}[0]\", \"{name}[last]\" or \"{name}[*]\""
            ))),
            (true, Some(index)) => selected(field, &found.tasks, index, values),
        }
    }

    fn find(&self, field: &Field, name: &str) -> Result<&Name> {
        let found = self.0.iter().find(|known| known.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.0.iter().map(|known| known.name.as_str()).collect();
            let known = known.join(", ");
            field.error(format!(
                "is \"{name}\", but there is no such task; there is {known}"
            ))
        })
    }
}

/// Returns the tasks of a group that `index` selects.
fn selected(
    field: &Field,
    tasks: &Range<usize>,
    index: &str,
    values: &Values,
) -> Result<Vec<usize>> {
    let value = values.get(index).map(|value| value as usize);
    let one = match index {
        "*" => return Ok(tasks.clone().collect()),
        "last" => Some(tasks.len() - 1),
        _ => index.parse().ok().or(value),
    };
    match one {
        Some(one) if one < tasks.len() => Ok(vec![tasks.start + one]),
        _ => Err(field.error(format!(
            "has [{index}]; write a number from 0 to {}, `last`, or `*` for all",
            tasks.len() - 1
        ))),
    }
}
