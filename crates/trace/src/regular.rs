//! Opens files that users name, and refuses devices and pipes, which may never end.

use std::fs::File;
use std::path::Path;

use crate::error::{Result, TraceError};

/// Opens a regular file for reading. A device or a pipe is an error.
pub fn open(path: &Path) -> Result<File> {
    let refused = |error| TraceError::read(path, error);
    if !path.metadata().map_err(refused)?.is_file() {
        return Err(TraceError::read(path, "it is not a regular file"));
    }
    File::open(path).map_err(refused)
}
