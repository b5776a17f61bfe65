//! Dynamic memory (SDRAM) on the bus, whose banks each keep the row of their last access open.
//!
//! An access to the open row of its bank takes `hit` wait states (a column access); any other takes `miss`, since it first closes that row and
//! opens its own (JEDEC standard 79, "Double Data Rate SDRAM", precharge, activate, read and write). Rows stay open (open-page policy); refresh
//! is not modelled. Defined in docs/contract/devices.md, "Sdram".

pub mod keys;

use crate::description::{AtSwitch, BusDevice, Facts};
use crate::port::Peripheral;
use keys::SdramKeys;
use serde::{Deserialize, Serialize};

/// The memory with the state of its banks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sdram {
    bytes: Vec<u8>,
    rows: SdramKeys,
    /// The open row of each bank.
    open: Vec<Option<u32>>,
}

impl Sdram {
    /// A zeroed memory of `size` bytes, with all banks closed.
    fn of(size: u32, rows: SdramKeys) -> Sdram {
        Sdram {
            bytes: vec![0; size as usize],
            open: vec![None; rows.banks],
            rows,
        }
    }
}

impl BusDevice for Sdram {
    type Keys = SdramKeys;
    const REGISTERS: Option<u32> = None;
    const AT_SWITCH: AtSwitch = AtSwitch::Impossible;

    fn new(keys: SdramKeys, bytes: u32, _: &Facts) -> Self {
        Sdram::of(bytes, keys)
    }
}

impl Peripheral for Sdram {
    fn memory(&self) -> Option<&[u8]> {
        Some(&self.bytes)
    }

    fn memory_mut(&mut self) -> Option<&mut [u8]> {
        Some(&mut self.bytes)
    }

    fn wait_states(&mut self, offset: u32) -> u64 {
        let row = offset / self.rows.row_bytes;
        let bank = row as usize % self.rows.banks;
        match self.open[bank].replace(row) == Some(row) {
            true => self.rows.hit,
            false => self.rows.miss,
        }
    }

    fn burst_wait_states(&mut self, offset: u32, span: u32) -> (u64, u64) {
        let first = self.wait_states(offset);
        let row_bytes = self.rows.row_bytes;
        let rows = offset / row_bytes + 1..=(offset + span - 1) / row_bytes;
        let others: u64 = rows.map(|row| self.wait_states(row * row_bytes)).sum();
        (first + others, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Sdram {
        let rows = SdramKeys {
            row_bytes: 256,
            banks: 2,
            hit: 3,
            miss: 9,
        };
        Sdram::of(1024, rows)
    }

    #[test]
    fn a_bank_keeps_the_row_of_its_last_access_open() {
        let mut memory = rows();
        let waits = [0, 252, 256, 4, 512, 8, 260].map(|offset| memory.wait_states(offset));
        assert_eq!(waits, [9, 3, 9, 3, 9, 9, 3]);
    }

    #[test]
    fn a_burst_waits_for_the_rows_that_it_touches_and_no_more() {
        let mut memory = rows();
        assert_eq!(memory.burst_wait_states(0, 64), (9, 0));
        assert_eq!(memory.burst_wait_states(64, 64), (3, 0));
        assert_eq!(memory.burst_wait_states(224, 64), (3 + 9, 0));
    }
}
