//! `results.json`: the facts of each run when it was last recorded.

use crate::facts::Facts;
use crate::runs::Runs;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

const FILE: &str = "results.json";

/// Facts by the name of the run.
pub struct Results(BTreeMap<String, Facts>);

impl From<Vec<(String, Facts)>> for Results {
    fn from(results: Vec<(String, Facts)>) -> Results {
        Results(results.into_iter().collect())
    }
}

impl Results {
    pub fn read(folder: &Path) -> Results {
        let text = std::fs::read_to_string(folder.join(FILE)).expect("the results");
        Results(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{FILE}: {error}")))
    }

    pub fn write(&self, folder: &Path) {
        let text = serde_json::to_string_pretty(&self.0).expect("names are text");
        std::fs::write(folder.join(FILE), text + "\n").expect("the results are written");
    }

    pub fn of(&self, run: &str) -> Option<&Facts> {
        self.0.get(run)
    }

    /// A complaint about each result that belongs to no run.
    pub fn names_without<'a>(&'a self, runs: &'a Runs) -> impl Iterator<Item = String> + 'a {
        let is_left = |name: &&String| !runs.names().any(|known| known == **name);
        let left = self.0.keys().filter(is_left);
        left.map(|name| format!("{name}: is recorded, but not in runs.toml"))
    }

    /// The names of the runs that are new or have other facts than before.
    pub fn changed_since(&self, before: &Results) -> Vec<&str> {
        let is_changed = |(name, facts): &(&String, &Facts)| before.of(name) != Some(*facts);
        let changed = self.0.iter().filter(is_changed);
        changed.map(|(name, _)| name.as_str()).collect()
    }
}

/// Tells what has another value than `expected`, or is missing. Facts that were not recorded may come.
pub fn difference<'a>(expected: &'a Facts, facts: &'a Facts) -> impl Iterator<Item = String> + 'a {
    expected.iter().filter_map(|(name, before)| {
        let now = facts.get(name).unwrap_or(&Value::Null);
        (now != before).then(|| format!("{name} was {}, is {}", short(before), short(now)))
    })
}

/// A value for a message: a digest by its first digits.
fn short(value: &Value) -> String {
    match value {
        Value::String(digest) if digest.len() == 64 => format!("sha256 {}...", &digest[..12]),
        other => other.to_string(),
    }
}
