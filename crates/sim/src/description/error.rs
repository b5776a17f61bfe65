//! What can be wrong with a platform file, said so that it can be mended.

use thiserror::Error;
use weft_isa::user::InstructionError;

/// What reading a part of a platform gives.
pub type Result<T, E = PlatformError> = std::result::Result<T, E>;

/// Why a platform could not be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlatformError {
    /// The file was read, but something in it is wrong.
    #[error("{file}:{line}:{column}: {message}")]
    Invalid {
        /// Path of the platform file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong and what would be right.
        message: String,
    },
    /// A key that an option sets instead of a file is wrong.
    #[error("{option}: {message}")]
    Option {
        /// The option as given.
        option: String,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The file or the directory could not be read at all.
    #[error("cannot read {path}: {reason}")]
    Unreadable {
        /// The path as given.
        path: String,
        /// What the operating system said, or what is wrong with the file as a whole.
        reason: String,
    },
    /// The description of an instruction of the user's own is wrong.
    #[error(transparent)]
    Instruction(#[from] InstructionError),
    /// No directory holds a platform of this name.
    #[error("there is no platform `{name}`; {known}. A file of your own is given by its path, for example ./{name}.toml")]
    Unknown {
        /// The name asked for.
        name: String,
        /// Which platforms there are, or where they were looked for.
        known: String,
    },
}
