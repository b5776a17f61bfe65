//! Reads the files of a platform.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::error::{PlatformError, Result};

/// Maximum size of a platform file.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// Reads a file of at most 1 MiB.
pub fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, error.to_string()))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let reason = "it is larger than 1 MiB, which no such file is";
        return Err(unreadable(path, reason));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|byte| **byte == b'\n').count();
        unreadable(path, format!("line {line} is not UTF-8 text"))
    })
}

/// Returns an error about a file as a whole.
pub fn unreadable(path: &Path, reason: impl Into<String>) -> PlatformError {
    PlatformError::Unreadable {
        path: path.display().to_string(),
        reason: reason.into(),
    }
}
