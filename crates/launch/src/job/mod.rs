//! A job: a program for each rank, most often the same, started and watched until all have ended.

mod common;
mod deadlock;
mod end;
mod image;
mod memory;
mod memory_tile;
mod output;
mod place;
mod placement;
mod rank;
mod signals;
mod spawn;
mod watch;

use std::ffi::OsString;
use std::time::Duration;

use anyhow::{bail, Context, Result};

pub use end::{End, Outcome, RankEnd, Sent};
pub use memory_tile::MemoryTile;
pub use placement::Binding;
pub use rank::{describe, shell_status};
pub use watch::TIMED_OUT;

pub(crate) use output::label_lines;
pub(crate) use rank::Process;
pub(crate) use spawn::before_exec;

use crate::closed_output;
use crate::report::Reports;
use common::Common;
use memory::Memory;

/// Maximum number of ranks of a job: `WEFT_CORES` of the host's `<weft/platform.h>`.
pub const MOST_RANKS: usize = 1024;

/// The specification of a job.
#[derive(Debug)]
pub struct Job {
    /// For each rank, 1 to [`MOST_RANKS`] of them, its program and its arguments.
    pub commands: Vec<Vec<OsString>>,
    /// The memory that `MP_mread` and `MP_mwrite` access.
    pub memory_tile: MemoryTile,
    /// Receives the figures that ranks report.
    pub reports: Reports,
    /// Which processors the ranks run on.
    pub binding: Binding,
    /// Stop the job when it takes longer.
    pub timeout: Option<Duration>,
    /// Begin each line of output with its rank.
    pub label: bool,
    /// Print the launcher's actions to standard error.
    pub verbose: bool,
}

impl Job {
    /// A job of these commands, bound to processors, without a limit of time.
    ///
    /// # Errors
    /// When the system has no memory for it.
    pub fn new(commands: Vec<Vec<OsString>>) -> Result<Job> {
        Ok(Job {
            commands,
            memory_tile: MemoryTile::new(MemoryTile::BYTES)?,
            reports: Reports::new()?,
            binding: Binding::Core,
            timeout: None,
            label: false,
            verbose: false,
        })
    }
}

/// Returns the commands of a job in which all ranks run the same program.
///
/// # Errors
/// When a job cannot have this number of ranks.
pub fn same(ranks: usize, command: Vec<OsString>) -> Result<Vec<Vec<OsString>>> {
    check_count(ranks)?;
    Ok(vec![command; ranks])
}

/// Parses a time limit: seconds, more than 0, possibly with a fraction.
///
/// # Errors
/// When the text is not such a number; the error is a message.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>();
    let number = number.map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(number) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("must be more than 0 seconds".to_owned()),
    }
}

fn check_count(ranks: usize) -> Result<()> {
    if ranks == 0 || ranks > MOST_RANKS {
        bail!("a job has 1 to {MOST_RANKS} ranks, not {ranks}");
    }
    Ok(())
}

/// Runs a job to its end.
///
/// # Errors
/// When the job cannot be started: no such program, too many ranks, no memory.
pub fn run(job: &Job) -> Result<End> {
    check_count(job.commands.len())?;
    // Signals that arrive from here on are queued for the watcher, so that none of them leaves ranks running.
    let (signals, _catcher) = signals::catch()?;
    let memory = Memory::new().context("cannot make the memory that the ranks share")?;
    let common =
        Common::new().context("cannot make the memory of the locks and the shared data")?;
    let places = placement::places(job.binding)?;
    let commands = spawn::commands(job, &memory, &common, &places);
    let shared = watch::Shared {
        memory,
        common,
        places,
    };
    let end = watch::until_all_have_ended(job, commands, &shared, signals)?;
    if output::is_lost() {
        let why = closed_output::cause().unwrap_or("is the disk full?");
        bail!("cannot write the output of the ranks to the end: {why}");
    }
    Ok(end)
}
