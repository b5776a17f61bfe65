//! Locks of the system on files and folders. They end with the process that holds them.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{flock, FlockOperation};

/// The file or folder at `path` with a lock; None if there is none any more when the lock is had, or if it would have to be waited for
/// and `operation` does not.
pub fn taken(path: &Path, operation: FlockOperation) -> io::Result<Option<File>> {
    let lock = match File::open(path) {
        Ok(lock) => lock,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    match flock(&lock, operation) {
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(is_at(&lock, path).then_some(lock)),
    }
}

/// Is what `lock` holds still at `path`? While the lock was waited for, it may have been moved or removed.
fn is_at(lock: &File, path: &Path) -> bool {
    let same = |held: std::fs::Metadata, there: std::fs::Metadata| {
        (held.dev(), held.ino()) == (there.dev(), there.ino())
    };
    match (lock.metadata(), path.metadata()) {
        (Ok(held), Ok(there)) => same(held, there),
        _ => false,
    }
}
