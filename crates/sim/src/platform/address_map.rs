//! The address map of a core: no two things may answer at one address.

use super::error::PlatformError;
use super::reader::Document;
use super::Range;

/// Bytes below the data memory that stay empty, so that an overflowing stack is caught.
const STACK_GUARD_BYTES: u32 = 4096;

/// A range of addresses with what it is and where in the platform file that stands.
pub struct Placed {
    what: String,
    range: Range,
    at: usize,
}

impl Placed {
    /// `what` answers in `range`, as the text at byte `at` says.
    pub fn new(what: &str, range: Range, at: usize) -> Self {
        Placed {
            what: what.to_string(),
            range,
            at,
        }
    }

    /// The empty range below a data memory: the stack lies at its bottom and grows down.
    pub fn stack_guard(data_memory: Range, at: usize) -> Self {
        let size = STACK_GUARD_BYTES.min(data_memory.base);
        let range = Range {
            base: data_memory.base - size,
            size,
        };
        let what =
            "the 4 KiB below cores.data_memory, which stay empty to catch an overflowing stack,";
        Placed::new(what, range, at)
    }
}

/// Holds that no two ranges overlap and none wraps around.
///
/// # Errors
/// The first pair that does.
pub fn check(document: Document, placed: &[Placed]) -> Result<(), PlatformError> {
    for (index, later) in placed.iter().enumerate() {
        within_address_space(document, later)?;
        match placed[..index]
            .iter()
            .find(|earlier| earlier.range.overlaps(&later.range))
        {
            Some(earlier) => return Err(overlap(document, earlier, later)),
            None => continue,
        }
    }
    Ok(())
}

fn within_address_space(document: Document, placed: &Placed) -> Result<(), PlatformError> {
    if placed.range.end() <= 1 << 32 {
        return Ok(());
    }
    let message = format!(
        "{} ends at {:#x}, beyond the 32-bit address space; give it a lower base",
        placed.what,
        placed.range.end()
    );
    Err(document.error(placed.at, message))
}

fn overlap(document: Document, first: &Placed, second: &Placed) -> PlatformError {
    let (line, _) = document.position(first.at);
    let message = format!(
        "{} ({}) overlaps {} ({}, line {line}); give one of them another base",
        second.what,
        addresses(second.range),
        first.what,
        addresses(first.range),
    );
    document.error(second.at, message)
}

fn addresses(range: Range) -> String {
    format!("{:#010x} to {:#010x}", range.base, range.end() - 1)
}
