//! Semihosting: how a program without an operating system asks its host for files, time and an end.
//!
//! Defined by "RISC-V Semihosting" (the trap: `ebreak` between two marker instructions, operation in a0, parameter in a1,
//! result in a0) and "Semihosting for AArch32 and AArch64" (the operations). Time is simulated time, so that runs repeat.

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

/// The memory that a core sees, as far as a host may touch it.
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

/// A request of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The core that asks.
    pub core: usize,
    /// Register a0: the number of the operation.
    pub operation: u32,
    /// Register a1: for most operations the address of a block of parameters.
    pub parameter: u32,
    /// The cycle in which it asks.
    pub cycle: u64,
    /// Cycles per second.
    pub clock_hz: u64,
}

/// What happens after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The program goes on with this value in register a0.
    Value(u32),
    /// The program has ended with this exit status.
    Exit(i32),
    /// The program ends the whole run with this exit status, which is not 0.
    Abort(i32),
}

/// Requests that make no sense; the program is at fault and cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SemihostingError {
    /// There is no operation of this number.
    #[error("semihosting operation {operation:#x} does not exist (register a0 at ebreak)")]
    UnknownOperation {
        /// Register a0.
        operation: u32,
    },
    /// The parameters, or a text to be printed, lie where there is no memory.
    #[error("semihosting operation {operation} was given {parameter:#010x} in register a1, but there is no memory at {address:#010x}")]
    BadAddress {
        /// What was asked for.
        operation: Operation,
        /// Register a1.
        parameter: u32,
        /// The first address that cannot be accessed.
        address: u32,
    },
}

/// What stands outside the chip.
pub trait Host {
    /// Does what `call` asks for.
    ///
    /// # Errors
    /// The request makes no sense. A request that merely fails is answered as its operation defines.
    fn semihosting(
        &mut self,
        call: Call,
        memory: &mut dyn Memory,
    ) -> Result<Reply, SemihostingError>;

    /// Takes a character that `core` wrote to a console device.
    fn console(&mut self, core: usize, byte: u8);
}

#[cfg(test)]
mod tests;
