//! Standard output that was closed when the command started (`weft run out.c >&-`).
//!
//! Rust's start-up opens `/dev/null` for a closed standard stream, so that no later file gets its number; output would be lost without an
//! error. Before that, this module opens `/dev/full` for a closed standard output: each write then fails as on a full disk, also in
//! ranks, which inherit the stream.

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

/// Returns an explanation if standard output was closed when this process started.
pub fn cause() -> Option<&'static str> {
    let was_closed = WAS_CLOSED.load(Ordering::Relaxed);
    was_closed.then_some("standard output is closed")
}

extern "C" fn replace() {
    if rustix::io::fcntl_getfd(stdout()) != Err(Errno::BADF) {
        return;
    }
    WAS_CLOSED.store(true, Ordering::Relaxed);
    // Without the device, output goes to `/dev/null`, as Rust's start-up does it.
    let Ok(full) = rustix::fs::open("/dev/full", OFlags::WRONLY, Mode::empty()) else {
        return;
    };
    if full.as_raw_fd() == stdout().as_raw_fd() {
        let _ = full.into_raw_fd();
    } else {
        let _ = dup2_stdout(&full);
    }
}
