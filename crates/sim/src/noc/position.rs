//! Coordinates in a grid, as platform files write them.

use crate::description::keys::{Chip, Count, Shape, Value};
use crate::description::{Field, Result};

/// Coordinates of a tile: x and y, or x, y and z.
pub struct Position;

impl Value for Position {
    type Read = [usize; 3];
    const SHAPE: Shape = Shape::List(&Count::<0, { u32::MAX as u64 }>::SHAPE);

    fn read(field: &Field, _: &Chip) -> Result<[usize; 3]> {
        match numbers(field, 0..=u64::from(u32::MAX))?[..] {
            [x, y] => Ok([x, y, 0]),
            [x, y, z] => Ok([x, y, z]),
            _ => Err(field.error("must be a place on the mesh, x and y, for example [0, 0]")),
        }
    }

    fn write(at: &[usize; 3]) -> String {
        match at {
            [x, y, 0] => format!("[{x}, {y}]"),
            [x, y, z] => format!("[{x}, {y}, {z}]"),
        }
    }
}

/// Reads a list of numbers, each in the range.
///
/// # Errors
/// If it is not such a list.
pub fn numbers(field: &Field, range: std::ops::RangeInclusive<u64>) -> Result<Vec<usize>> {
    let elements = field.elements("a list of numbers, for example [4, 5]")?;
    let numbers = elements.iter().map(|element| element.count(range.clone()));
    numbers.collect()
}
