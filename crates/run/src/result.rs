//! What a run has yielded.

use anyhow::{Context, Result};
use thiserror::Error;
use weft_report::json::RunRecord;
use weft_report::processes::ProcessesRecord;
use weft_report::reports::Reported;

use crate::ending::Ending;
use crate::observer::Stop;

/// A run that has ended, well or not.
#[derive(Clone, Debug, Default)]
pub struct RunResult {
    /// How it ended.
    pub ending: Ending,
    /// The exit status of `weft run`: 0 if all is well.
    pub status: u8,
    /// The facts; None of processes of this machine.
    pub record: Option<RunRecord>,
    /// The facts of processes of this machine; None of a chip.
    pub processes: Option<ProcessesRecord>,
    /// What the programs have printed, as far as the observer has not taken it.
    pub stdout: String,
    /// What they have written to their standard error, likewise.
    pub stderr: String,
    /// The figures that the programs have reported (`weft/report.h`), in the order of time.
    pub reports: Vec<Reported>,
    /// Why the run did not end well, in words: the fault, or who waits for whom.
    pub message: Option<String>,
}

/// A run that has not ended well, for those who want its results.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("exit status {status}\n{said}")]
pub struct RunFailed {
    /// The exit status.
    pub status: u8,
    /// The last lines of the output, the standard error, and why.
    pub said: String,
}

/// Lines of output that an error repeats: a program says at the end what is wrong.
const LAST_LINES: usize = 5;

impl RunResult {
    /// The facts of a run on a chip.
    ///
    /// # Errors
    /// When there are none, of processes of this machine.
    pub fn facts(&self) -> Result<&RunRecord> {
        let record = self.record.as_ref();
        record.context("processes of this machine have no record; choose a chip")
    }

    /// Was the run stopped because it was no longer wanted?
    pub fn is_interrupted(&self) -> bool {
        self.ending == Ending::Stopped(Stop::Interrupted)
    }

    /// The result, if the run has ended well.
    ///
    /// # Errors
    /// When it has not.
    pub fn if_well(self) -> Result<RunResult, RunFailed> {
        if self.status == 0 {
            return Ok(self);
        }
        let lines: Vec<&str> = self.stdout.lines().collect();
        let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
        let last: String = last.iter().map(|line| format!("{line}\n")).collect();
        Err(RunFailed {
            status: self.status,
            said: last + &self.stderr + self.message.as_deref().unwrap_or_default(),
        })
    }
}
