//! What is wrong with the description of an instruction, and where.

use std::fmt;

/// A mistake in a file that describes instructions.
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

/// What reading a part of a file gives.
pub(super) type Result<T, E = Mistake> = std::result::Result<T, E>;

/// A mistake in a file whose name is known further up.
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
