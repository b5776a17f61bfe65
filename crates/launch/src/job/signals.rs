//! The signals that the launcher passes on.
//!
//! From fork to exec, a rank has the launcher's handlers. In a rank they act like the default action: a signal ends the rank, and is not
//! passed to the launcher.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

use anyhow::{Context, Result};
use rustix::process::{getpid, Pid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::{low_level, SigId};

const PASSED_ON: [i32; 6] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2];

/// Signals as they come.
pub struct Signals(UnixStream);

/// Catches signals as long as it lives.
pub struct Catcher(Vec<SigId>);

/// Catches the signals from now on.
pub fn catch() -> Result<(Signals, Catcher)> {
    let all = || {
        let (reader, writer) = UnixStream::pair()?;
        let mut catcher = Catcher(Vec::new());
        for signal in PASSED_ON {
            let writer = writer.try_clone()?;
            catcher.0.push(handler::register(signal, getpid(), writer)?);
        }
        Ok::<_, io::Error>((Signals(reader), catcher))
    };
    all().context("cannot catch signals")
}

impl Iterator for Signals {
    type Item = i32;

    /// Waits for the next signal; None once the catcher has been dropped.
    fn next(&mut self) -> Option<i32> {
        let mut number = [0];
        self.0.read_exact(&mut number).ok()?;
        Some(number[0].into())
    }
}

impl Drop for Catcher {
    fn drop(&mut self) {
        for id in self.0.drain(..) {
            low_level::unregister(id);
        }
    }
}

/// Registering a handler is `unsafe`, since it may call only async-signal-safe functions: no allocation, no lock. The handler below calls
/// getpid(), and then write() or the functions that end the process.
#[allow(unsafe_code)]
mod handler {
    use super::{getpid, io, low_level, Pid, SigId, UnixStream, Write};

    pub fn register(signal: i32, launcher: Pid, writer: UnixStream) -> io::Result<SigId> {
        let number = u8::try_from(signal).map_err(io::Error::other)?;
        // SAFETY: all that is called may be called in a signal handler.
        unsafe { low_level::register(signal, move || handle(number, launcher, &writer)) }
    }

    fn handle(number: u8, launcher: Pid, mut writer: &UnixStream) {
        if getpid() == launcher {
            let _ = writer.write(&[number]);
        } else {
            let _ = low_level::emulate_default_handler(number.into());
        }
    }
}
