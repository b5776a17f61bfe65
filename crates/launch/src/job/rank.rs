//! A rank while it runs, and how it ended.

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};

use rustix::process::{kill_process_group, Pid, Signal};

/// A process and its descendants: each rank leads a process group.
#[derive(Clone, Copy)]
pub struct Process(Pid);

impl Process {
    /// The process of a child.
    pub fn of(child: &Child) -> Process {
        Process(Pid::from_child(child))
    }

    /// Its number.
    pub fn pid(self) -> i32 {
        self.0.as_raw_nonzero().get()
    }

    /// Sends a signal to the whole group. One that has ended needs none.
    pub fn signal(self, signal: Signal) {
        let _ = kill_process_group(self.0, signal);
    }

    /// Ends it at once.
    pub fn kill(self) {
        self.signal(Signal::KILL);
    }
}

/// Returns the status that a shell would report: the program's exit status, or 128 + the number of the signal that ended it.
pub fn shell_status(status: ExitStatus) -> u8 {
    let signalled = status.signal().map(|signal| 128 + signal);
    u8::try_from(signalled.or(status.code()).unwrap_or(1)).unwrap_or(u8::MAX)
}

/// Describes how a rank ended, in words that follow "rank 3".
pub fn describe(status: ExitStatus) -> String {
    match status.signal() {
        Some(number) => {
            let name = signal_hook::low_level::signal_name(number).unwrap_or("no name");
            format!("was killed by signal {number} ({name})")
        }
        None => format!("ended with status {}", status.code().unwrap_or(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_those_of_a_shell() {
        assert_eq!(shell_status(ExitStatus::from_raw(3 << 8)), 3);
        assert_eq!(shell_status(ExitStatus::from_raw(11)), 139);
    }

    #[test]
    fn a_signal_is_named() {
        assert_eq!(
            describe(ExitStatus::from_raw(11)),
            "was killed by signal 11 (SIGSEGV)"
        );
        assert_eq!(
            describe(ExitStatus::from_raw(3 << 8)),
            "ended with status 3"
        );
    }
}
