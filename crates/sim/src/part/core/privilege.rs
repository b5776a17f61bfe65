//! The privilege modes of a core: machine mode alone, or machine and user mode.
//!
//! ```text
//!                     exception or interrupt: MPP <- mode
//!         +--------+ --------------------------------------> +---------+
//!         |  user  |                                         | machine |
//!         +--------+ <-------------------------------------- +---------+
//!                     mret: mode <- MPP, MPP <- user
//! ```
//!
//! No trap is delegated and no address is protected: there are neither medeleg nor PMP entries, so that user mode reaches all of
//! memory.
//!
//! Source: The RISC-V Instruction Set Manual, volume II, chapter "Machine-Level ISA", mstatus and mcounteren.

use serde::{Deserialize, Serialize};
use weft_isa::csr::{CYCLE, INSTRETH, MCOUNTEREN, MENVCFG, MENVCFGH};
use weft_isa::Op;

/// mstatus.MPP, mstatus.MPRV and mstatus.TW.
const STATUS_MPP: u32 = 3 << 11;
const STATUS_MPRV: u32 = 1 << 17;
const STATUS_TW: u32 = 1 << 21;

/// The bit of misa for user mode.
const MISA_USER: u32 = 1 << 20;

/// mcounteren: cycle, time and instret.
const COUNTERS: u32 = 7;

/// The mode in which an instruction executes; its number is that of mstatus.MPP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    User = 0,
    #[default]
    Machine = 3,
}

/// The mode of a core, and the control registers that say what user mode may do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Privilege {
    has_user: bool,
    pub mode: Mode,
    /// mstatus.MPP: the mode that `mret` returns to.
    previous: Mode,
    /// mstatus.MPRV, which changes nothing, as no address is protected.
    modifies: bool,
    /// mstatus.TW: `wfi` is illegal in user mode.
    traps_wait: bool,
    /// mcounteren: the counters that user mode may read.
    counters: u32,
}

impl Privilege {
    /// Machine mode, as after reset.
    pub fn new(has_user: bool) -> Self {
        Privilege {
            has_user,
            ..Privilege::default()
        }
    }

    pub fn is_user(&self) -> bool {
        self.mode == Mode::User
    }

    /// Enters a trap, which is always handled in machine mode.
    pub fn enter_trap(&mut self) {
        self.previous = self.mode;
        self.mode = Mode::Machine;
    }

    /// Executes `mret`. MPP then holds the least privileged mode that the core has.
    pub fn leave_trap(&mut self) {
        self.mode = self.previous;
        if self.has_user {
            self.previous = Mode::User;
        }
        self.modifies &= !self.is_user();
    }

    /// The bits of mstatus that concern modes.
    pub fn status(&self) -> u32 {
        let bit = |on: bool, bit: u32| if on { bit } else { 0 };
        (self.previous as u32) << STATUS_MPP.trailing_zeros()
            | bit(self.modifies, STATUS_MPRV)
            | bit(self.traps_wait, STATUS_TW)
    }

    /// Writes the bits of mstatus that concern modes. MPP keeps its value if the new one is not a mode of the core.
    pub fn set_status(&mut self, value: u32) {
        if !self.has_user {
            return;
        }
        self.modifies = value & STATUS_MPRV != 0;
        self.traps_wait = value & STATUS_TW != 0;
        self.previous = match value & STATUS_MPP {
            0 => Mode::User,
            STATUS_MPP => Mode::Machine,
            _ => self.previous,
        };
    }

    /// The bits of misa that concern modes.
    pub fn extensions(&self) -> u32 {
        match self.has_user {
            true => MISA_USER,
            false => 0,
        }
    }

    /// Reads a register that exists only with user mode.
    pub fn read(&self, number: u16) -> Option<u32> {
        let value = match number {
            MCOUNTEREN => self.counters,
            MENVCFG | MENVCFGH => 0,
            _ => return None,
        };
        self.has_user.then_some(value)
    }

    /// Writes mcounteren.
    pub fn set_counters(&mut self, value: u32) {
        if self.has_user {
            self.counters = value & COUNTERS;
        }
    }

    /// Whether the mode may access a control register: bits 9:8 of the number are the least mode that may, and mcounteren guards the counters.
    pub fn may_access(&self, number: u16) -> bool {
        let is_counter = (CYCLE..=INSTRETH).contains(&number);
        let is_open = !is_counter || self.counters & 1 << (number & 0x1F) != 0;
        !self.is_user() || number >> 8 & 3 == 0 && is_open
    }

    /// Whether the mode may execute `mret` or `wfi`.
    pub fn may_execute(&self, op: Op) -> bool {
        let is_privileged = op == Op::Mret || op == Op::Wfi && self.traps_wait;
        !(self.is_user() && is_privileged)
    }
}
