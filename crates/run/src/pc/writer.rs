//! Writes the [log](super::log) of the words from the PC, line by line while the run goes on.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;
use weft_launch::attach::Pair;
use weft_sim::Cycle;

use super::log::{End, Record, Subject};

/// Writes a log.
pub struct Writer {
    file: BufWriter<File>,
    path: PathBuf,
}

impl Writer {
    /// Begins the log of a run.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path, subject: &Subject) -> Result<Writer> {
        let file =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut writer = Writer {
            file: BufWriter::new(file),
            path: path.to_path_buf(),
        };
        writer.line(subject)?;
        Ok(writer)
    }

    /// Logs words that left the PC.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn words(&mut self, cycle: Cycle, words: &[Pair]) -> Result<()> {
        let words = words.iter().map(|pair| (pair.address, pair.data)).collect();
        self.line(&Record {
            cycle: cycle.0,
            words,
            end: None,
        })
    }

    /// Logs the end of the PC's part, as the last line.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn end(&mut self, cycle: Cycle, end: &End) -> Result<()> {
        self.line(&Record {
            cycle: cycle.0,
            words: Vec::new(),
            end: Some(end.clone()),
        })?;
        self.flush()
    }

    /// Flushes the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn flush(&mut self) -> Result<()> {
        let path = &self.path;
        let flushed = self.file.flush();
        flushed.with_context(|| format!("cannot write {}", path.display()))
    }

    fn line(&mut self, value: &impl Serialize) -> Result<()> {
        let Writer { file, path } = self;
        let written = serde_json::to_writer(&mut *file, value).map_err(std::io::Error::from);
        let line = written.and_then(|()| file.write_all(b"\n"));
        line.with_context(|| format!("cannot write {}", path.display()))
    }
}
