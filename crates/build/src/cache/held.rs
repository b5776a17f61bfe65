//! Entries in use. Who uses one holds a shared lock on its list of files until it has been read, or the process ends; who removes one
//! needs the lock alone, so an entry in use stays.

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

/// The entries whose files this process names to compilers. Each is an open file: a process that builds for hundreds of chips gives
/// the first ones up again, of which a build needs a dozen.
static KEPT: Mutex<VecDeque<Held>> = Mutex::new(VecDeque::new());
const MOST_KEPT: usize = 256;

impl Held {
    /// The whole entry at `place`. Waits while it is being removed, and then there is none.
    pub fn take(place: &Path) -> Option<Held> {
        let lock = locked(place, FlockOperation::LockShared).ok()??;
        manifest::is_whole(place).then(|| Held {
            place: place.to_owned(),
            _lock: lock,
        })
    }

    /// Makes a draft, whose list is written, the entry at `place`.
    pub fn keep(draft: Draft, place: &Path) -> io::Result<Held> {
        let lock = locked(draft.path(), FlockOperation::LockShared)?;
        let lock = lock.ok_or(io::ErrorKind::NotFound)?;
        draft.keep(place)?;
        Ok(Held {
            place: place.to_owned(),
            _lock: lock,
        })
    }

    /// Its folder, for as long as this process runs.
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

/// Removes the entry at `place` of the cache in `root`, unless it is in use; was it removed? It goes in one step: no one finds half of it.
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
