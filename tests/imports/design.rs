//! The design of the project as data, and what does not follow it.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Which room may import which, where mechanisms are named, and how long files and functions may be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Design {
    pub crates: Crates,
    pub house: Vec<House>,
    pub mechanism: Vec<Mechanism>,
    pub length: Length,
}

/// The crates, from the ground up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crates {
    pub floors: Vec<Vec<String>>,
}

/// A folder of sources with rooms on floors. Crates without an entry have rooms, but no floors.
#[derive(Deserialize, Default, Clone)]
#[serde(deny_unknown_fields)]
pub struct House {
    /// The folder, relative to the repository.
    pub root: String,
    /// Patterns of rooms, from the ground up. A room imports rooms of lower floors only.
    #[serde(default)]
    pub floors: Vec<Vec<String>>,
    /// Pairs that no floor forbids: the first room never imports the second.
    #[serde(default)]
    pub never: Vec<[String; 2]>,
    /// Files that are in another room than their path says, by pattern; the first that matches counts.
    #[serde(default)]
    pub members: Vec<[String; 2]>,
    /// Names of headers that are the system's where this house includes them, though a room has one of that name.
    #[serde(default)]
    pub system: Vec<String>,
}

/// A word that only the rooms of its mechanism use.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mechanism {
    pub word: String,
    /// Folders and files, relative to the repository.
    pub rooms: Vec<String>,
    /// Names that contain the word by chance: those of a standard or of a library.
    #[serde(default)]
    pub foreign: Vec<String>,
}

/// The maximum lengths in lines, and the folders in which they hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Length {
    pub file: usize,
    pub function: usize,
    pub folders: Vec<String>,
    /// Files that may be longer, each with the reason.
    #[serde(default)]
    pub longer: BTreeMap<String, String>,
}

/// Everything in a tree that does not follow the design.
#[derive(Default, Debug, PartialEq)]
pub struct Deviations {
    /// `FILE -> ROOM`
    pub imports: BTreeSet<String>,
    /// `ROOT: ROOM ROOM...`
    pub circles: BTreeSet<String>,
    /// `FILE: WORD COUNT`
    pub mechanisms: BTreeSet<String>,
    /// `FILE: LINES`
    pub files: BTreeSet<String>,
    /// `FILE: FUNCTION LINES`
    pub functions: BTreeSet<String>,
}

/// Reads a TOML file that belongs to this test.
pub fn read<T: serde::de::DeserializeOwned>(path: &Path) -> T {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Does a name match a pattern, in which each `*` stands for any characters but `/`?
pub fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|tail| {
            let end = tail.find('/').unwrap_or(tail.len());
            (0..=end).any(|taken| tail.is_char_boundary(taken) && matches(rest, &tail[taken..]))
        }),
    }
}
