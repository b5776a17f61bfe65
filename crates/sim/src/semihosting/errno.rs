//! Error numbers of the program's C library (newlib, picolibc).

use std::io;

/// A value of `errno`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Errno(pub u32);

impl Errno {
    /// Operation not permitted.
    pub const EPERM: Errno = Errno(1);
    /// Input or output error.
    pub const EIO: Errno = Errno(5);
    /// Argument list too long.
    pub const E2BIG: Errno = Errno(7);
    /// Bad file number.
    pub const EBADF: Errno = Errno(9);
    /// Permission denied.
    pub const EACCES: Errno = Errno(13);
    /// Bad address.
    pub const EFAULT: Errno = Errno(14);
    /// Invalid argument.
    pub const EINVAL: Errno = Errno(22);
    /// Too many open files.
    pub const EMFILE: Errno = Errno(24);
    /// File too large.
    pub const EFBIG: Errno = Errno(27);
    /// No space left on device.
    pub const ENOSPC: Errno = Errno(28);
    /// Illegal seek.
    pub const ESPIPE: Errno = Errno(29);
    /// File or path name too long.
    pub const ENAMETOOLONG: Errno = Errno(91);

    /// The largest number that has the same meaning in newlib as in every Unix.
    const LAST_COMMON: i32 = 34;
}

impl From<io::Error> for Errno {
    fn from(error: io::Error) -> Self {
        match (error.raw_os_error(), error.kind()) {
            (Some(number @ 1..=Errno::LAST_COMMON), _) => Errno(number.unsigned_abs()),
            (_, io::ErrorKind::InvalidInput) => Errno::EINVAL,
            _ => Errno::EIO,
        }
    }
}
