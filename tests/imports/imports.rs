//! Who imports whom: each import of a file, resolved to the room that it names.

use crate::design::{Crates, House};
use crate::rust;
use crate::text::{blanked, line_at, Keep, Language};
use crate::tree::{Rooms, Source, FACE};
use std::collections::{BTreeMap, BTreeSet};

/// A room imports another one.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    pub file: String,
    pub line: usize,
    pub from: String,
    pub to: String,
}

/// The imports between rooms of one house.
pub fn between_rooms(house: &House, sources: &[Source]) -> BTreeSet<Import> {
    let rooms = Rooms::of(house);
    let inside: Vec<&Source> = sources
        .iter()
        .filter(|source| rooms.of_file(&source.path).is_some())
        .collect();
    let crate_paths = CratePaths::of(&rooms, &inside);
    let headers = Headers::of(&rooms, &inside);
    let mut out = BTreeSet::new();
    for source in inside.iter().filter(|source| !source.is_test()) {
        let from = rooms.of_file(&source.path).expect("a file of this house");
        let named = match source.language {
            Language::Rust => crate_paths.rooms_named_in(source),
            Language::C => headers.rooms_included_in(source, &from),
        };
        let others = named
            .into_iter()
            .filter(|(_, to)| *to != from && from != FACE);
        out.extend(others.map(|(line, to)| Import {
            file: source.path.clone(),
            line,
            from: from.clone(),
            to,
        }));
    }
    out
}

/// How paths of Rust inside one crate lead to rooms.
struct CratePaths<'a> {
    rooms: &'a Rooms<'a>,
    /// All rooms that have a file.
    known: BTreeSet<String>,
    /// What faces hand on: the module of the face and the name, to the path of the name.
    handed_on: BTreeMap<(Vec<String>, String), Vec<String>>,
    own_name: String,
}

impl<'a> CratePaths<'a> {
    fn of(rooms: &'a Rooms<'a>, sources: &[&Source]) -> Self {
        let known = sources
            .iter()
            .filter_map(|source| rooms.of_file(&source.path))
            .collect();
        let mut handed_on = BTreeMap::new();
        for face in sources
            .iter()
            .filter(|source| rooms.of_file(&source.path).as_deref() == Some(FACE))
        {
            let module = module_of(rooms, &face.path);
            for path in rust::handed_on(&face.text) {
                let target = absolute(&module, &path.segments);
                handed_on.insert((module.clone(), path.name), target);
            }
        }
        let own_name = rooms.house.root.split('/').nth(1).unwrap_or_default();
        CratePaths {
            rooms,
            known,
            handed_on,
            own_name: format!("weft_{own_name}"),
        }
    }

    fn rooms_named_in(&self, source: &Source) -> Vec<(usize, String)> {
        let module = module_of(self.rooms, &source.path);
        let mut out = Vec::new();
        for path in rust::outward_paths(&source.text) {
            let mut segments = path.segments;
            if segments[0] == self.own_name {
                segments[0] = "crate".to_string();
            } else if segments[0].starts_with("weft_") {
                continue;
            }
            out.push((path.line, self.room(&absolute(&module, &segments))));
        }
        out
    }

    /// The room to which a path from the root of the crate leads.
    fn room(&self, path: &[String]) -> String {
        let mut path = path.to_vec();
        // A name may be handed on from face to face, at most a few times.
        for _ in 0..4 {
            let parts: Vec<&str> = path.iter().map(String::as_str).collect();
            let room = self.rooms.of_parts(&parts);
            if self.known.contains(&room) && room != FACE {
                return room;
            }
            let Some(next) = self.through_face(&path) else {
                return self.defining(&path);
            };
            path = next;
        }
        FACE.to_string()
    }

    /// The room of a face that defines the name itself: the design may make it a room.
    fn defining(&self, path: &[String]) -> String {
        let face = format!("{}/{}/mod.rs", self.rooms.house.root, path[0]);
        let room = self.rooms.of_file(&face);
        let room = room.filter(|room| self.known.contains(room));
        room.unwrap_or_else(|| FACE.to_string())
    }

    fn through_face(&self, path: &[String]) -> Option<Vec<String>> {
        let longest_first = (0..path.len()).rev();
        longest_first.into_iter().find_map(|at| {
            let target = self
                .handed_on
                .get(&(path[..at].to_vec(), path[at].clone()))?;
            Some(target.iter().chain(&path[at + 1..]).cloned().collect())
        })
    }
}

/// The module of a file, as names from the root of the crate.
fn module_of(rooms: &Rooms, path: &str) -> Vec<String> {
    let inside = path.strip_prefix(&rooms.house.root).unwrap_or(path);
    let mut parts: Vec<String> = inside
        .split('/')
        .filter(|part| !part.is_empty())
        .map(str::to_string)
        .collect();
    let file = parts.pop().unwrap_or_default();
    match file.trim_end_matches(".rs") {
        "lib" | "main" | "mod" => {}
        stem => parts.push(stem.to_string()),
    }
    parts
}

/// A path from the root of the crate, for one that is written in a module.
fn absolute(module: &[String], segments: &[String]) -> Vec<String> {
    let mut path = if segments[0] == "crate" {
        Vec::new()
    } else {
        module.to_vec()
    };
    for segment in segments {
        match segment.as_str() {
            "crate" => path.clear(),
            "self" => {}
            "super" => drop(path.pop()),
            name => path.push(name.to_string()),
        }
    }
    path
}

/// The headers of the library by the names under which they may be included.
struct Headers<'a> {
    rooms: &'a Rooms<'a>,
    /// Each header's path and room.
    all: Vec<(String, String)>,
}

impl<'a> Headers<'a> {
    fn of(rooms: &'a Rooms<'a>, sources: &[&Source]) -> Self {
        let headers = sources.iter().filter(|source| source.path.ends_with(".h"));
        let all =
            headers.filter_map(|source| Some((source.path.clone(), rooms.of_file(&source.path)?)));
        Headers {
            rooms,
            all: all.collect(),
        }
    }

    fn rooms_included_in(&self, source: &Source, from: &str) -> Vec<(usize, String)> {
        let text = blanked(&source.text, source.language, Keep::Strings);
        let mut out = Vec::new();
        for (at, _) in text.match_indices("#include") {
            let name = included_name(&text[at..]);
            out.extend(
                name.and_then(|name| self.room(&source.path, from, name))
                    .map(|room| (line_at(&text, at), room)),
            );
        }
        out
    }

    /// The room of a header. The search path decides which of several headers of one name is meant: the one beside the
    /// file, one in its room, or else that of whichever link or processor was chosen.
    fn room(&self, file: &str, from: &str, name: &str) -> Option<String> {
        if self.rooms.house.system.iter().any(|system| system == name) {
            return None;
        }
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = format!("{folder}/{name}");
        let suffix = format!("/{name}");
        let candidates = || self.all.iter().filter(|(path, _)| path.ends_with(&suffix));
        let exact = candidates().find(|(path, _)| *path == beside);
        let own = candidates().find(|(_, room)| room == from);
        exact
            .or(own)
            .or_else(|| candidates().next())
            .map(|(_, room)| room.clone())
    }
}

/// The name in `#include "..."` or `#include <...>`.
fn included_name(directive: &str) -> Option<&str> {
    let line = directive.lines().next()?;
    let quoted = line.trim_start_matches("#include").trim();
    let name = quoted
        .strip_prefix('"')
        .and_then(|rest| rest.split_once('"'));
    let name = name.or_else(|| {
        quoted
            .strip_prefix('<')
            .and_then(|rest| rest.split_once('>'))
    });
    name.map(|(name, _)| name)
}

/// The imports from crate to crate.
pub fn between_crates(sources: &[Source]) -> BTreeSet<Import> {
    let mut out = BTreeSet::new();
    let of_crates =
        |source: &&Source| source.language == Language::Rust && source.path.starts_with("crates/");
    for source in sources
        .iter()
        .filter(of_crates)
        .filter(|source| !source.is_test())
    {
        let from = source.path.split('/').nth(1).unwrap_or_default();
        for path in rust::outward_paths(&source.text) {
            let to = path.segments[0].strip_prefix("weft_").unwrap_or(from);
            if to != from {
                let (from, to) = (from.to_string(), to.to_string());
                out.insert(Import {
                    file: source.path.clone(),
                    line: path.line,
                    from,
                    to,
                });
            }
        }
    }
    out
}

/// The floors of the crates, as a house whose rooms are the crates.
pub fn house_of_crates(crates: &Crates) -> House {
    House {
        root: "crates".to_string(),
        floors: crates.floors.clone(),
        ..House::default()
    }
}
