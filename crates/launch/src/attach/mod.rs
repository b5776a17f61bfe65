//! A process of this machine that is attached to a simulated chip as its PC.
//!
//! The process finds the window in the environment variable `WEFT_WINDOW`, and its node number and the number of nodes in `WEFT_RANK` and
//! `WEFT_SIZE`, as a rank of a job does. The kernel ends it with the process that started it, however that ends.

mod mapping;
mod window;

use std::ffi::OsString;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::job::{before_exec, label_lines, Process};
use crate::report::Reports;

pub use window::{c_header, Doing, Pair, Window};

/// Interval at which a wait for the process checks whether it has ended.
const GLANCE: Duration = Duration::from_millis(5);

/// The process to start: its command and its node number.
#[derive(Debug)]
pub struct Attachment {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// Its node number.
    pub node: usize,
    /// How many nodes there are.
    pub nodes: usize,
    /// The prefix of each line of its output, if any.
    pub label: Option<String>,
}

/// The process while it runs, and after its end.
pub struct Attached {
    /// Where words are exchanged.
    pub window: Window,
    /// The figures that it reports.
    pub reports: Reports,
    child: Child,
    process: Process,
    readers: Vec<std::thread::JoinHandle<()>>,
    ended: Option<ExitStatus>,
}

impl Attached {
    /// Starts the process.
    ///
    /// # Errors
    /// When there is no such program, or no memory.
    pub fn start(attachment: &Attachment) -> Result<Attached> {
        let window = Window::new().context("cannot make the memory between the PC and the chip")?;
        let reports = Reports::new()?;
        let program = &attachment.command[0];
        let mut command = Command::new(program);
        command
            .args(&attachment.command[1..])
            .env("WEFT_RANK", attachment.node.to_string())
            .env("WEFT_SIZE", attachment.nodes.to_string())
            .env("WEFT_WINDOW", window.descriptor().to_string())
            .env("WEFT_REPORTS", reports.0.as_raw_fd().to_string())
            .process_group(0)
            .stdin(Stdio::null());
        if attachment.label.is_some() {
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
        }
        before_exec::prepare(&mut command, None);
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start {}", program.to_string_lossy()))?;
        let label = attachment.label.iter();
        Ok(Attached {
            window,
            reports,
            process: Process::of(&child),
            readers: label
                .flat_map(|label| label_lines(label, &mut child))
                .collect(),
            child,
            ended: None,
        })
    }

    /// Returns how the process ended; None if it still runs.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().ok().flatten();
            if self.ended.is_some() {
                self.readers.drain(..).for_each(|reader| {
                    // A reader that has panicked has nothing more to print.
                    let _ = reader.join();
                });
            }
        }
        self.ended
    }

    /// Waits up to `GLANCE` while the process runs. Returns whether it still runs.
    pub fn runs_after_a_glance(&mut self) -> bool {
        self.window.wait_while_it_runs(GLANCE);
        self.window.doing() == Doing::Runs && self.ended().is_none()
    }
}

impl Drop for Attached {
    fn drop(&mut self) {
        self.process.kill();
        // An error is ignored: drop cannot report it.
        let _ = self.child.wait();
    }
}
