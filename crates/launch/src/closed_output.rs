//! Standard output that was closed when the command started (`weft run out.c >&-`).
//!
//! Rust's start-up opens `/dev/null` where a standard stream is closed, so that no file that is opened later takes its number. What a
//! command prints would be lost unseen. Before that, a closed standard output becomes `/dev/full`, where each write fails: output is
//! lost as it is on a full disk, also that of ranks, which inherit it.

use std::os::fd::{AsRawFd, IntoRawFd};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::stdio::{dup2_stdout, stdout};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The C library calls it before `main`.
#[used]
// SAFETY: the section holds addresses of functions of this type, and the function calls nothing that needs Rust's start-up.
#[allow(unsafe_code)]
#[link_section = ".init_array"]
static BEFORE_MAIN: extern "C" fn() = replace;

/// Why nothing can be written to standard output, if it was closed when this process started.
pub fn cause() -> Option<&'static str> {
    let was_closed = WAS_CLOSED.load(Ordering::Relaxed);
    was_closed.then_some("standard output is closed")
}

extern "C" fn replace() {
    if rustix::io::fcntl_getfd(stdout()) != Err(Errno::BADF) {
        return;
    }
    WAS_CLOSED.store(true, Ordering::Relaxed);
    // Without the device, output goes where Rust's start-up sends it.
    let Ok(full) = rustix::fs::open("/dev/full", OFlags::WRONLY, Mode::empty()) else {
        return;
    };
    if full.as_raw_fd() == stdout().as_raw_fd() {
        let _ = full.into_raw_fd();
    } else {
        let _ = dup2_stdout(&full);
    }
}
