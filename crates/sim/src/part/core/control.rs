//! The control and status registers that belong to the core alone, and the choice among pending interrupts.
//!
//! Source: The RISC-V Instruction Set Manual, volume II, chapter "Machine-Level ISA"; the registers that exist: docs/contract/core.md, "Control and
//! status registers".

use super::privilege::{Mode, Privilege};
use crate::port::replace_half;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::csr::{
    CYCLE, CYCLEH, INSTRET, INSTRETH, MARCHID, MCAUSE, MCONFIGPTR, MCOUNTEREN, MCYCLE, MCYCLEH,
    MEPC, MHARTID, MIE, MIMPID, MINSTRET, MINSTRETH, MISA, MSCRATCH, MSTATUS, MSTATUSH, MTVAL,
    MTVEC, MVENDORID, TIME, TIMEH,
};
use weft_isa::message::cause;

/// mstatus.MIE and mstatus.MPIE.
const STATUS_MIE: u32 = 1 << 3;
const STATUS_MPIE: u32 = 1 << 7;

/// RV32 with A, C, I and M.
const MISA_VALUE: u32 = 1 << 30 | 1 | 1 << 2 | 1 << 8 | 1 << 12;

/// The bit of misa for F.
pub const MISA_FLOAT: u32 = 1 << 5;

/// The causes of interrupts, highest priority first.
const PRIORITY: [u32; 6] = [
    cause::EXTERNAL,
    cause::SOFTWARE,
    cause::TIMER,
    cause::EVENT,
    cause::MAILBOX,
    cause::RETRY,
];

/// Interrupts that another component may raise at any time, unlike the timer's.
const ASYNCHRONOUS: u32 = 1 << cause::EXTERNAL
    | 1 << cause::SOFTWARE
    | 1 << cause::EVENT
    | 1 << cause::MAILBOX
    | 1 << cause::RETRY;

/// mtvec's mode bit: interrupts go to base + 4 x cause.
const VECTORED: u32 = 1;

/// What a trap writes to mcause and mtval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    pub cause: u32,
    pub value: u32,
}

/// The bit of mcause that tells interrupts from exceptions.
pub const INTERRUPT: u32 = 1 << 31;

/// Machine-mode registers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    core: u32,
    period: u64,
    interrupts_on: bool,
    interrupts_were_on: bool,
    pub(super) privilege: Privilege,
    pub(super) interrupt_enable: u32,
    trap_vector: u32,
    scratch: u32,
    exception_pc: u32,
    cause: u32,
    trap_value: u32,
    /// Offsets from the elapsed cycles to mcycle, and from the instruction count to minstret.
    cycle_offset: u64,
    retired_offset: u64,
}

impl Control {
    /// Registers as after reset; `period`: ticks in a cycle.
    pub fn new(core: usize, period: u64, has_user_mode: bool) -> Self {
        Control {
            core: core as u32,
            period,
            privilege: Privilege::new(has_user_mode),
            ..Control::default()
        }
    }

    /// Whether the program has installed a trap handler. A handler at address 0 counts as none.
    pub fn has_handler(&self) -> bool {
        self.trap_vector & !VECTORED != 0
    }

    /// The mode in which instructions execute.
    pub fn mode(&self) -> Mode {
        self.privilege.mode
    }

    /// Whether interrupts are globally enabled: always in user mode, since all of them trap to machine mode.
    #[inline]
    fn is_on(&self) -> bool {
        self.interrupts_on || self.privilege.is_user()
    }

    /// Whether an interrupt with this cause is enabled.
    #[inline]
    pub fn takes(&self, cause: u32) -> bool {
        self.is_on() && self.interrupt_enable & 1 << cause != 0
    }

    /// Whether another component could interrupt the program.
    #[inline]
    pub fn is_interruptible(&self) -> bool {
        self.is_on() && self.interrupt_enable & ASYNCHRONOUS != 0
    }

    /// Returns the highest-priority interrupt that is pending and enabled.
    pub fn interrupt(&self, pending: u32) -> Option<Trap> {
        let candidates = if self.is_on() {
            pending & self.interrupt_enable
        } else {
            0
        };
        if candidates == 0 {
            return None;
        }
        let cause = PRIORITY
            .into_iter()
            .find(|cause| candidates & 1 << cause != 0)?;
        Some(Trap {
            cause: INTERRUPT | cause,
            value: 0,
        })
    }

    /// Enters a trap at the instruction `pc`; returns the handler's address.
    pub fn enter_trap(&mut self, trap: Trap, pc: u32) -> u32 {
        self.exception_pc = pc;
        self.cause = trap.cause;
        self.trap_value = trap.value;
        self.interrupts_were_on = self.interrupts_on;
        self.interrupts_on = false;
        self.privilege.enter_trap();
        let base = self.trap_vector & !3;
        if trap.cause & INTERRUPT != 0 && self.trap_vector & VECTORED != 0 {
            base.wrapping_add(4 * (trap.cause & !INTERRUPT))
        } else {
            base
        }
    }

    /// The handler of the exception that the instruction at this address has raised, if that was the last trap.
    pub fn handler_of_exception_at(&self, address: u32) -> Option<u32> {
        let is_last = self.cause & INTERRUPT == 0 && self.exception_pc == address;
        is_last.then_some(self.trap_vector & !3)
    }

    /// Executes `mret`; returns the address to continue at.
    pub fn leave_trap(&mut self) -> u32 {
        self.interrupts_on = self.interrupts_were_on;
        self.interrupts_were_on = true;
        self.privilege.leave_trap();
        self.exception_pc
    }

    /// Takes the last issued instruction out of minstret: it has raised an exception and does not retire.
    pub fn count_not_retired(&mut self) {
        self.retired_offset = self.retired_offset.wrapping_sub(1);
    }

    /// Cycles of the core that have passed before the one that begins at tick `now`.
    fn cycles(&self, now: Cycle) -> u64 {
        now.0 / self.period
    }

    /// Reads a register; None if the core has none of this number here. `retired`: instructions before this one.
    pub fn read(&self, number: u16, now: Cycle, retired: u64) -> Option<u32> {
        let cycle = self.cycles(now).wrapping_add(self.cycle_offset);
        let count = retired.wrapping_add(self.retired_offset);
        Some(match number {
            MSTATUS => {
                let bit = |on: bool, bit: u32| if on { bit } else { 0 };
                self.privilege.status()
                    | bit(self.interrupts_on, STATUS_MIE)
                    | bit(self.interrupts_were_on, STATUS_MPIE)
            }
            MISA => MISA_VALUE | self.privilege.extensions(),
            MIE => self.interrupt_enable,
            MTVEC => self.trap_vector,
            MSCRATCH => self.scratch,
            MEPC => self.exception_pc,
            MCAUSE => self.cause,
            MTVAL => self.trap_value,
            MCYCLE | CYCLE => cycle as u32,
            MCYCLEH | CYCLEH => (cycle >> 32) as u32,
            TIME => now.0 as u32,
            TIMEH => (now.0 >> 32) as u32,
            MINSTRET | INSTRET => count as u32,
            MINSTRETH | INSTRETH => (count >> 32) as u32,
            MHARTID => self.core,
            MSTATUSH | MVENDORID | MARCHID | MIMPID | MCONFIGPTR => 0,
            _ => return self.privilege.read(number),
        })
    }

    /// Writes a register; a read-only one keeps its value.
    pub fn write(&mut self, number: u16, value: u32, now: Cycle, retired: u64) {
        match number {
            MSTATUS => {
                self.interrupts_on = value & STATUS_MIE != 0;
                self.interrupts_were_on = value & STATUS_MPIE != 0;
                self.privilege.set_status(value);
            }
            MCOUNTEREN => self.privilege.set_counters(value),
            MIE => self.interrupt_enable = value & (ASYNCHRONOUS | 1 << cause::TIMER),
            MTVEC => self.trap_vector = value & !2,
            MSCRATCH => self.scratch = value,
            MEPC => self.exception_pc = value & !1,
            MCAUSE => self.cause = value,
            MTVAL => self.trap_value = value,
            MCYCLE | MCYCLEH => {
                let cycles = self.cycles(now);
                let current = cycles.wrapping_add(self.cycle_offset);
                self.cycle_offset =
                    replace_half(current, number == MCYCLEH, value).wrapping_sub(cycles);
            }
            // The writing instruction is not counted: after it, the register reads as exactly what it wrote.
            MINSTRET | MINSTRETH => {
                let current = retired.wrapping_add(self.retired_offset);
                self.retired_offset =
                    replace_half(current, number == MINSTRETH, value).wrapping_sub(retired + 1);
            }
            _ => {}
        }
    }
}
