//! The cache of what was built: a folder for each combination of everything that decides what comes out. Libraries are kept for good,
//! of programs those that were used last.
//!
//! An entry is made in a folder of its own beside its place and moved there in one step, so that two builds at the
//! same time never see half an entry: one of them wins, and both entries are the same.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// The folder of the entries of which only some are kept, and how many.
const RECENT: &str = "programs";
const MOST_RECENT: usize = 400;

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

/// The files of the entry of `key` among those of which only the ones that were used last are kept, filled as that of [`entry`]:
/// what `read` makes of their folder.
///
/// # Errors
/// When `fill` or `read` fails or the cache cannot be written.
pub fn recent<T>(
    key: Key,
    fill: impl FnOnce(&Path) -> Result<()>,
    read: impl Fn(&Path) -> Result<T>,
) -> Result<T> {
    recent_in(&root().join(RECENT), MOST_RECENT, key, fill, read)
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

fn recent_in<T>(
    root: &Path,
    most: usize,
    key: Key,
    fill: impl FnOnce(&Path) -> Result<()>,
    read: impl Fn(&Path) -> Result<T>,
) -> Result<T> {
    let place = root.join(key.clone().name());
    if let Ok(found) = read(&place) {
        let now = std::time::SystemTime::now();
        // If the time cannot be noted, the entry goes a little sooner.
        let _ = std::fs::File::open(&place).and_then(|folder| folder.set_modified(now));
        return Ok(found);
    }
    // One that is not whole is made again; if it cannot be taken away, it is read once more below, and that says why.
    let _ = std::fs::remove_dir_all(&place);
    let mut made = None;
    entry_in(root, key, |folder| {
        fill(folder)?;
        made = Some(read(folder)?);
        Ok(())
    })?;
    drop_oldest(root, most)?;
    made.map_or_else(|| read(&place), Ok)
}

/// Leaves three quarters of the entries if there are more than `most`.
fn drop_oldest(root: &Path, most: usize) -> Result<()> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(root)? {
        let entry = entry?;
        if let Ok(used) = entry.metadata().and_then(|data| data.modified()) {
            entries.push((used, entry.path()));
        }
    }
    entries.sort();
    let surplus = match entries.len() {
        count if count > most => count - most / 4 * 3,
        _ => 0,
    };
    for (_, path) in &entries[..surplus] {
        // Another process may have done so.
        let _ = std::fs::remove_dir_all(path);
    }
    Ok(())
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
    fn of_recent_entries_those_used_last_stay() {
        let root = tempfile::tempdir().unwrap();
        let filled = std::cell::Cell::new(0);
        let get = |number: usize| {
            let fill = |folder: &Path| {
                filled.set(filled.get() + 1);
                Ok(std::fs::write(folder.join("program"), number.to_string())?)
            };
            let read = |folder: &Path| Ok(std::fs::read_to_string(folder.join("program"))?);
            let name = number.to_string();
            let text = recent_in(root.path(), 4, key(&[&name]), fill, read).unwrap();
            assert_eq!(text, name);
            std::thread::sleep(std::time::Duration::from_millis(5));
            filled.get()
        };
        assert_eq!([0, 1, 2, 3].map(&get), [1, 2, 3, 4]);
        assert_eq!([0, 4].map(&get), [4, 5]); // and 1 and 2 go
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 3);
        assert_eq!([0, 3, 4, 1].map(&get), [5, 5, 5, 6]);
    }

    #[test]
    fn a_recent_entry_that_is_not_whole_is_made_again() {
        let root = tempfile::tempdir().unwrap();
        let get = || {
            let fill = |folder: &Path| Ok(std::fs::write(folder.join("program"), "code")?);
            let read = |folder: &Path| Ok(std::fs::read_to_string(folder.join("program"))?);
            recent_in(root.path(), 4, key(&["a"]), fill, read).unwrap()
        };
        get();
        std::fs::remove_file(root.path().join(key(&["a"]).name()).join("program")).unwrap();
        assert_eq!(get(), "code");
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
