//! Whole numbers, each type with a range and a unit.

use super::super::error::Result;
use super::super::reader::Field;
use super::{Chip, Shape, Value};

macro_rules! numbers {
    ($($(#[doc = $about:literal])+ $name:ident: $type:ty, $unit:literal;)+) => {$(
        $(#[doc = $about])+
        pub struct $name<const LEAST: u64, const MOST: u64>;

        impl<const LEAST: u64, const MOST: u64> Value for $name<LEAST, MOST> {
            type Read = $type;
            const SHAPE: Shape = Shape::Number { least: LEAST, most: MOST, unit: $unit };

            fn read(field: &Field, _: &Chip) -> Result<$type> {
                let value = field.integer(LEAST..=MOST)?;
                <$type>::try_from(value).map_err(|_| field.error("is too large for this machine"))
            }

            fn write(value: &$type) -> String {
                value.to_string()
            }
        }
    )+};
}

numbers! {
    /// Cycles of the clock of the part.
    Cycles: u64, "cycles";
    /// A number of things.
    Count: usize, "";
    /// Words of 32 bits.
    Words: usize, "words";
    /// Words of 32 bits, where their number can be large on any machine.
    Words32: u32, "words";
    /// Flits of a network.
    Flits: usize, "flits";
    /// A level, of which there are few.
    Level: u8, "";
    /// Any other number.
    Number: u64, "";
}
