//! What platform files call the choices of a network.

use super::{Allocation, Direction, Pipeline};
use crate::description::keys::Choice;

impl Choice for Pipeline {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("four-stage", Pipeline::FourStage),
        ("look-ahead", Pipeline::LookAhead),
    ];
}

impl Choice for Allocation {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("round-robin", Allocation::RoundRobin),
        ("fixed-priority", Allocation::FixedPriority),
    ];
}

/// The edges of a mesh.
impl Choice for Direction {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("north", Direction::North),
        ("south", Direction::South),
        ("west", Direction::West),
        ("east", Direction::East),
    ];
}
