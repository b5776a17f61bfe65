//! Errors in descriptions of instructions, with their places.

use std::fmt;

/// An error in a file that describes instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstructionError {
    /// The file's name, as it was given.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for InstructionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for InstructionError {}

/// The result of reading a part of a file.
pub(super) type Result<T, E = Mistake> = std::result::Result<T, E>;

/// An error in a file whose name the caller adds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mistake {
    pub line: usize,
    pub message: String,
}

impl Mistake {
    pub fn new(line: usize, message: impl Into<String>) -> Mistake {
        Mistake {
            line,
            message: message.into(),
        }
    }

    pub fn in_file(self, file: &str) -> InstructionError {
        InstructionError {
            file: file.to_owned(),
            line: self.line,
            message: self.message,
        }
    }
}
