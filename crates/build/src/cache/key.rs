//! The key of an entry: a hash of everything that determines its content.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// Bytes of the hash that form the name of an entry.
const NAME_BYTES: usize = 16;

/// Hashes the parts on which an entry depends. Each part is delimited, so that different lists of parts never give the same input.
#[derive(Clone, Default)]
pub struct Key(Sha256);

impl Key {
    /// Adds a part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// Adds the names and contents of all files below a folder.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn add_folder(&mut self, folder: &Path) -> Result<()> {
        for path in files_below(folder)? {
            self.add(path.as_os_str().as_encoded_bytes());
            self.add(
                std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?,
            );
        }
        Ok(())
    }

    pub(super) fn name(self) -> String {
        hexadecimal(&self.0.finalize()[..NAME_BYTES])
    }
}

/// Formats `bytes` in hexadecimal.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All files below a folder, sorted.
pub(super) fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)
            .with_context(|| format!("cannot read {}", folder.display()))?
        {
            let path = entry?.path();
            if path.is_dir() {
                &mut folders
            } else {
                &mut files
            }
            .push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(parts: &[&str]) -> Key {
        let mut key = Key::default();
        parts.iter().for_each(|part| key.add(part));
        key
    }

    #[test]
    fn parts_do_not_run_together() {
        assert_ne!(key(&["ab", "c"]).name(), key(&["a", "bc"]).name());
        assert_eq!(key(&["ab", "c"]).name(), key(&["ab", "c"]).name());
    }
}
