//! How a run ended, and the exit status that says so.

use std::time::Duration;

use weft_launch::job::TIMED_OUT;
use weft_report::deadlock::memory_of;
use weft_report::json::Outcome as OutcomeWord;
use weft_report::workload::Workload;
use weft_sim::{Fault, Machine, Outcome};

use crate::observer::Stop;

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Ending {
    /// All programs have exited and nothing is pending.
    #[default]
    Finished,
    /// Cores wait and nothing can ever wake them.
    Deadlock,
    /// Cores poll for a change that will never come.
    Standstill,
    /// Cores wait and nothing can ever wake them, and the PC waits for a word from the chip.
    DeadlockWithPc,
    /// A program has aborted the run of all.
    Aborted {
        /// The core that it ran on.
        core: usize,
        /// Its exit status.
        status: i32,
    },
    /// A core took an exception without a handler.
    Fault(Fault),
    /// Ctrl-C was pressed, the debugger killed the run, or the reader of the program's output has gone.
    Stopped(Stop),
    /// The last cycle allowed was reached.
    Limit,
    /// The time of this machine that was allowed has passed.
    TimedOut(Duration),
    /// The PC's program has failed.
    PcFailed {
        /// What happened, in words that follow "the PC's program".
        why: String,
        /// The exit status.
        status: u8,
    },
    /// All programs have exited, but a rank has not ended its part in the library.
    NotFinalized {
        /// The core that it ran on.
        core: usize,
        /// The function that it should have called.
        function: &'static str,
    },
    /// All programs have exited, but an output of the task graph is missing in memory.
    NoOutput(String),
}

/// The exit status of a run that Ctrl-C stopped: 128 + SIGINT, as in shells.
pub const INTERRUPTED: u8 = 130;
/// The exit status of a run whose output is no longer read: 128 + SIGPIPE.
const OUTPUT_CLOSED: u8 = 141;

impl Ending {
    /// Returns how a run ended whose programs have all exited. A successful program that has initialized MPI or MCAPI must have finalized
    /// it.
    pub(crate) fn of_library(machine: &Machine, workload: &Workload) -> Ending {
        let missing_call = |core: usize| {
            let has_succeeded = machine.core(core).exit_status == Some(0);
            let program = workload.program(core).filter(|_| has_succeeded)?;
            program.library.missing_call(memory_of(machine, core))
        };
        let mut cores = 0..machine.core_count();
        let unfinished = cores.find_map(|core| Some((core, missing_call(core)?)));
        let not_finalized = |(core, function)| Ending::NotFinalized { core, function };
        unfinished.map_or(Ending::Finished, not_finalized)
    }

    /// The exit status of the run.
    pub(crate) fn status(&self, machine: &Machine) -> u8 {
        match self {
            Ending::Finished => of_programs(machine),
            Ending::NotFinalized { .. } => of_programs(machine).max(1),
            Ending::Aborted { status, .. } => first_failure([*status].into_iter()),
            Ending::Fault(_) | Ending::Limit | Ending::NoOutput(_) => 1,
            Ending::TimedOut(_) => TIMED_OUT,
            Ending::PcFailed { status, .. } => *status,
            Ending::Deadlock | Ending::Standstill | Ending::DeadlockWithPc => 3,
            Ending::Stopped(Stop::Interrupted) => INTERRUPTED,
            Ending::Stopped(Stop::OutputClosed) => OUTPUT_CLOSED,
        }
    }

    /// The ending as records name it.
    pub(crate) fn word(&self) -> OutcomeWord {
        match self {
            Ending::Finished | Ending::NotFinalized { .. } | Ending::NoOutput(_) => {
                OutcomeWord::Finished
            }
            Ending::Aborted { .. } => OutcomeWord::Aborted,
            Ending::Deadlock | Ending::Standstill | Ending::DeadlockWithPc => OutcomeWord::Deadlock,
            Ending::Fault(_) => OutcomeWord::Fault,
            Ending::Stopped(_) => OutcomeWord::Interrupted,
            Ending::PcFailed { .. } => OutcomeWord::PcFailed,
            Ending::Limit | Ending::TimedOut(_) => OutcomeWord::Limit,
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Finished => Ending::Finished,
            Outcome::Reached => Ending::Limit,
            Outcome::Deadlock => Ending::Deadlock,
            Outcome::Aborted { core, status } => Ending::Aborted { core, status },
            Outcome::Fault(fault) => Ending::Fault(fault),
        }
    }
}

/// The first exit status of the cores, in their order, that is not zero.
fn of_programs(machine: &Machine) -> u8 {
    let statuses = (0..machine.core_count()).filter_map(|core| machine.core(core).exit_status);
    first_failure(statuses)
}

/// Returns the first status that is not zero, as a byte. A status whose low byte is zero must not become a success.
fn first_failure(mut statuses: impl Iterator<Item = i32>) -> u8 {
    let failure = statuses.find(|status| *status != 0).unwrap_or(0);
    match (failure, failure as u8) {
        (0, _) => 0,
        (_, 0) => 1,
        (_, byte) => byte,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_counts_and_never_looks_like_success() {
        let of = |statuses: &[i32]| first_failure(statuses.iter().copied());
        assert_eq!(of(&[0, 0]), 0);
        assert_eq!(of(&[0, 3, 4]), 3);
        assert_eq!(of(&[256]), 1);
        assert_eq!(of(&[-1]), 255);
    }
}
