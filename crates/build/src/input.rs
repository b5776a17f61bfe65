//! Reads files of users with a limit of size, since such a file may be a device that never ends.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{ensure, Context, Result};

/// Maximum size of an executable or object file: far more than a chip has memory for.
pub const MOST_OF_PROGRAM: u64 = 256 << 20;

/// Returns the bytes of a file, at most `most`.
///
/// # Errors
/// When it cannot be read, or is larger.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    let refused = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(refused)?;
    let mut begin = file.take(most.saturating_add(1));
    begin.read_to_end(&mut bytes).with_context(refused)?;
    let is_all = bytes.len() as u64 <= most;
    ensure!(is_all, "{} has more than {most} bytes", path.display());
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_not_read() {
        let error = read(Path::new("/dev/zero"), 1000).unwrap_err();
        assert_eq!(error.to_string(), "/dev/zero has more than 1000 bytes");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        std::fs::write(&file, [7; 1000]).unwrap();
        assert_eq!(read(&file, 1000).unwrap(), [7; 1000]);
        assert!(read(&file, 999).is_err());
    }
}
