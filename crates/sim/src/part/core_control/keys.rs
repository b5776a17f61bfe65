//! The keys of the core control.

use crate::description::keys::{keys, Chip, Count, Flag, Number};
use crate::description::{DeviceFacts, Result, Table, MAX_CORES};

keys! {
    /// Holds cores after reset and releases them: each begins when it is released.
    #[derive(Copy, Eq)]
    pub struct CoreControlKeys in "core-control" for chip {
        /// First core that it holds.
        first: Count<0, { MAX_CORES as u64 - 1 }> = 0,
        /// Number of cores that it holds.
        count: Count<1, { MAX_CORES as u64 }> = chip.cores.saturating_sub(first) => "all from `first` on",
        /// Cycle at whose end the host releases them.
        start: Number<0, { u32::MAX as u64 }> = 0,
        /// Whether the host releases them. Otherwise a program does, by a register.
        host: Flag = true,
    } check fits
}

impl CoreControlKeys {
    /// The cores that it holds, one bit each.
    pub fn mask(&self) -> u64 {
        (u64::MAX >> (64 - self.count)) << self.first
    }

    fn fits(&self, table: &Table, chip: &Chip) -> Result<()> {
        let cores = chip.cores as u64;
        if let Some(field) = table.optional("first") {
            field.integer(0..=cores - 1)?;
        }
        if let Some(field) = table.optional("count") {
            field.integer(1..=cores - self.first as u64)?;
        }
        Ok(())
    }
}

impl DeviceFacts for CoreControlKeys {
    fn text(&self, _: u32) -> String {
        format!("of {} cores", self.count)
    }

    fn most_cores(&self) -> Option<usize> {
        Some(64)
    }

    fn holds(&self, core: usize) -> bool {
        (self.first..self.first + self.count).contains(&core)
    }
}
