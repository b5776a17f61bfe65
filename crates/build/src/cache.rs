//! The cache of built libraries: a folder for each combination of everything that decides what comes out.
//!
//! An entry is made in a folder of its own beside its place and moved there in one step, so that two builds at the
//! same time never see half an entry: one of them wins, and both entries are the same.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// Collects what an entry depends on; every part is delimited, so that no two lists of parts look alike.
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

    fn name(self) -> String {
        self.0
            .finalize()
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
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

/// The entry of `key`; when there is none yet, `fill` makes its files in the folder it is given.
///
/// # Errors
/// When `fill` fails or the cache cannot be written.
pub fn entry(key: Key, fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    entry_in(&root(), key, fill)
}

/// Where the entry of `key` is, or would be.
pub fn place(key: Key) -> PathBuf {
    root().join(key.name())
}

fn entry_in(root: &Path, key: Key, fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let place = root.join(key.name());
    if place.is_dir() {
        return Ok(place);
    }
    let refused = || {
        format!(
            "cannot write the cache in {}; XDG_CACHE_HOME names another place",
            root.display()
        )
    };
    std::fs::create_dir_all(root).with_context(refused)?;
    let draft = tempfile::Builder::new()
        .prefix("draft-")
        .tempdir_in(root)
        .with_context(refused)?;
    fill(draft.path())?;
    match std::fs::rename(draft.path(), &place) {
        Err(error)
            if !matches!(
                error.kind(),
                ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty
            ) =>
        {
            Err(error).with_context(refused)
        }
        _ => Ok(place),
    }
}

fn root() -> PathBuf {
    let variable = |name| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let cache = variable("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    let cache = cache.or_else(|| Some(variable("HOME")?.join(".cache")));
    cache.unwrap_or_else(std::env::temp_dir).join("weft")
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

    #[test]
    fn an_entry_is_filled_once() {
        let root = tempfile::tempdir().unwrap();
        let fill = |folder: &Path| Ok(std::fs::write(folder.join("object"), "code")?);
        let first = entry_in(root.path(), key(&["a"]), fill).unwrap();
        assert_eq!(
            std::fs::read_to_string(first.join("object")).unwrap(),
            "code"
        );
        let second = entry_in(root.path(), key(&["a"]), |_| panic!("filled again")).unwrap();
        assert_eq!(first, second);
    }

    #[test]
    fn a_failed_entry_leaves_nothing() {
        let root = tempfile::tempdir().unwrap();
        assert!(entry_in(root.path(), key(&["a"]), |_| anyhow::bail!("no")).is_err());
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_loser_of_a_race_takes_the_winners_entry() {
        let root = tempfile::tempdir().unwrap();
        let fill = |folder: &Path| Ok(std::fs::write(folder.join("object"), "code")?);
        let place = entry_in(root.path(), key(&["a"]), |draft| {
            entry_in(root.path(), key(&["a"]), fill)?;
            fill(draft)
        });
        assert!(place.unwrap().join("object").is_file());
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 1);
    }
}
