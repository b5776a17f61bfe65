//! Starting the ranks.

use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::common::Common;
use super::memory::Memory;
use super::output;
use super::placement::Places;
use super::rank::{Process, Rank};
use super::Job;

/// Starts all ranks. If one cannot be started, those before it are ended.
///
/// # Errors
/// When the program is not there or cannot be executed.
pub fn all(job: &Job, memory: &Memory, common: &Common, places: &Places) -> Result<Vec<Rank>> {
    let mut ranks = Vec::with_capacity(job.commands.len());
    for number in 0..job.commands.len() {
        match one(job, number, memory, common, places) {
            Ok(rank) => ranks.push(rank),
            Err(error) => {
                ranks.iter().for_each(|rank| rank.process.kill());
                return Err(error);
            }
        }
    }
    Ok(ranks)
}

fn one(
    job: &Job,
    number: usize,
    memory: &Memory,
    common: &Common,
    places: &Places,
) -> Result<Rank> {
    let words = &job.commands[number];
    let mut command = Command::new(&words[0]);
    command
        .args(&words[1..])
        .env("WEFT_RANK", number.to_string())
        .env("WEFT_SIZE", job.commands.len().to_string())
        .env("WEFT_JOB", memory.0.as_raw_fd().to_string())
        .env("WEFT_COMMON", common.0.as_raw_fd().to_string())
        .env("WEFT_MEMORY", job.memory_tile.0.as_raw_fd().to_string())
        .env("WEFT_REPORTS", job.reports.0.as_raw_fd().to_string())
        .env("WEFT_CPUS", places.allowed.len().to_string())
        .env("WEFT_LAUNCHER", std::process::id().to_string())
        .process_group(0);
    if job.verbose {
        command.env("WEFT_VERBOSE", "1");
    }
    if number > 0 {
        command.stdin(Stdio::null());
    }
    if job.label {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
    }
    before_exec::prepare(&mut command, places.of_rank(number));
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {}", words[0].to_string_lossy()))?;
    let readers = output::label_lines(&format!("[{number}] "), &mut child);
    Ok(Rank {
        number,
        process: Process::of(&child),
        child,
        readers,
    })
}

/// What must be done in the new process before it becomes the program: a rank ends with its launcher, even if that
/// is killed, and it is bound to its processor before it touches memory.
///
/// The standard library calls a function between fork and exec `unsafe`, since only system calls may be made there:
/// no allocation, no lock. The function below makes three.
#[allow(unsafe_code)]
pub mod before_exec {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{getpid, getppid, set_parent_process_death_signal, Pid, Signal};
    use rustix::thread::{sched_setaffinity, CpuSet};

    pub fn prepare(command: &mut Command, processor: Option<usize>) {
        let launcher = getpid();
        // SAFETY: `enter` only makes system calls, which are all safe to call in a forked process.
        unsafe {
            command.pre_exec(move || enter(launcher, processor));
        }
    }

    fn enter(launcher: Pid, processor: Option<usize>) -> io::Result<()> {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The launcher may have died before that took effect.
        if getppid() != Some(launcher) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if let Some(processor) = processor {
            let mut set = CpuSet::new();
            set.set(processor);
            sched_setaffinity(None, &set)?;
        }
        Ok(())
    }
}
