//! The entries of the cache, and removing them.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};

use super::key::files_below;
use super::{draft, held, root, DRAFTS, ENGINES, RECENT};

/// An entry.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub key: String,
    /// What it is.
    pub kind: Kind,
    /// Its size.
    pub bytes: u64,
    /// When it was used last.
    pub used: SystemTime,
    path: PathBuf,
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A part of the library.
    Library,
    /// A program; only the most recently used ones are kept.
    Program,
    /// Circuits that have been compiled.
    Engine,
}

/// The whole cache.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Its folder.
    pub root: PathBuf,
    /// Its entries, the one that was used last first.
    pub entries: Vec<Entry>,
}

/// What was removed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pruned {
    /// Entries.
    pub entries: usize,
    /// Drafts that killed runs had left.
    pub drafts: usize,
    /// The size of the entries.
    pub bytes: u64,
}

/// The entries of the cache.
///
/// # Errors
/// When it cannot be read.
pub fn survey() -> Result<Survey> {
    survey_of(&root::place())
}

/// Removes the drafts of killed runs, and the entries that have not been used for `unused` and are not in use.
///
/// # Errors
/// When something cannot be removed, or others may write to the cache.
pub fn prune(unused: Duration) -> Result<Pruned> {
    let root = root::place();
    if root.exists() {
        root::open(&root)?;
    }
    prune_in(&root, unused)
}

pub(super) fn survey_of(root: &Path) -> Result<Survey> {
    let mut entries = entries_in(root, Kind::Library)?;
    entries.extend(entries_in(&root.join(RECENT), Kind::Program)?);
    entries.extend(entries_in(&root.join(ENGINES), Kind::Engine)?);
    entries.sort_by(|one, other| (other.used, &one.key).cmp(&(one.used, &other.key)));
    Ok(Survey {
        root: root.to_owned(),
        entries,
    })
}

pub(super) fn prune_in(root: &Path, unused: Duration) -> Result<Pruned> {
    let mut pruned = Pruned {
        drafts: draft::sweep(&root.join(DRAFTS)),
        ..Pruned::default()
    };
    for entry in survey_of(root)?.entries {
        // A time in the future counts as just used.
        let since = entry.used.elapsed().unwrap_or_default();
        if since >= unused {
            let shown = entry.path.display();
            let removed = held::remove(root, &entry.path);
            if removed.with_context(|| format!("cannot remove {shown}"))? {
                pruned.entries += 1;
                pruned.bytes += entry.bytes;
            }
        }
    }
    Ok(pruned)
}

fn entries_in(folder: &Path, kind: Kind) -> Result<Vec<Entry>> {
    let shown = folder.display();
    let found = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        found => found.with_context(|| format!("cannot read {shown}"))?,
    };
    let mut entries = Vec::new();
    for one in found {
        let path = one?.path();
        let key = path.file_name().unwrap_or_default().to_string_lossy();
        if ![RECENT, ENGINES, DRAFTS].contains(&&*key) && path.is_dir() {
            entries.push(Entry {
                key: key.into_owned(),
                kind,
                bytes: size(&path)?,
                used: path.metadata()?.modified()?,
                path,
            });
        }
    }
    Ok(entries)
}

fn size(folder: &Path) -> Result<u64> {
    let files = files_below(folder)?;
    let sizes = files.iter().map(|file| Ok(file.metadata()?.len()));
    sizes.sum()
}
