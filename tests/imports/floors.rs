//! The checks of rooms: nobody imports from above or from beside, and no rooms import each other in a circle.

use crate::design::{matches, House};
use crate::imports::Import;
use crate::tree::{Rooms, FACE};
use std::collections::{BTreeMap, BTreeSet};

/// Why a room must not import another one; nothing when it may.
pub fn objection(house: &House, from: &str, to: &str) -> Option<String> {
    if house.floors.is_empty() {
        return None;
    }
    let rooms = Rooms::of(house);
    if to == FACE {
        return Some("no room imports what the face of its crate defines".to_string());
    }
    let forbids = |pair: &&[String; 2]| matches(&pair[0], from) && matches(&pair[1], to);
    if house.never.iter().any(|pair| forbids(&pair)) {
        return Some(format!("`{from}` must know nothing of `{to}`"));
    }
    match (rooms.floor(from)?, rooms.floor(to)?) {
        (own, other) if other < own => None,
        (own, other) if other == own => Some(format!("`{to}` is on the same floor as `{from}`")),
        _ => Some(format!("`{to}` is above `{from}`")),
    }
}

/// Rooms that are on no floor of a house that has floors.
pub fn homeless<'a>(house: &House, rooms: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let plan = Rooms::of(house);
    let without = rooms.filter(|room| *room != FACE && plan.floor(room).is_none());
    if house.floors.is_empty() {
        BTreeSet::new()
    } else {
        without.collect()
    }
}

/// The circles: sets of rooms each of which reaches every other one by imports.
pub fn circles(imports: &BTreeSet<Import>) -> Vec<BTreeSet<&str>> {
    let mut out: Vec<BTreeSet<&str>> = Vec::new();
    let arrows = arrows(imports);
    for room in arrows.keys() {
        let there = reached(&arrows, room);
        let circle: BTreeSet<&str> = there
            .iter()
            .copied()
            .filter(|other| reached(&arrows, other).contains(room))
            .collect();
        if circle.len() > 1 && !out.contains(&circle) {
            out.push(circle);
        }
    }
    out
}

fn arrows(imports: &BTreeSet<Import>) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut out: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for import in imports.iter().filter(|import| import.to != FACE) {
        out.entry(&import.from).or_default().insert(&import.to);
    }
    out
}

/// Everything that can be reached from a room by one import or more.
fn reached<'a>(arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>, room: &str) -> BTreeSet<&'a str> {
    let mut out = BTreeSet::new();
    let mut next = vec![room];
    while let Some(room) = next.pop() {
        for other in arrows.get(room).into_iter().flatten() {
            if out.insert(*other) {
                next.push(other);
            }
        }
    }
    out
}
