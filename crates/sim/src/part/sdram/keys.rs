//! The keys of dynamic memory.

use crate::description::keys::{keys, Bytes, Chip, Count, Cycles};
use crate::description::{quantity, DeviceFacts, Result, Table};

/// Maximum wait states of an access.
const MAX_WAIT_STATES: u64 = 1000;

keys! {
    /// Memory shared by all masters, whose banks each keep a row open; not at switches.
    #[derive(Copy, Eq)]
    pub struct SdramKeys in "sdram" {
        /// Size of a row in bytes, a power of two. Consecutive rows are in different banks.
        row_bytes as "row": Bytes => "\"2 KiB\"",
        /// Number of banks. Each keeps one row open.
        banks: Count<1, 16> = 4,
        /// Added to an access to an open row.
        hit: Cycles<0, MAX_WAIT_STATES> = 0,
        /// Added to any other access.
        miss: Cycles<0, MAX_WAIT_STATES> = hit => "`hit`",
    } check fits
}

impl SdramKeys {
    fn fits(&self, table: &Table, _: &Chip) -> Result<()> {
        if let Some(field) = table.optional("miss") {
            field.integer(self.hit..=MAX_WAIT_STATES)?;
        }
        match table.optional("row") {
            Some(row) if !self.row_bytes.is_power_of_two() => Err(row.error(format!(
                "is {} bytes; a row of an SDRAM has a power of two, for example \"2 KiB\"",
                self.row_bytes
            ))),
            _ => Ok(()),
        }
    }
}

impl DeviceFacts for SdramKeys {
    fn text(&self, size: u32) -> String {
        quantity::bytes(size)
    }

    fn called(&self) -> Option<&'static str> {
        Some("shared memory, by rows")
    }

    fn wait_states(&self) -> u64 {
        self.hit
    }
}
