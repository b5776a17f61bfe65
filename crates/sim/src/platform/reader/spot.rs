//! A value that keeps the place where it stands, when the document is gone.

use serde::{Deserialize, Serialize};

use crate::platform::error::PlatformError;

/// A value with its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spot<T> {
    /// The value.
    pub value: T,
    pub(super) path: String,
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl<T> Spot<T> {
    /// An error about this value: "`path` MESSAGE".
    pub fn error(&self, message: impl AsRef<str>) -> PlatformError {
        PlatformError::Invalid {
            file: self.file.clone(),
            line: self.line,
            column: self.column,
            message: format!("`{}` {}", self.path, message.as_ref()),
        }
    }
}
