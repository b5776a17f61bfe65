//! The interrupts of a core: who drives which pending bit, and which interrupt is taken.
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
    /// The bits of `mip` that each of the components around the core drives, and all of them together.
    driven: Vec<u32>,
    pub lines: u32,
    /// Those that the message unit drives.
    unit_lines: u32,
}

impl Interrupts {
    /// The registers as after reset, with `drivers` components that drive lines.
    pub fn new(control: Control, timer: Timer, drivers: usize) -> Self {
        Interrupts {
            control,
            timer,
            driven: vec![0; drivers],
            lines: 0,
            unit_lines: 0,
        }
    }

    /// A component drives its lines. True if that changes what the core sees.
    pub fn drive(&mut self, driver: usize, lines: u32) -> bool {
        if self.driven[driver] == lines {
            return false;
        }
        self.driven[driver] = lines;
        let before = self.lines;
        self.lines = self.driven.iter().fold(0, |all, lines| all | lines);
        self.lines != before
    }

    /// The message unit drives its lines.
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

    /// The tick from which on the timer can interrupt, if it can at all.
    #[inline]
    pub fn timer_due(&self) -> Cycle {
        match self.control.takes(cause::TIMER) {
            true => self.timer.due(),
            false => Cycle::NEVER,
        }
    }

    /// The tick from which on the timer wakes the core from `wfi`, if it does at all.
    pub fn timer_wakes(&self) -> Cycle {
        match self.control.interrupt_enable & 1 << cause::TIMER {
            0 => Cycle::NEVER,
            _ => self.timer.due(),
        }
    }
}
