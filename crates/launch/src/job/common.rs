//! What the processes of a run have in common from before `main`: their locks and barriers, and the data that `WEFT_SHARED` marks. A file
//! without a name, whose beginning is `struct weft_common` in `lib/src/arch/linux/common.h`.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use rustix::fs::MemfdFlags;

/// More bytes than an executable has; pages exist once they are used.
const BYTES: u64 = 64 << 30;

/// The file; zeros at first.
pub struct Common(OwnedFd);

impl Common {
    /// Makes one, which programs started from now on inherit.
    pub fn new() -> rustix::io::Result<Common> {
        let file = rustix::fs::memfd_create("weft-common", MemfdFlags::empty())?;
        rustix::fs::ftruncate(&file, BYTES)?;
        Ok(Common(file))
    }

    /// The number of the descriptor, the same in the ranks.
    pub fn descriptor(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}
