//! The build cache: a folder for each build result, named by a hash of everything that determines the result. Libraries are kept until
//! `weft cache prune` removes them; of programs, only the most recently used ones are kept.
//!
//! An entry is built in a draft and moved to its place atomically, so that concurrent builds never see a part of an entry. It contains a
//! list of hashes, which is checked at each use: a damaged entry is built again. An entry is not removed while a process uses it.
//!
//! ```text
//! weft/KEY            headers, object files, archives
//! weft/programs/KEY   programs
//! weft/engines/KEY    circuits that have been compiled
//! weft/drafts/KEY     entries under construction, each locked by its maker
//! ```

mod draft;
mod held;
mod inventory;
mod key;
mod lock;
mod manifest;
mod root;

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Once;
use std::time::SystemTime;

use anyhow::{Context, Error, Result};

pub use draft::Draft;
use held::Held;
pub use inventory::{prune, survey, Entry, Kind, Pruned, Survey};
pub use key::Key;

/// The folder of the programs, and how many of them are kept.
const RECENT: &str = "programs";
const MOST_RECENT: usize = 400;
/// The folder of the circuits that have been compiled.
const ENGINES: &str = "engines";
/// The folder of entries that are being made.
const DRAFTS: &str = "drafts";
/// A disk with fewer free bytes than this counts as full.
const HARDLY_ANY: u64 = 1 << 20;

/// Returns the folder of the entry of `key`. If there is none yet, `fill` makes its files in the folder that it is given.
///
/// # Errors
/// When `fill` fails, or the cache cannot be written or not be trusted.
pub fn entry(key: Key, fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let root = opened()?;
    Ok(entry_in(&root, &root, key, fill)?.for_ever())
}

/// As [`entry`], for compiled circuits.
///
/// # Errors
/// When `fill` fails, or the cache cannot be written or not be trusted.
pub fn engine(key: Key, fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let root = opened()?;
    Ok(entry_in(&root, &root.join(ENGINES), key, fill)?.for_ever())
}

/// As [`entry`], for entries of which only the most recently used are kept. Returns the result of `read`, which gets the entry's folder:
/// the entry may be removed afterwards.
///
/// # Errors
/// When `fill` or `read` fails, or the cache cannot be written or not be trusted.
pub fn recent<T>(
    key: Key,
    fill: impl FnOnce(&Path) -> Result<()>,
    read: impl Fn(&Path) -> Result<T>,
) -> Result<T> {
    recent_in(&opened()?, MOST_RECENT, key, fill, read)
}

/// Makes a temporary folder. It is removed on drop, or by the next run if this process is killed.
///
/// # Errors
/// When the cache cannot be written or not be trusted.
pub fn scratch() -> Result<Draft> {
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    let root = opened()?;
    let number = TAKEN.fetch_add(1, Ordering::Relaxed);
    let name = format!("scratch-{}-{number}", std::process::id());
    Draft::take(&root.join(DRAFTS), &name).with_context(|| root::refused(&root))
}

/// Returns the path of the entry of `key`, whether it exists or not.
pub fn place(key: Key) -> PathBuf {
    root::place().join(key.name())
}

/// Returns the folder of the cache, after it has been created and its rights checked. The first call removes the drafts of killed runs.
fn opened() -> Result<PathBuf> {
    static SWEPT: Once = Once::new();
    let root = root::place();
    root::open(&root)?;
    SWEPT.call_once(|| {
        draft::sweep(&root.join(DRAFTS));
    });
    Ok(root)
}

/// Returns the entry of `key` in `folder`, which is the folder of the cache, `root`, or one in it.
fn entry_in(
    root: &Path,
    folder: &Path,
    key: Key,
    fill: impl FnOnce(&Path) -> Result<()>,
) -> Result<Held> {
    let name = key.name();
    let place = folder.join(&name);
    if let Some(entry) = used(&place) {
        return Ok(entry);
    }
    let refused = || root::refused(root);
    let draft = Draft::take(&root.join(DRAFTS), &name).with_context(refused)?;
    // The process that held the draft until now may have finished the entry.
    if let Some(entry) = used(&place) {
        return Ok(entry);
    }
    let filled = fill(draft.path()).and_then(|()| manifest::write(draft.path()));
    filled.map_err(|error| with_cause(error, &[root, &std::env::temp_dir()]))?;
    std::fs::create_dir_all(folder).with_context(refused)?;
    if place.exists() {
        std::fs::remove_dir_all(&place).with_context(refused)?;
    }
    Held::keep(draft, &place).with_context(refused)
}

/// Returns the entry at `place`, if there is an undamaged one, and records the time of this use.
fn used(place: &Path) -> Option<Held> {
    let entry = Held::take(place)?;
    // If the time cannot be recorded, the entry is only removed somewhat earlier.
    let now = SystemTime::now();
    let _ = std::fs::File::open(place).and_then(|folder| folder.set_modified(now));
    Some(entry)
}

/// The error of a build that failed because the disk of this folder is full.
#[derive(Debug)]
struct DiskFull(PathBuf);

impl fmt::Display for DiskFull {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let shown = self.0.display();
        let advice = "`weft cache prune` removes what has not been used for long";
        write!(formatter, "the disk of {shown} is full; {advice}")
    }
}

/// Adds to the error of a build that a disk is full, if it is: compilers report only various consequences.
fn with_cause(error: Error, written: &[&Path]) -> Error {
    let is_full = |folder: &Path| {
        rustix::fs::statvfs(folder).is_ok_and(|disk| disk.f_bavail * disk.f_frsize < HARDLY_ANY)
    };
    let is_told = |cause: &(dyn std::error::Error + 'static)| {
        let kind = cause.downcast_ref().map(std::io::Error::kind);
        matches!(
            kind,
            Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
        )
    };
    let told = error.chain().any(is_told).then_some(&written[0]);
    let full = written.iter().find(|folder| is_full(folder)).or(told);
    match full.filter(|_| !error.is::<DiskFull>()) {
        Some(folder) => error.context(DiskFull(folder.to_path_buf())),
        None => error,
    }
}

fn recent_in<T>(
    root: &Path,
    most: usize,
    key: Key,
    fill: impl FnOnce(&Path) -> Result<()>,
    read: impl Fn(&Path) -> Result<T>,
) -> Result<T> {
    let folder = root.join(RECENT);
    let mut made = None;
    let entry = entry_in(root, &folder, key, |draft| {
        fill(draft)?;
        made = Some(read(draft)?);
        Ok(())
    })?;
    let Some(made) = made else {
        return read(&entry.place);
    };
    drop_oldest(root, &folder, most)?;
    Ok(made)
}

/// Leaves three quarters of the entries if there are more than `most`.
fn drop_oldest(root: &Path, folder: &Path, most: usize) -> Result<()> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)? {
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
        // Another process may have removed it already.
        let _ = held::remove(root, path);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
