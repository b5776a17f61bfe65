//! Drafts: cache entries under construction. A draft is a folder with the name of its entry, locked by the process that makes it.
//!
//! The operating system releases the lock when the process ends, so an unlocked draft was left by a killed run. A process that needs the
//! same entry waits for the lock and then finds the finished entry: concurrent runs build it only once.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;

use super::lock;

/// A draft, whose folder is removed on drop unless it is kept.
pub struct Draft {
    path: PathBuf,
    /// Holds the lock.
    _lock: File,
}

impl Draft {
    /// Makes an empty draft of this name in `folder`. Waits while another process or thread has it.
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

    /// Returns its folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Moves it to `place` as the finished entry.
    pub fn keep(self, place: &Path) -> io::Result<()> {
        std::fs::rename(&self.path, place)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // A kept draft has been moved away. One that cannot be removed now is removed by a later run.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Removes the drafts in `folder` that killed runs have left, and returns their number.
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
