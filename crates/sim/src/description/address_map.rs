//! The address map of a core: checks that no two components have the same address.

use super::error::{PlatformError, Result};
use super::reader::Place;
use super::Range;

/// A range of addresses: the component that has it, and the place in the platform file that says so.
pub struct Placed<'a> {
    pub what: String,
    pub range: Range,
    pub place: Place<'a>,
}

/// Checks that no two ranges overlap, and that none exceeds the address space.
///
/// # Errors
/// The first violation.
pub fn check(placed: &[Placed]) -> Result<()> {
    for (index, later) in placed.iter().enumerate() {
        within_address_space(later)?;
        let mut earlier = placed[..index].iter();
        if let Some(earlier) = earlier.find(|it| it.range.overlaps(&later.range)) {
            return Err(overlap(earlier, later));
        }
    }
    Ok(())
}

fn within_address_space(placed: &Placed) -> Result<()> {
    let (what, end) = (&placed.what, placed.range.end());
    if end <= 1 << 32 {
        return Ok(());
    }
    let message =
        format!("{what} ends at {end:#x}, beyond the 32-bit address space; give it a lower base");
    Err(placed.place.document.error(placed.place.at, message))
}

fn overlap(first: &Placed, second: &Placed) -> PlatformError {
    let (document, other) = (second.place.document, first.place.document);
    let (line, _) = other.position(first.place.at);
    let there = match other.file == document.file {
        true => format!("line {line}"),
        false => format!("{}:{line}", other.file),
    };
    let message = format!(
        "{} ({}) overlaps {} ({}, {there}); give one of them another base",
        second.what,
        addresses(second.range),
        first.what,
        addresses(first.range),
    );
    document.error(second.place.at, message)
}

fn addresses(range: Range) -> String {
    format!("{:#010x} to {:#010x}", range.base, range.end() - 1)
}
