//! The types of keys' values: how a value is read, how a file writes it, and how C programs see it.

use super::super::error::Result;
use super::super::quantity::{self, BYTES, HERTZ};
use super::super::reader::{Field, Spot, Table};
use super::{Chip, Setting, Shape};

/// A type of value, or of an optional key.
pub trait Value {
    /// The Rust type of a value that has been read.
    type Read;
    /// What a file may contain.
    const SHAPE: Shape;
    /// Must a file have the key?
    const REQUIRED: bool = true;

    /// Reads the value of a key.
    ///
    /// # Errors
    /// If it has another type, or is out of range.
    fn read(field: &Field, chip: &Chip) -> Result<Self::Read>;

    /// Reads the key; `example` is a possible value, for the error message.
    ///
    /// # Errors
    /// If the key is missing and required, or has an invalid value.
    fn take(table: &Table, key: &str, example: &str, chip: &Chip) -> Result<Self::Read> {
        let field = table.required(key, &format!("{key} = {example}"))?;
        Self::read(&field, chip)
    }

    /// Formats the value as a file has it; empty for a table, whose keys are shown one by one.
    fn write(_: &Self::Read) -> String {
        String::new()
    }

    /// Formats the value as a C constant.
    fn constant(value: &Self::Read) -> String {
        Self::write(value)
    }

    /// Adds the key, or the keys of the table under it, with their values.
    fn settings(value: &Self::Read, table: &str, key: &str, _: &Chip, all: &mut Vec<Setting>) {
        all.push(Setting {
            table: table.to_string(),
            key: key.to_string(),
            value: Self::write(value),
        });
    }
}

impl<V: Value> Value for Option<V> {
    type Read = Option<V::Read>;
    const SHAPE: Shape = V::SHAPE;
    const REQUIRED: bool = false;

    fn read(field: &Field, chip: &Chip) -> Result<Self::Read> {
        V::read(field, chip).map(Some)
    }

    fn take(table: &Table, key: &str, _: &str, chip: &Chip) -> Result<Self::Read> {
        let field = table.optional(key);
        field.map_or(Ok(None), |field| Self::read(&field, chip))
    }

    fn constant(value: &Self::Read) -> String {
        value.as_ref().map_or(String::new(), V::constant)
    }

    fn settings(value: &Self::Read, table: &str, key: &str, chip: &Chip, all: &mut Vec<Setting>) {
        if let Some(value) = value {
            V::settings(value, table, key, chip, all);
        }
    }
}

/// True or false.
pub struct Flag;

impl Value for Flag {
    type Read = bool;
    const SHAPE: Shape = Shape::Flag;

    fn read(field: &Field, _: &Chip) -> Result<bool> {
        field.boolean()
    }

    fn write(value: &bool) -> String {
        value.to_string()
    }

    fn constant(value: &bool) -> String {
        u8::from(*value).to_string()
    }
}

/// A number from 0 to 1.
pub struct Fraction;

impl Value for Fraction {
    type Read = f64;
    const SHAPE: Shape = Shape::Fraction;

    fn read(field: &Field, _: &Chip) -> Result<f64> {
        field.fraction()
    }

    fn write(value: &f64) -> String {
        format!("{value:?}")
    }
}

/// A string of one line.
pub struct Line;

impl Value for Line {
    type Read = String;
    const SHAPE: Shape = Shape::Line;

    fn read(field: &Field, _: &Chip) -> Result<String> {
        Ok(field.text()?.to_string())
    }

    fn write(value: &String) -> String {
        format!("{value:?}")
    }
}

/// A number of bytes: a multiple of 4, at least 4.
pub struct Bytes;

impl Value for Bytes {
    type Read = u32;
    const SHAPE: Shape = Shape::Bytes;

    fn read(field: &Field, _: &Chip) -> Result<u32> {
        let bytes = field.quantity(&BYTES, u64::from(u32::MAX), "\"256 KiB\"")?;
        match u32::try_from(bytes) {
            Ok(bytes) if bytes % 4 == 0 => Ok(bytes),
            _ => Err(field.error(format!("is {bytes} bytes; it must be a multiple of 4"))),
        }
    }

    fn write(value: &u32) -> String {
        format!("\"{}\"", quantity::bytes(*value))
    }

    fn constant(value: &u32) -> String {
        format!("{value:#x}")
    }
}

/// An address that is a multiple of 16.
pub struct Address;

impl Value for Address {
    type Read = u32;
    const SHAPE: Shape = Shape::Address;

    fn read(field: &Field, _: &Chip) -> Result<u32> {
        let address = field.address()?;
        if address % 16 == 0 {
            return Ok(address);
        }
        let below = address & !15;
        Err(field.error(format!(
            "is {address:#010x}, which is not aligned to 16 bytes; write for example {below:#010x}"
        )))
    }

    fn write(value: &u32) -> String {
        format!("{value:#010x}")
    }
}

/// The frequency of the chip's clock, in hertz.
pub struct Frequency;

/// Maximum frequency of a clock: 100 GHz.
const MAX_HERTZ: u64 = 100_000_000_000;

impl Value for Frequency {
    type Read = u64;
    const SHAPE: Shape = Shape::Frequency;

    fn read(field: &Field, _: &Chip) -> Result<u64> {
        field.quantity(&HERTZ, MAX_HERTZ, "clock = \"200 MHz\"")
    }

    fn write(value: &u64) -> String {
        format!("\"{}\"", quantity::hertz(*value))
    }
}

/// The frequency of a clock that is divided from the chip's clock. The value read is the divider: chip clock ticks in one cycle.
pub struct Clock;

impl Value for Clock {
    type Read = u64;
    const SHAPE: Shape = Shape::Frequency;

    fn read(field: &Field, chip: &Chip) -> Result<u64> {
        let whole = chip.clock_hz;
        let own = field.quantity(&HERTZ, whole, "clock = \"297 MHz\"")?;
        match whole % own {
            0 => Ok(whole / own),
            _ => Err(field.error(format!(
                "is {own} Hz; the chip's clock, {whole} Hz, must be a whole multiple of it: raise that one to a common multiple"
            ))),
        }
    }

    fn write(value: &u64) -> String {
        format!("the chip's divided by {value}")
    }

    fn settings(value: &u64, table: &str, key: &str, chip: &Chip, all: &mut Vec<Setting>) {
        <Frequency as Value>::settings(&(chip.clock_hz / value), table, key, chip, all);
    }
}

/// A list.
pub struct List<V>(V);

impl<V: Value> Value for List<V> {
    type Read = Vec<V::Read>;
    const SHAPE: Shape = Shape::List(&V::SHAPE);

    fn read(field: &Field, chip: &Chip) -> Result<Self::Read> {
        let elements = field.elements(&format!("a list in [ ] of {}", V::SHAPE.plural()))?;
        let read = elements.iter().map(|element| V::read(element, chip));
        read.collect()
    }

    fn write(values: &Self::Read) -> String {
        let written: Vec<String> = values.iter().map(V::write).collect();
        format!("[{}]", written.join(", "))
    }
}

/// A list of two elements.
pub struct Pair<V>(V);

impl<V: Value> Value for Pair<V> {
    type Read = [V::Read; 2];
    const SHAPE: Shape = Shape::Pair(&V::SHAPE);

    fn read(field: &Field, chip: &Chip) -> Result<Self::Read> {
        let wanted = format!("a list in [ ] of two {}", V::SHAPE.plural());
        match field.elements(&wanted)?.as_slice() {
            [one, other] => Ok([V::read(one, chip)?, V::read(other, chip)?]),
            _ => Err(field.error(format!("must be {wanted}"))),
        }
    }

    fn write([one, other]: &Self::Read) -> String {
        format!("[{}, {}]", V::write(one), V::write(other))
    }
}

/// A value with its position, for errors that can be found only together with other values.
pub struct At<V>(V);

impl<V: Value> Value for At<V> {
    type Read = Spot<V::Read>;
    const SHAPE: Shape = V::SHAPE;

    fn read(field: &Field, chip: &Chip) -> Result<Self::Read> {
        Ok(field.spot(V::read(field, chip)?))
    }

    fn write(value: &Self::Read) -> String {
        V::write(&value.value)
    }

    fn constant(value: &Self::Read) -> String {
        V::constant(&value.value)
    }
}
