//! Types of values of the mesh's keys: positions, sizes, edges.

use crate::description::keys::{Chip, Choice, Count, Shape, Value};
use crate::description::{Field, Result, MAX_CORES};
use crate::noc::position::numbers;
use crate::noc::Direction;

/// The number of tiles along x and y, or along x, y and z.
pub struct Sides;

/// Maximum tiles on a side: those of the cores, the memory and the host.
const MAX_TILES: u64 = MAX_CORES as u64 + 2;

impl Value for Sides {
    type Read = [usize; 3];
    const SHAPE: Shape = Shape::List(&Count::<1, MAX_TILES>::SHAPE);

    fn read(field: &Field, _: &Chip) -> Result<[usize; 3]> {
        match numbers(field, 1..=MAX_TILES)?[..] {
            [x, y] => Ok([x, y, 1]),
            [x, y, z] => Ok([x, y, z]),
            _ => {
                Err(field
                    .error("must be the tiles in x and y, or in x, y and z, for example [4, 5]"))
            }
        }
    }

    fn write(size: &[usize; 3]) -> String {
        match size {
            [x, y, 1] => format!("[{x}, {y}]"),
            [x, y, z] => format!("[{x}, {y}, {z}]"),
        }
    }
}

/// Two opposite edges, read as the first of them.
pub struct Edges;

impl Value for Edges {
    type Read = Direction;
    const SHAPE: Shape = Shape::Pair(&Direction::SHAPE);

    fn read(field: &Field, chip: &Chip) -> Result<Direction> {
        let elements = field.elements("edges = [\"north\", \"south\"]")?;
        let edges = elements
            .iter()
            .map(|element| Direction::read(element, chip));
        match edges.collect::<Result<Vec<_>, _>>()?[..] {
            [requesters, responders] if responders == requesters.opposite() => Ok(requesters),
            _ => Err(field.error(
                "must be the edge of those that request and the opposite one, of those that answer, for example [\"north\", \"south\"]",
            )),
        }
    }

    fn write(edge: &Direction) -> String {
        format!("[\"{}\", \"{}\"]", edge.word(), edge.opposite().word())
    }
}
