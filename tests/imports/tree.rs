//! The source files of a tree, and the rooms in which they are.

use crate::design::{matches, House};
use crate::text::Language;
use std::path::Path;

/// A source file.
pub struct Source {
    /// Relative to the repository.
    pub path: String,
    pub language: Language,
    pub text: String,
}

/// The sources of the folders that match a pattern, sorted by path.
pub fn sources(repository: &Path, folders: &[String]) -> Vec<Source> {
    let mut paths = Vec::new();
    for pattern in folders {
        collect(repository, "", pattern, &mut paths);
    }
    paths.sort();
    paths.dedup();
    paths
        .into_iter()
        .filter_map(|path| source(repository, path))
        .collect()
}

fn source(repository: &Path, path: String) -> Option<Source> {
    let language = match path.rsplit('.').next() {
        Some("rs") => Language::Rust,
        Some("c" | "h") => Language::C,
        _ => return None,
    };
    let bytes = std::fs::read(repository.join(&path)).expect("a source file can be read");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Some(Source {
        path,
        language,
        text,
    })
}

/// Adds the paths of all files below the folders that match the pattern.
fn collect(repository: &Path, folder: &str, pattern: &str, out: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(repository.join(folder)) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() {
            name
        } else {
            format!("{folder}/{name}")
        };
        let is_inside = is_below(pattern, &path);
        if entry.path().is_dir() && (is_inside || leads_to(pattern, &path)) {
            collect(repository, &path, pattern, out);
        } else if is_inside {
            out.push(path);
        }
    }
}

/// Is the path the folder or file that the pattern names, or below it? A module's file needs no extension in a pattern.
pub fn is_below(pattern: &str, path: &str) -> bool {
    let depth = pattern.split('/').count();
    let parts: Vec<&str> = path.split('/').collect();
    let start = parts[..depth.min(parts.len())].join("/");
    parts.len() >= depth
        && (matches(pattern, &start) || matches(pattern, start.trim_end_matches(".rs")))
}

/// Is the path a folder above what the pattern names?
fn leads_to(pattern: &str, path: &str) -> bool {
    let depth = path.split('/').count();
    let parts: Vec<&str> = pattern.split('/').collect();
    parts.len() > depth && matches(&parts[..depth].join("/"), path)
}

impl Source {
    /// Is this a file of unit tests? They may import and name what they like.
    pub fn is_test(&self) -> bool {
        let inside = self
            .path
            .split_once("/src/")
            .map_or("", |(_, inside)| inside);
        let mut stems = inside
            .split('/')
            .map(|part| part.split('.').next().unwrap_or(part));
        stems.any(|stem| stem == "tests" || stem.ends_with("_tests"))
    }
}

/// A crate's or the library's folder with the names of its rooms.
pub struct Rooms<'a> {
    pub house: &'a House,
    /// Folders whose entries are rooms of their own: `part` for the pattern `part/*`.
    split: Vec<&'a str>,
}

/// The name of a room that is not one: the files that declare and hand on the others.
pub const FACE: &str = "(face)";

impl<'a> Rooms<'a> {
    pub fn of(house: &'a House) -> Self {
        let patterns = house.floors.iter().flatten();
        let split = patterns
            .filter_map(|pattern| pattern.split_once('/'))
            .map(|(folder, _)| folder);
        Rooms {
            house,
            split: split.collect(),
        }
    }

    /// The room of a file, or `FACE`; none for a file outside this house.
    pub fn of_file(&self, path: &str) -> Option<String> {
        if let Some([_, room]) = self
            .house
            .members
            .iter()
            .find(|[pattern, _]| is_below(pattern, path))
        {
            return Some(room.clone());
        }
        let inside = path.strip_prefix(&self.house.root)?.strip_prefix('/')?;
        let parts: Vec<&str> = inside.split('/').collect();
        Some(self.of_parts(&parts))
    }

    /// The room of a path inside the house, given as folders and a file.
    pub fn of_parts(&self, parts: &[&str]) -> String {
        let stem = |part: &str| part.split('.').next().unwrap_or(part).to_string();
        match parts {
            [] | ["lib.rs" | "main.rs"] => FACE.to_string(),
            [folder, "mod.rs"] if self.split.contains(folder) => FACE.to_string(),
            [folder, second, ..] if self.split.contains(folder) => {
                format!("{folder}/{}", stem(second))
            }
            [first, ..] => stem(first),
        }
    }

    /// The number of a room's floor: that of the first pattern without `*` that matches, else of the first with one.
    pub fn floor(&self, room: &str) -> Option<usize> {
        let has = |exact: bool| {
            let fits =
                move |pattern: &String| pattern.contains('*') != exact && matches(pattern, room);
            self.house
                .floors
                .iter()
                .position(|floor| floor.iter().any(fits))
        };
        has(true).or_else(|| has(false))
    }
}
