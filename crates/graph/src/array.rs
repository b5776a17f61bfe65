//! The mesh as the mapper sees it: the positions of the cores, and the distances between them.
//!
//! Packets are routed dimension by dimension: along x first, then y, then z.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use weft_sim::platform::Platform;
use weft_sim::port::TaskMemory;
use weft_sim::Machine;

/// The coordinates of a router, and of the tile that is connected to it: x, y, z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position(pub [usize; 3]);

/// An array of tiles.
#[derive(Clone, Debug)]
pub struct Array {
    /// The platform's name.
    pub name: String,
    /// Routers along x, y and z.
    pub size: [usize; 3],
    /// The positions of core 0, core 1, and so on.
    pub cores: Vec<Position>,
    /// The memory tiles, with consecutive addresses. The flows are assigned to them in turn.
    pub memories: Vec<TaskMemory>,
    /// The position of the host.
    pub host: Position,
    /// Size in bytes of the largest block that can be sent.
    pub block_bytes: u64,
    /// The number of tasks that a tile's table can hold.
    pub table_entries: usize,
}

/// A flow's region in a memory tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowMemory {
    /// The memory's name.
    pub name: String,
    /// Offset of the region in the memory, in bytes.
    pub offset: u64,
    /// Address of the region in the common address space of all memories.
    pub base: u64,
}

/// A straight row of links that the mapper should avoid, in both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Avoided {
    dimension: usize,
    /// For each of its links, the lower of the two coordinates along that dimension.
    links: RangeInclusive<usize>,
    /// A router of the row.
    through: Position,
}

impl Array {
    /// Returns the array of a platform; `None` if tasks cannot be placed on it.
    pub fn of(platform: &Platform) -> Option<Array> {
        let array = Machine::tile_array(platform)?;
        Some(Array {
            name: platform.name.clone(),
            size: array.size,
            cores: array.cores.into_iter().map(Position).collect(),
            memories: array.memories,
            host: Position(array.host),
            block_bytes: array.block_bytes,
            table_entries: array.table_entries,
        })
    }

    /// Is there a router at this position?
    pub fn contains(&self, position: Position) -> bool {
        let within = position.0.iter().zip(self.size);
        within.into_iter().all(|(at, size)| *at < size)
    }

    /// Returns the memory tile of a flow. Flows are assigned to the tiles in turn.
    pub fn memory_of(&self, flow: usize) -> &TaskMemory {
        &self.memories[flow % self.memories.len()]
    }

    /// Returns the memory region of a flow. Each flow has a region of `bytes` bytes.
    pub fn flow_memory(&self, flow: usize, bytes: u32) -> FlowMemory {
        let (turn, number) = (flow / self.memories.len(), flow % self.memories.len());
        let offset = turn as u64 * u64::from(bytes);
        let before = self.memories[..number].iter().map(|memory| memory.bytes);
        FlowMemory {
            name: self.memories[number].name.clone(),
            offset,
            base: before.sum::<u64>() + offset,
        }
    }

    /// Is there a memory tile at a position?
    pub fn has_memory_at(&self, at: Position) -> bool {
        self.memories.iter().any(|memory| memory.at == at.0)
    }

    /// Returns the mapper's cost of a word on an avoided link: more than that of any route without one.
    pub fn penalty(&self) -> u64 {
        self.size.iter().sum::<usize>() as u64
    }

    /// Returns the number of hops from one router to another, plus the penalty for each avoided link of the route.
    pub fn cost(&self, from: Position, to: Position, avoided: &[Avoided]) -> u64 {
        let met: usize = avoided.iter().map(|row| row.met(from, to)).sum();
        from.hops(to) + met as u64 * self.penalty()
    }
}

impl Position {
    /// Returns the number of links between two routers.
    pub fn hops(self, to: Position) -> u64 {
        let steps = self.0.iter().zip(to.0);
        steps.map(|(a, b)| a.abs_diff(b) as u64).sum()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [x, y, 0] => write!(f, "{x},{y}"),
            [x, y, z] => write!(f, "{x},{y},{z}"),
        }
    }
}

impl std::str::FromStr for Position {
    type Err = String;

    /// Parses `x,y` or `x,y,z`.
    fn from_str(text: &str) -> Result<Position, String> {
        let wrong = || format!("`{text}` is not a position; write x,y such as 1,0");
        let numbers = text.split(',').map(|number| number.trim().parse());
        let numbers: Vec<usize> = numbers.collect::<Result<_, _>>().map_err(|_| wrong())?;
        Position::from_coordinates(&numbers).ok_or_else(wrong)
    }
}

impl Position {
    /// Converts two or three coordinates to a position.
    pub fn from_coordinates(coordinates: &[usize]) -> Option<Position> {
        match *coordinates {
            [x, y] => Some(Position([x, y, 0])),
            [x, y, z] => Some(Position([x, y, z])),
            _ => None,
        }
    }
}

impl Avoided {
    /// Returns the links between two routers that differ in one coordinate only.
    pub fn between(a: Position, b: Position) -> Option<Avoided> {
        let mut differing = (0..3).filter(|dimension| a.0[*dimension] != b.0[*dimension]);
        let dimension = differing.next()?;
        let (low, high) = (a.min(b).0[dimension], a.max(b).0[dimension]);
        differing.next().is_none().then_some(Avoided {
            dimension,
            links: low..=high - 1,
            through: a,
        })
    }

    /// Returns the routers at its ends.
    pub fn ends(&self) -> [Position; 2] {
        let end = |at| {
            let mut end = self.through;
            end.0[self.dimension] = at;
            end
        };
        [end(*self.links.start()), end(*self.links.end() + 1)]
    }

    /// Returns over how many of its links the route from one router to another leads.
    fn met(&self, from: Position, to: Position) -> usize {
        let dimension = self.dimension;
        // On this dimension's part of the route, the lower dimensions have the destination's coordinates, the higher ones the source's.
        let same = |other: usize| {
            let there = if other < dimension { to } else { from };
            other == dimension || there.0[other] == self.through.0[other]
        };
        let (one, other) = (from.0[dimension], to.0[dimension]);
        let first = one.min(other).max(*self.links.start());
        let after = one.max(other).min(*self.links.end() + 1);
        match (0..3).all(same) {
            true => after.saturating_sub(first),
            false => 0,
        }
    }
}

impl std::str::FromStr for Avoided {
    type Err = String;

    /// Parses two positions with `-` between them.
    fn from_str(text: &str) -> Result<Avoided, String> {
        let wrong = || {
            format!("`{text}` are no links in a row; write two routers of a row or column, such as 1,0-1,3")
        };
        let (a, b) = text.split_once('-').ok_or_else(wrong)?;
        Avoided::between(a.parse()?, b.parse()?).ok_or_else(wrong)
    }
}

impl fmt::Display for Avoided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.ends();
        write!(f, "{a}-{b}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    /// Walks along the route link by link, and counts the avoided links.
    fn walked(from: Position, to: Position, avoided: &Avoided) -> usize {
        let [a, b] = avoided.ends();
        let (mut at, mut met) = (from, 0);
        for dimension in 0..3 {
            while at.0[dimension] != to.0[dimension] {
                let mut next = at;
                let forward = at.0[dimension] < to.0[dimension];
                next.0[dimension] = if forward {
                    at.0[dimension] + 1
                } else {
                    at.0[dimension] - 1
                };
                let on_row = |p: Position| (0..3).all(|d| (a.0[d]..=b.0[d]).contains(&p.0[d]));
                met += usize::from(on_row(at) && on_row(next));
                at = next;
            }
        }
        met
    }

    #[test]
    fn avoided_links_are_those_on_the_route() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut any = || Position([random.usize(..4), random.usize(..5), random.usize(..2)]);
        for _ in 0..2000 {
            let (from, to, a, mut b) = (any(), any(), any(), any());
            let dimension = b.0[0] % 3;
            for other in (0..3).filter(|other| *other != dimension) {
                b.0[other] = a.0[other];
            }
            if let Some(avoided) = Avoided::between(a, b) {
                assert_eq!(
                    avoided.met(from, to),
                    walked(from, to, &avoided),
                    "{from} to {to}, {avoided}"
                );
            }
        }
    }

    #[test]
    fn a_row_of_links_is_written_as_its_ends() {
        let avoided: Avoided = "1,3-1,0".parse().unwrap();
        assert_eq!(avoided.to_string(), "1,0-1,3");
        for wrong in ["1,0", "1,0-2,1", "1,0-1,0", "a-b", "1-2"] {
            assert!(wrong.parse::<Avoided>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn positions_have_two_or_three_coordinates() {
        assert_eq!(position("1,2").to_string(), "1,2");
        assert_eq!(position("1,2,3").to_string(), "1,2,3");
        assert_eq!(position("0,0").hops(position("3,4,1")), 8);
        assert!("1".parse::<Position>().is_err());
        assert!("1,-2".parse::<Position>().is_err());
    }
}
