//! The files of a paper, and errors that name a line of them.

use std::path::Path;

use anyhow::{Context, Error, Result};
use serde::de::DeserializeOwned;
use toml::Spanned;
use weft_sim::platform::reader::Document;

/// The text of a file, with its path.
#[derive(Debug, Default)]
pub struct File {
    path: String,
    text: String,
}

impl File {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(path: &Path) -> Result<File> {
        let text = std::fs::read_to_string(path);
        let path = path.display().to_string();
        let text = text.with_context(|| format!("cannot read {path}"))?;
        Ok(File { path, text })
    }

    /// Parses the file as TOML.
    ///
    /// # Errors
    /// When it is not TOML, or a key is wrong.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T> {
        toml::from_str(&self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.error(at, &error.message().replace('\n', "; "))
        })
    }

    /// Returns an error about an entry, with the line where the entry begins.
    pub fn error_in<T>(&self, entry: &Spanned<T>, wrong: &Error) -> Error {
        self.error(entry.span().start, &format!("{wrong:#}"))
    }

    fn error(&self, at: usize, message: &str) -> Error {
        let document = Document::of_file(&self.path, &self.text);
        document.error(at, message).into()
    }
}
