//! Errors of trace files.

use std::path::{Path, PathBuf};

/// The result of writing or reading a trace.
pub type Result<T, E = TraceError> = std::result::Result<T, E>;

/// Why a trace cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    #[error("cannot write the trace {path}: {reason}")]
    Write { path: PathBuf, reason: String },
    #[error("cannot read {path}: {reason}")]
    Read { path: PathBuf, reason: String },
    #[error("{path}, {place}: {what}")]
    Damaged {
        path: PathBuf,
        /// The line, or the byte, at which the error was found.
        place: String,
        what: String,
    },
    #[error("the trace enters regions without leaving them: they nest deeper than {0}")]
    Nested(usize),
    #[error("{0}: a trace is a file that ends in .csv, .perfetto-trace or .pftrace, or an OTF2 archive that ends in .otf2")]
    Format(PathBuf),
    #[error(
        "this weft was built without OTF2: install pkg-config and libopen-trace-format2-dev and build it again, \
         or write the trace as .perfetto-trace or .csv"
    )]
    NoOtf2,
}

impl TraceError {
    /// Returns the error of a file that cannot be written.
    pub(crate) fn write(path: &Path, reason: impl ToString) -> TraceError {
        TraceError::Write {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// Returns the error of a file that cannot be read.
    pub(crate) fn read(path: &Path, reason: impl ToString) -> TraceError {
        TraceError::Read {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}
