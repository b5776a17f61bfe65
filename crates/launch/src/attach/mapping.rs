//! An anonymous file (memfd), mapped as words that another process reads and writes concurrently.
//!
//! This module needs unsafe code, since no type tells the compiler that memory changes from outside. It is sound because the words can be
//! accessed only as atomics, because the file is sealed and so keeps its length, and because only this module has the pointer.
#![allow(unsafe_code)]

use std::ops::Deref;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU32;

use rustix::fs::{MemfdFlags, SealFlags};
use rustix::mm::{MapFlags, ProtFlags};

use crate::unnamed;

/// Words shared with the processes that inherit the file, zero at first. The memory is freed when the last of these has ended.
#[derive(Debug)]
pub struct SharedWords {
    file: OwnedFd,
    first: NonNull<AtomicU32>,
    count: usize,
}

impl SharedWords {
    /// Makes `count` words. The system allocates pages when they are first used.
    ///
    /// # Errors
    /// When the system has no memory for them.
    pub fn new(count: usize) -> rustix::io::Result<SharedWords> {
        let bytes = count * size_of::<AtomicU32>();
        let file = unnamed::file("weft-window", MemfdFlags::ALLOW_SEALING)?;
        rustix::fs::ftruncate(&file, bytes as u64)?;
        rustix::fs::fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
        let (anywhere, access) = (std::ptr::null_mut(), ProtFlags::READ | ProtFlags::WRITE);
        // SAFETY: a new mapping at an address of the system's choice touches no memory of ours.
        let memory =
            unsafe { rustix::mm::mmap(anywhere, bytes, access, MapFlags::SHARED, &file, 0)? };
        let first = NonNull::new(memory.cast()).ok_or(rustix::io::Errno::NOMEM)?;
        Ok(SharedWords { file, first, count })
    }

    /// The number of the descriptor, the same in the processes that inherit it.
    pub fn descriptor(&self) -> RawFd {
        self.file.as_raw_fd()
    }
}

impl Deref for SharedWords {
    type Target = [AtomicU32];

    fn deref(&self) -> &[AtomicU32] {
        // SAFETY: the mapping has `count` words, is aligned to a page, and lasts as long as `self`; all bits are words.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl Drop for SharedWords {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own, and no reference into it outlives the value. A failure leaves it mapped.
        let _ = unsafe {
            rustix::mm::munmap(
                self.first.as_ptr().cast(),
                self.count * size_of::<AtomicU32>(),
            )
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn what_is_written_stands_in_the_file() {
        let words = SharedWords::new(16).unwrap();
        words[3].store(0x0102_0304, Ordering::SeqCst);
        let mut bytes = [0; 4];
        rustix::io::pread(&words.file, &mut bytes, 12).unwrap();
        assert_eq!(u32::from_ne_bytes(bytes), 0x0102_0304);
        assert_eq!((words.len(), words[15].load(Ordering::SeqCst)), (16, 0));
    }

    #[test]
    fn nobody_can_change_its_length() {
        let words = SharedWords::new(16).unwrap();
        assert!(rustix::fs::ftruncate(&words.file, 0).is_err());
    }
}
