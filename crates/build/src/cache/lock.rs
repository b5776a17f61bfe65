//! Locks of the operating system (flock) on files and folders. They end with the process that holds them.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{flock, FlockOperation};

/// Locks the file or folder at `path`. Returns None if it has been moved or removed by the time that the lock is taken, or if the lock is
/// held and `operation` does not wait.
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

/// Is the locked file still at `path`? It may have been moved or removed during the wait for the lock.
fn is_at(lock: &File, path: &Path) -> bool {
    let same = |held: std::fs::Metadata, there: std::fs::Metadata| {
        (held.dev(), held.ino()) == (there.dev(), there.ino())
    };
    match (lock.metadata(), path.metadata()) {
        (Ok(held), Ok(there)) => same(held, there),
        _ => false,
    }
}
