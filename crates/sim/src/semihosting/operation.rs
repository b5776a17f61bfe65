//! The operations and their numbers.

use std::fmt;

/// A semihosting operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Opens a file.
    Open,
    /// Closes a file.
    Close,
    /// Writes a character to the console.
    WriteC,
    /// Writes a zero-terminated string to the console.
    Write0,
    /// Writes to a file.
    Write,
    /// Reads from a file.
    Read,
    /// Reads a character from the console.
    ReadC,
    /// Returns whether a result is an error.
    IsError,
    /// Returns whether a file is a terminal.
    IsTty,
    /// Moves to a position in a file.
    Seek,
    /// Returns the length of a file.
    FLen,
    /// Returns a name for a temporary file.
    TmpNam,
    /// Deletes a file.
    Remove,
    /// Renames a file.
    Rename,
    /// Returns the time since the start, in hundredths of a second.
    Clock,
    /// Returns the time in seconds since 1970.
    Time,
    /// Passes a command to the host's command interpreter.
    System,
    /// Returns why the last operation failed.
    Errno,
    /// Returns the command line.
    GetCmdLine,
    /// Returns where heap and stack are.
    HeapInfo,
    /// Ends the program.
    Exit,
    /// Ends the program with an exit status.
    ExitExtended,
    /// Returns the ticks since the start.
    Elapsed,
    /// Returns the ticks per second.
    TickFreq,
}

impl Operation {
    /// Returns the operation with this number.
    pub fn from_number(number: u32) -> Option<Operation> {
        Some(match number {
            0x01 => Operation::Open,
            0x02 => Operation::Close,
            0x03 => Operation::WriteC,
            0x04 => Operation::Write0,
            0x05 => Operation::Write,
            0x06 => Operation::Read,
            0x07 => Operation::ReadC,
            0x08 => Operation::IsError,
            0x09 => Operation::IsTty,
            0x0A => Operation::Seek,
            0x0C => Operation::FLen,
            0x0D => Operation::TmpNam,
            0x0E => Operation::Remove,
            0x0F => Operation::Rename,
            0x10 => Operation::Clock,
            0x11 => Operation::Time,
            0x12 => Operation::System,
            0x13 => Operation::Errno,
            0x15 => Operation::GetCmdLine,
            0x16 => Operation::HeapInfo,
            0x18 => Operation::Exit,
            0x20 => Operation::ExitExtended,
            0x30 => Operation::Elapsed,
            0x31 => Operation::TickFreq,
            _ => return None,
        })
    }
}

impl fmt::Display for Operation {
    /// The name as the specification writes it.
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let name = match self {
            Operation::ExitExtended => String::from("EXIT_EXTENDED"),
            Operation::GetCmdLine => String::from("GET_CMDLINE"),
            other => format!("{other:?}").to_uppercase(),
        };
        write!(formatter, "SYS_{name}")
    }
}
