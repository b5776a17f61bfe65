//! Causes of exceptions. Where the program has a trap handler they are its exceptions; otherwise they end the simulation as faults.
//!
//! Source: The RISC-V Instruction Set Manual, volume II, chapter "Machine-Level ISA", mcause.

use super::control::Trap;
use super::privilege::Mode;
use crate::semihosting::SemihostingError;

/// Why an instruction raises an exception.
#[derive(Clone, Debug, PartialEq)]
pub enum FaultCause {
    FetchOutsideMap {
        address: u32,
    },
    IllegalInstruction {
        bits: u32,
    },
    Breakpoint,
    LoadMisaligned {
        address: u32,
        bytes: u32,
    },
    LoadOutsideMap {
        address: u32,
        bytes: u32,
    },
    StoreMisaligned {
        address: u32,
        bytes: u32,
    },
    StoreOutsideMap {
        address: u32,
        bytes: u32,
    },
    /// A store to a program memory that takes no stores.
    StoreToProgram {
        address: u32,
        bytes: u32,
    },
    /// `ecall`, executed in `mode`.
    EnvironmentCall {
        mode: Mode,
    },
    /// An access to a device's registers that is not a load or store of a word.
    RegisterAccess {
        address: u32,
        bytes: u32,
        is_load: bool,
    },
    /// The bus has answered an access with an error.
    BusError {
        address: u32,
        is_load: bool,
    },
    /// A message to a node that the crossbar does not have.
    NoSuchNode {
        node: u32,
        nodes: u32,
    },
    /// A message instruction with an address that is misaligned or not wholly in the data memory.
    MessageAddress {
        address: u32,
        bytes: u32,
    },
    /// A semihosting call that cannot be served. Always ends the simulation.
    Semihosting(SemihostingError),
}

impl FaultCause {
    /// Returns mcause and mtval. The specification leaves causes 24 to 31 to custom use.
    pub fn trap(&self) -> Trap {
        let (cause, value) = match *self {
            FaultCause::FetchOutsideMap { address } => (1, address),
            FaultCause::IllegalInstruction { bits } => (2, bits),
            FaultCause::Breakpoint | FaultCause::Semihosting(_) => (3, 0),
            FaultCause::LoadMisaligned { address, .. } => (4, address),
            FaultCause::LoadOutsideMap { address, .. } => (5, address),
            FaultCause::StoreMisaligned { address, .. } => (6, address),
            FaultCause::StoreOutsideMap { address, .. }
            | FaultCause::StoreToProgram { address, .. } => (7, address),
            FaultCause::EnvironmentCall { mode } => (8 + mode as u32, 0),
            FaultCause::RegisterAccess {
                address, is_load, ..
            }
            | FaultCause::BusError { address, is_load } => (if is_load { 5 } else { 7 }, address),
            FaultCause::NoSuchNode { node, .. } => (24, node),
            FaultCause::MessageAddress { address, .. } => (25, address),
        };
        Trap { cause, value }
    }
}
