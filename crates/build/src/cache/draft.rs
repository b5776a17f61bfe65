//! Entries that are being made. A draft is a folder, named as its entry is, that is locked as long as its maker lives.
//!
//! The lock is the system's and ends with the process: a draft without one was left by a run that was killed. Whoever wants the same
//! entry waits for the lock, and then finds the entry made, so that any number of runs builds it once.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;

use super::lock;

/// A draft, which goes away unless it is kept.
pub struct Draft {
    path: PathBuf,
    /// Holds the lock.
    _lock: File,
}

impl Draft {
    /// The empty draft of this name in `folder`. Waits while another process, or thread, has it.
    pub fn take(folder: &Path, name: &str) -> io::Result<Draft> {
        let path = folder.join(name);
        loop {
            std::fs::create_dir_all(&path)?;
            if let Some(lock) = lock::taken(&path, FlockOperation::LockExclusive)? {
                empty(&path)?;
                return Ok(Draft { path, _lock: lock });
            }
        }
    }

    /// Where its files are made.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes it the entry at `place`.
    pub fn keep(self, place: &Path) -> io::Result<()> {
        std::fs::rename(&self.path, place)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // One that was kept has gone; one that cannot be removed is removed by a later run.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Removes the drafts in `folder` that runs have left which were killed, and returns their number.
pub fn sweep(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| was_left(&entry.path())).count()
}

fn was_left(path: &Path) -> bool {
    let lock = lock::taken(path, FlockOperation::NonBlockingLockExclusive);
    matches!(lock, Ok(Some(_lock)) if std::fs::remove_dir_all(path).is_ok())
}

fn empty(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            std::fs::remove_dir_all(entry.path())?;
        } else {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_has_left_is_removed_and_what_a_live_one_makes_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join("left");
        std::fs::create_dir(&left).unwrap();
        std::fs::write(left.join("half.o"), "co").unwrap();
        let live = Draft::take(folder.path(), "live").unwrap();
        assert_eq!(sweep(folder.path()), 1);
        assert!(!left.exists() && live.path().is_dir());
        drop(live);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_draft_begins_empty() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join("a/small");
        std::fs::create_dir_all(&left).unwrap();
        std::fs::write(left.join("half.o"), "co").unwrap();
        let draft = Draft::take(folder.path(), "a").unwrap();
        assert_eq!(std::fs::read_dir(draft.path()).unwrap().count(), 0);
    }
}
