//! The result of a job when all its ranks have ended.

pub use super::common::Sent;

/// A job that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The exit status for the shell: 0 if all ranks returned 0, else that of the first failure: the rank's exit status, 128 plus the signal's
    /// number for a rank that a signal ended, 3 for a deadlock, 124 after the timeout.
    pub status: u8,
    /// How it ended.
    pub outcome: Outcome,
    /// The result of each rank.
    pub ranks: Vec<RankEnd>,
}

/// How a job ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// All ranks have ended as they should.
    #[default]
    Finished,
    /// A rank has aborted the job, has failed, or has left it without finalizing the library.
    Aborted,
    /// No rank could make progress.
    Deadlock,
    /// A signal for an invalid operation (such as SIGSEGV) ended a rank.
    Fault,
    /// A signal to the launcher ended all.
    Interrupted,
    /// The timeout has passed.
    TimedOut,
}

/// The result of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankEnd {
    /// What its program returned; None when a signal ended it.
    pub exit_status: Option<i32>,
    /// What the library has sent for it.
    pub sent: Sent,
}
