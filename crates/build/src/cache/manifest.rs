//! The list of an entry's files with their hashes, by which a damaged entry is recognized. `sha256sum --check` can read it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use super::key::{files_below, hexadecimal};

/// The name of the list in the entry's folder.
const FILE: &str = "manifest.sha256";

/// Returns the path of the list of the entry in `folder`.
pub fn of(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// Writes the list of the files in `folder`.
pub fn write(folder: &Path) -> Result<()> {
    Ok(std::fs::write(of(folder), list(folder)?)?)
}

/// Does `folder` contain exactly the files of its list?
pub fn is_whole(folder: &Path) -> bool {
    let said = std::fs::read_to_string(of(folder));
    said.is_ok_and(|said| list(folder).is_ok_and(|found| found == said))
}

fn list(folder: &Path) -> Result<String> {
    let own = of(folder);
    let files = files_below(folder)?;
    let files = files.iter().filter(|file| **file != own);
    files.map(|file| line(folder, file)).collect()
}

fn line(folder: &Path, file: &Path) -> Result<String> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let hash = hexadecimal(&Sha256::digest(bytes));
    let name = file.strip_prefix(folder)?;
    Ok(format!("{hash}  {}\n", name.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_any_file_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        assert!(!is_whole(folder.path()), "without a list");
        std::fs::create_dir(file("small")).unwrap();
        std::fs::write(file("small/a.o"), "code").unwrap();
        write(folder.path()).unwrap();
        assert!(is_whole(folder.path()));
        std::fs::write(file("more.h"), "").unwrap();
        assert!(!is_whole(folder.path()), "a file more");
        std::fs::remove_file(file("more.h")).unwrap();
        std::fs::write(file("small/a.o"), "codE").unwrap();
        assert!(!is_whole(folder.path()), "another byte");
        std::fs::remove_file(file("small/a.o")).unwrap();
        assert!(!is_whole(folder.path()), "a file less");
    }
}
