//! The names of the directions in platform files.

use super::Direction;
use crate::description::keys::Choice;

/// The edges of a mesh.
impl Choice for Direction {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("north", Direction::North),
        ("south", Direction::South),
        ("west", Direction::West),
        ("east", Direction::East),
    ];
}
