//! Errors in platform files. Each message says what would be right.

use thiserror::Error;
use weft_isa::user::InstructionError;

/// The result of reading a part of a platform.
pub type Result<T, E = PlatformError> = std::result::Result<T, E>;

/// Why a platform could not be loaded.
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
    /// An option that overrides a key has an error.
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
    /// The description of a user-defined instruction has an error.
    #[error(transparent)]
    Instruction(#[from] InstructionError),
    /// No directory has a platform with this name.
    #[error("there is no platform `{name}`; {known}. A file of your own is given by its path, for example ./{name}.toml")]
    Unknown {
        /// The name asked for.
        name: String,
        /// Which platforms there are, or where they were looked for.
        known: String,
    },
}
