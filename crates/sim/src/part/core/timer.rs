//! The core-local timer: `mtime`, which reads as the number of the tick, and `mtimecmp`, at the offsets of a CLINT.
//!
//! Source: The RISC-V Instruction Set Manual, volume II, chapter "Machine-Level ISA", `mtime` and `mtimecmp`.

use super::keys::{TIMER_MTIMECMP_OFFSET, TIMER_MTIME_OFFSET};
use crate::port::Range;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The timer of a core. `mtime` has no state: it is the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Timer {
    registers: Range,
    /// The interrupt is pending from this tick on.
    compare: u64,
}

impl Timer {
    /// A timer with its registers at these addresses, which is never due.
    pub fn new(registers: Range) -> Self {
        Timer {
            registers,
            compare: u64::MAX,
        }
    }

    /// The tick from which on the interrupt is pending.
    #[inline]
    pub fn due(&self) -> Cycle {
        Cycle(self.compare)
    }

    /// Whether all of these bytes are registers of the timer.
    pub fn contains(&self, address: u32, bytes: u32) -> bool {
        self.registers.contains(address, bytes)
    }

    /// The aligned word that contains an address of the timer, in cycle `now`; where there is no register it is zero.
    pub fn read(&self, address: u32, now: Cycle) -> u32 {
        let offset = (address - self.registers.base) & !3;
        let register = match offset & !4 {
            TIMER_MTIMECMP_OFFSET => self.compare,
            TIMER_MTIME_OFFSET => now.0,
            _ => 0,
        };
        let is_upper_half = offset & 4 != 0;
        (register >> if is_upper_half { 32 } else { 0 }) as u32
    }

    /// Writes bytes of `mtimecmp`; `mtime` cannot be written.
    pub fn write(&mut self, address: u32, bytes: &[u8]) {
        let offset = address - self.registers.base;
        if offset & !7 == TIMER_MTIMECMP_OFFSET {
            let first = (offset & 7) as usize;
            let mut compare = self.compare.to_le_bytes();
            compare[first..first + bytes.len()].copy_from_slice(bytes);
            self.compare = u64::from_le_bytes(compare);
        }
    }
}
