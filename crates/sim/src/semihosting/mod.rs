//! Semihosting: the host services (files, time, exit) of programs without an operating system.
//!
//! ```text
//!   program: a0 = operation, a1 = parameter;  slli x0, x0, 0x1f;  ebreak;  srai x0, x0, 7
//!      core -- Call --> Host -- reads and writes Memory --> Reply --> core: a0 = result, or the program ends
//! ```
//!
//! Defined by "RISC-V Semihosting" (the trap: `ebreak` between two marker instructions) and "Semihosting for AArch32 and AArch64" (the operations).
//! Time is simulated time, so that runs are reproducible.

mod errno;
mod files;
mod host;
mod operation;
mod output;
mod parameters;
mod sandbox;

use thiserror::Error;

pub use host::{command_line, SemihostingHost};
pub use operation::Operation;
pub use output::{LineOutput, Output, Stream};
pub use sandbox::Sandbox;

/// The memory of a core, as far as the host may access it.
pub trait Memory {
    /// Copies memory from `address` on.
    ///
    /// # Errors
    /// The first address that cannot be read.
    fn read(&self, address: u32, into: &mut [u8]) -> Result<(), u32>;

    /// Copies to memory from `address` on.
    ///
    /// # Errors
    /// The first address that cannot be written.
    fn write(&mut self, address: u32, from: &[u8]) -> Result<(), u32>;
}

/// A program's call of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The core that calls.
    pub core: usize,
    /// Register a0: the number of the operation.
    pub operation: u32,
    /// Register a1: for most operations the address of a block of parameters.
    pub parameter: u32,
    /// The cycle of the call.
    pub cycle: u64,
    /// Clock cycles per second.
    pub clock_hz: u64,
}

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The program continues with this value in register a0.
    Value(u32),
    /// The program has ended with this exit status.
    Exit(i32),
    /// The program ends the whole run with this exit status, which is not 0.
    Abort(i32),
}

/// An invalid call: an error of the program, which cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SemihostingError {
    /// There is no operation with this number.
    #[error("semihosting operation {operation:#x} does not exist (register a0 at ebreak)")]
    UnknownOperation {
        /// Register a0.
        operation: u32,
    },
    /// The parameters, or a text to print, are at an address without memory.
    #[error("semihosting operation {operation} was given {parameter:#010x} in register a1, but there is no memory at {address:#010x}")]
    BadAddress {
        /// The operation.
        operation: Operation,
        /// Register a1.
        parameter: u32,
        /// The first address that cannot be accessed.
        address: u32,
    },
}

/// The environment of the chip, as its programs see it.
pub trait Host {
    /// Performs a call.
    ///
    /// # Errors
    /// If the call is invalid. A valid operation that fails returns the result that its definition specifies.
    fn semihosting(
        &mut self,
        call: Call,
        memory: &mut dyn Memory,
    ) -> Result<Reply, SemihostingError>;

    /// Receives a character that `core` wrote to a console device.
    fn console(&mut self, core: usize, byte: u8);
}

#[cfg(test)]
mod tests;
