//! Entries in use. A user of an entry holds a shared lock on its list of files until it has read the entry, or until the process ends. To
//! remove an entry takes an exclusive lock, so an entry in use is not removed.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rustix::fs::FlockOperation;

use super::draft::Draft;
use super::{lock, manifest, DRAFTS};

/// An entry, which is not removed while this lives.
#[derive(Debug)]
pub struct Held {
    /// Its folder.
    pub place: PathBuf,
    /// Holds the lock.
    _lock: File,
}

/// The entries whose files this process passes to compilers. Each is an open file, so a process that builds for hundreds of chips releases
/// the oldest ones; a build needs only a dozen.
static KEPT: Mutex<VecDeque<Held>> = Mutex::new(VecDeque::new());
const MOST_KEPT: usize = 256;

impl Held {
    /// Locks the entry at `place` for use, if there is an undamaged one. Waits while it is being removed, and then returns None.
    pub fn take(place: &Path) -> Option<Held> {
        let lock = locked(place, FlockOperation::LockShared).ok()??;
        manifest::is_whole(place).then(|| Held {
            place: place.to_owned(),
            _lock: lock,
        })
    }

    /// Makes a draft, whose list has been written, the entry at `place`.
    pub fn keep(draft: Draft, place: &Path) -> io::Result<Held> {
        let lock = locked(draft.path(), FlockOperation::LockShared)?;
        let lock = lock.ok_or(io::ErrorKind::NotFound)?;
        draft.keep(place)?;
        Ok(Held {
            place: place.to_owned(),
            _lock: lock,
        })
    }

    /// Returns its folder, and keeps the lock as long as this process runs.
    pub fn for_ever(self) -> PathBuf {
        let place = self.place.clone();
        let mut kept = KEPT.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        kept.retain(|held| held.place != place);
        kept.push_back(self);
        if kept.len() > MOST_KEPT {
            kept.pop_front();
        }
        place
    }
}

/// Removes the entry at `place` of the cache in `root`, unless it is in use. Returns whether it was removed. The removal is atomic: no
/// process finds a part of the entry.
pub fn remove(root: &Path, place: &Path) -> io::Result<bool> {
    let lock = locked(place, FlockOperation::NonBlockingLockExclusive)?;
    let has_list = manifest::of(place).exists();
    if lock.is_none() && has_list {
        return Ok(false);
    }
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let away = Draft::take(&root.join(DRAFTS), &format!("removed-{name}"))?;
    match std::fs::rename(place, away.path().join("entry")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        moved => moved.map(|()| true),
    }
}

fn locked(folder: &Path, operation: FlockOperation) -> io::Result<Option<File>> {
    lock::taken(&manifest::of(folder), operation)
}
