//! A value with its position, which outlives the document.

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};

use super::closest;
use crate::description::{PlatformError, Result};

/// A value with its position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spot<T> {
    /// The value.
    pub value: T,
    pub(super) path: String,
    pub file: String,
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

impl<T: AsRef<str>> Spot<T> {
    /// Reads one of the words of `choices`; returns its index.
    ///
    /// # Errors
    /// If it is another word.
    pub fn choice<C: Borrow<str>>(&self, choices: &[C]) -> Result<usize> {
        let word = self.value.as_ref();
        let chosen = choices.iter().position(|choice| choice.borrow() == word);
        chosen.ok_or_else(|| {
            let guess = match closest(word, choices) {
                Some(near) => format!(" (did you mean \"{near}\"?)"),
                None => String::new(),
            };
            let known = choices.join("\", \"");
            self.error(format!("is \"{word}\"; known: \"{known}\"{guess}"))
        })
    }
}
