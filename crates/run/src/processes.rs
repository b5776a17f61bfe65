//! Collects the facts about processes of this machine over the jobs of a run.

use std::time::Instant;

use weft_launch::job::{End, Outcome as JobOutcome, RankEnd};
use weft_report::json::Outcome;
use weft_report::processes::{ProcessRecord, ProcessesRecord};
use weft_report::reports::Reported;

use crate::result::RunResult;

/// The jobs of a run so far.
pub struct Jobs {
    start: Instant,
    programs: Vec<String>,
    outcome: JobOutcome,
    processes: Vec<ProcessRecord>,
}

impl Jobs {
    /// Begins without jobs, for these programs.
    pub fn begin(programs: Vec<String>) -> Jobs {
        Jobs {
            start: Instant::now(),
            programs,
            outcome: JobOutcome::Finished,
            processes: Vec::new(),
        }
    }

    /// Adds a job that has ended; its ranks ran these tasks, if any.
    pub fn add(&mut self, end: &End, task: impl Fn(usize) -> Option<String>) {
        let first = self.processes.len();
        let record = |(rank, end): (usize, &RankEnd)| ProcessRecord {
            rank: first + rank,
            task: task(rank),
            library_messages_sent: end.sent.messages,
            library_bytes_sent: end.sent.bytes,
            exit_status: end.exit_status,
        };
        self.processes
            .extend(end.ranks.iter().enumerate().map(record));
        self.outcome = end.outcome;
    }

    /// Returns the result of the run, with the figures that the programs have reported.
    pub fn finish(self, status: u8, reports: Vec<Reported>) -> RunResult {
        let record = ProcessesRecord::new(
            self.programs,
            outcome(self.outcome),
            self.processes,
            reports.clone(),
            self.start.elapsed().as_secs_f64(),
        );
        RunResult {
            status,
            reports,
            processes: Some(record),
            ..RunResult::default()
        }
    }
}

fn outcome(of: JobOutcome) -> Outcome {
    match of {
        JobOutcome::Finished => Outcome::Finished,
        JobOutcome::Aborted => Outcome::Aborted,
        JobOutcome::Deadlock => Outcome::Deadlock,
        JobOutcome::Fault => Outcome::Fault,
        JobOutcome::Interrupted => Outcome::Interrupted,
        JobOutcome::TimedOut => Outcome::TimedOut,
    }
}
