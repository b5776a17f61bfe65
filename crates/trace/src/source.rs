//! Where a trace is read from.

use crate::csv::CsvReader;
use crate::error::TraceError;
use crate::event::{Definitions, Event};
use crate::perfetto::PerfettoReader;
use crate::sink::Format;
use std::path::Path;

/// A trace being read.
pub trait Source {
    /// What the events refer to.
    fn definitions(&self) -> &Definitions;

    /// The next event, in the order of time; None behind the last.
    ///
    /// # Errors
    /// When the file cannot be read, or says what cannot be.
    fn next(&mut self) -> Result<Option<Event>, TraceError>;

    /// When the trace ends, in ticks; known behind the last event.
    fn end(&self) -> u64;
}

/// Opens a trace that weft has written as a table or for Perfetto.
///
/// # Errors
/// When it cannot be read, or is no such trace.
pub fn open(path: &Path) -> Result<Box<dyn Source>, TraceError> {
    match Format::of(path)? {
        Format::Csv => Ok(Box::new(CsvReader::open(path)?)),
        Format::Perfetto => Ok(Box::new(PerfettoReader::open(path)?)),
        Format::Otf2 => Err(TraceError::read(
            path,
            "an OTF2 archive is for other tools (otf2-print, ViTE); give weft a trace that ends in .csv or .perfetto-trace",
        )),
    }
}
