//! What a memory adds to an access: the fixed wait states of an SRAM, or those of an SDRAM, whose banks each keep one row open.
//!
//! An access to the open row of its bank is a column access; any other first closes that row and opens its own (JEDEC standard 79,
//! "Double Data Rate SDRAM", precharge, activate, read and write). Rows stay open (open-page policy); refresh is not modelled.

use crate::platform::{DeviceKind, Rows};
use serde::{Deserialize, Serialize};

/// The wait states of one device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WaitStates {
    /// The same for each access.
    Fixed(u64),
    /// By rows.
    Rows {
        parameters: Rows,
        /// The open row of each bank.
        open: Vec<Option<u32>>,
    },
}

impl WaitStates {
    /// Those of a device after reset.
    pub fn new(kind: DeviceKind) -> WaitStates {
        match kind {
            DeviceKind::Sram { wait_states } => WaitStates::Fixed(wait_states),
            DeviceKind::Sdram(parameters) => WaitStates::Rows {
                parameters,
                open: vec![None; parameters.banks],
            },
            _ => WaitStates::Fixed(0),
        }
    }

    /// Of an access at an offset in the memory, which happens now.
    pub fn of_access(&mut self, offset: u32) -> u64 {
        match self {
            WaitStates::Fixed(cycles) => *cycles,
            WaitStates::Rows { parameters, open } => {
                let row = offset / parameters.row_bytes;
                let bank = row as usize % parameters.banks;
                match open[bank].replace(row) == Some(row) {
                    true => parameters.hit,
                    false => parameters.miss,
                }
            }
        }
    }

    /// Of a burst that touches `span` bytes from an offset on: before its first transfer, and in each.
    pub fn of_burst(&mut self, offset: u32, span: u32) -> (u64, u64) {
        let first = self.of_access(offset);
        let WaitStates::Rows { parameters, .. } = self else {
            return (first, first);
        };
        let row_bytes = parameters.row_bytes;
        let rows = offset / row_bytes + 1..=(offset + span - 1) / row_bytes;
        let others: u64 = rows.map(|row| self.of_access(row * row_bytes)).sum();
        (first + others, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> WaitStates {
        WaitStates::new(DeviceKind::Sdram(Rows {
            row_bytes: 256,
            banks: 2,
            hit: 3,
            miss: 9,
        }))
    }

    #[test]
    fn a_bank_keeps_the_row_of_its_last_access_open() {
        let mut memory = rows();
        let waits = [0, 252, 256, 4, 512, 8, 260].map(|offset| memory.of_access(offset));
        assert_eq!(waits, [9, 3, 9, 3, 9, 9, 3]);
    }

    #[test]
    fn a_burst_waits_for_the_rows_that_it_touches_and_no_more() {
        let mut memory = rows();
        assert_eq!(memory.of_burst(0, 64), (9, 0));
        assert_eq!(memory.of_burst(64, 64), (3, 0));
        assert_eq!(memory.of_burst(224, 64), (3 + 9, 0));
        assert_eq!(WaitStates::Fixed(2).of_burst(224, 64), (2, 2));
    }
}
