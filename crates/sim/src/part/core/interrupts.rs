//! The interrupts of a core: which component drives which pending bit, and which interrupt is taken.
//!
//! ```text
//!   devices, DMA controllers --> lines ---+
//!   message unit ---------------> lines --+--> mip --- and mie, mstatus.MIE --> the first by priority
//!   core-local timer ---------------------+
//! ```
//!
//! Source: The RISC-V Instruction Set Manual, volume II, chapter "Machine-Level ISA".

use super::control::{Control, Trap};
use super::timer::Timer;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::message::cause;

/// Control registers and the wires to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Interrupts {
    pub control: Control,
    pub timer: Timer,
    /// The bits of `mip` that each component outside the core drives; `lines` is their OR.
    driven: Vec<u32>,
    pub lines: u32,
    /// The bits of `mip` that the message unit drives.
    unit_lines: u32,
}

impl Interrupts {
    /// The registers as after reset, with `drivers` components that drive interrupt lines.
    pub fn new(control: Control, timer: Timer, drivers: usize) -> Self {
        Interrupts {
            control,
            timer,
            driven: vec![0; drivers],
            lines: 0,
            unit_lines: 0,
        }
    }

    /// Sets the lines that a component drives; true if that changes `lines`.
    pub fn drive(&mut self, driver: usize, lines: u32) -> bool {
        if self.driven[driver] == lines {
            return false;
        }
        self.driven[driver] = lines;
        let before = self.lines;
        self.lines = self.driven.iter().fold(0, |all, lines| all | lines);
        self.lines != before
    }

    /// Sets the lines that the message unit drives.
    pub fn drive_unit(&mut self, lines: u32) {
        self.unit_lines = lines;
    }

    /// `mip` in cycle `now`.
    pub fn pending(&self, now: Cycle) -> u32 {
        let timer = u32::from(now >= self.timer.due()) << cause::TIMER;
        self.lines | self.unit_lines | timer
    }

    /// The interrupt that is taken in cycle `now`, if one is pending and enabled.
    pub fn taken(&self, now: Cycle) -> Option<Trap> {
        self.control.interrupt(self.pending(now))
    }

    /// Whether an interrupt in `mie` is pending in cycle `now`: it wakes the core from `wfi`.
    pub fn wakes(&self, now: Cycle) -> bool {
        self.pending(now) & self.control.interrupt_enable != 0
    }

    /// The tick from which the timer interrupts the program; NEVER if that is not enabled.
    #[inline]
    pub fn timer_due(&self) -> Cycle {
        match self.control.takes(cause::TIMER) {
            true => self.timer.due(),
            false => Cycle::NEVER,
        }
    }

    /// The tick from which the timer wakes the core from `wfi`; NEVER if it does not.
    pub fn timer_wakes(&self) -> Cycle {
        match self.control.interrupt_enable & 1 << cause::TIMER {
            0 => Cycle::NEVER,
            _ => self.timer.due(),
        }
    }
}
