//! Where a trace is written: one of three formats, chosen by the file's name, all of them event by event.

use crate::background::Background;
use crate::csv::CsvWriter;
use crate::error::TraceError;
use crate::event::{Definitions, Event};
use crate::otf2::Otf2Writer;
use crate::perfetto::PerfettoWriter;
use std::path::Path;

/// The formats of traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An archive of the Open Trace Format 2: a folder that ends in `.otf2`.
    Otf2,
    /// TrackEvent protobufs: `.perfetto-trace` or `.pftrace`.
    Perfetto,
    /// A table: `.csv`.
    Csv,
}

impl Format {
    /// The format that a file's name asks for.
    ///
    /// # Errors
    /// When it ends in none that is known.
    pub fn of(path: &Path) -> Result<Format, TraceError> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("otf2") => Ok(Format::Otf2),
            Some("perfetto-trace" | "pftrace") => Ok(Format::Perfetto),
            Some("csv") => Ok(Format::Csv),
            _ => Err(TraceError::Format(path.to_owned())),
        }
    }
}

/// Bytes that are written to a file at once.
pub(crate) const WRITTEN_AT_ONCE: usize = 1 << 18;

/// A trace being written.
pub trait Sink {
    /// Writes an event; they come in the order of time, and a location's regions are left in the opposite order of their entering.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn event(&mut self, event: &Event) -> Result<(), TraceError>;

    /// Completes the trace, which ends at `end` ticks.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn finish(self: Box<Self>, end: u64) -> Result<(), TraceError>;
}

/// Begins the trace `path` in the format that its name asks for. A thread of its own writes it.
///
/// # Errors
/// When the name asks for no known format, or the file cannot be written.
pub fn create(path: &Path, definitions: &Definitions) -> Result<Box<dyn Sink>, TraceError> {
    let format = Format::of(path)?;
    let (path, definitions) = (path.to_owned(), definitions.clone());
    Ok(Box::new(Background::begin(move || {
        writer(format, &path, &definitions)
    })?))
}

fn writer(
    format: Format,
    path: &Path,
    definitions: &Definitions,
) -> Result<Box<dyn Sink>, TraceError> {
    Ok(match format {
        Format::Otf2 => Box::new(Otf2Writer::create(path, definitions)?),
        Format::Perfetto => Box::new(PerfettoWriter::create(path, definitions)?),
        Format::Csv => Box::new(CsvWriter::create(path, definitions)?),
    })
}
