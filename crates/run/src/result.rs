//! The result of a run.

use std::path::PathBuf;

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
    /// The record; None for processes of this machine.
    pub record: Option<RunRecord>,
    /// The record of processes of this machine; None for a chip.
    pub processes: Option<ProcessesRecord>,
    /// The standard output of the programs that the observer has not consumed.
    pub stdout: String,
    /// Their standard error, likewise.
    pub stderr: String,
    /// The figures that the programs have reported (`weft/report.h`), in the order of time.
    pub reports: Vec<Reported>,
    /// The waveform that the run has recorded.
    pub wave: Option<PathBuf>,
    /// Why the run did not end well, in words: the fault, or the ring of cores that wait for each other.
    pub message: Option<String>,
}

/// The error of a caller that needs the results of a run that has not ended well.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("exit status {status}\n{said}")]
pub struct RunFailed {
    /// The exit status.
    pub status: u8,
    /// The last lines of the output, the standard error, and the cause.
    pub said: String,
}

/// Lines of output that an error repeats: a program usually prints its error last.
const LAST_LINES: usize = 5;

impl RunResult {
    /// Returns the record of a run on a chip.
    ///
    /// # Errors
    /// When the run was of processes of this machine.
    pub fn facts(&self) -> Result<&RunRecord> {
        let record = self.record.as_ref();
        record.context("processes of this machine have no record; choose a chip")
    }

    /// Was the run stopped by Ctrl-C?
    pub fn is_interrupted(&self) -> bool {
        self.ending == Ending::Stopped(Stop::Interrupted)
    }

    /// Returns the result, if the run has ended well.
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
