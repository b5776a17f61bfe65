//! A trace's file: one of three formats, chosen by its name.

use crate::background::Background;
use crate::checked::Checked;
use crate::csv::{CsvReader, CsvWriter};
use crate::error::{Result, TraceError};
use crate::event::Definitions;
use crate::otf2::Otf2Writer;
use crate::perfetto::{PerfettoReader, PerfettoWriter};
use crate::sink::Sink;
use crate::source::Source;
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
    /// Returns the format for a file name's extension.
    ///
    /// # Errors
    /// When the extension is not known.
    pub fn of(path: &Path) -> Result<Format> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("otf2") => Ok(Format::Otf2),
            Some("perfetto-trace" | "pftrace") => Ok(Format::Perfetto),
            Some("csv") => Ok(Format::Csv),
            _ => Err(TraceError::Format(path.to_owned())),
        }
    }
}

/// Creates the trace `path` in the format of its extension. A separate thread writes it.
///
/// # Errors
/// When the extension is not known, or the file cannot be written.
pub fn create(path: &Path, definitions: &Definitions) -> Result<Box<dyn Sink>> {
    let format = Format::of(path)?;
    let (path, definitions) = (path.to_owned(), definitions.clone());
    let create = move || writer(format, &path, &definitions);
    Ok(Box::new(Background::begin(create)?))
}

fn writer(format: Format, path: &Path, definitions: &Definitions) -> Result<Box<dyn Sink>> {
    Ok(match format {
        Format::Otf2 => Box::new(Otf2Writer::create(path, definitions)?),
        Format::Perfetto => Box::new(PerfettoWriter::create(path, definitions)?),
        Format::Csv => Box::new(CsvWriter::create(path, definitions)?),
    })
}

/// Opens a trace that weft has written as a table or for Perfetto.
///
/// # Errors
/// When it cannot be read, or is not such a trace.
pub fn open(path: &Path) -> Result<Box<dyn Source>> {
    match Format::of(path)? {
        Format::Csv => Ok(Box::new(Checked::new(CsvReader::open(path)?, path)?)),
        Format::Perfetto => Ok(Box::new(Checked::new(PerfettoReader::open(path)?, path)?)),
        Format::Otf2 => Err(TraceError::read(
            path,
            "an OTF2 archive is for other tools (otf2-print, ViTE); give weft a trace that ends in .csv or .perfetto-trace",
        )),
    }
}
