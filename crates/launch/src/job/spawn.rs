//! Starting the ranks.

use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

use rustix::process::{kill_process, Pid, Signal};
use rustix::thread::gettid;

use super::common::Common;
use super::memory::Memory;
use super::output;
use super::placement::Places;
use super::rank::Process;
use super::Job;

/// Messages to the launcher about a rank.
pub enum News {
    /// This thread is about to start it.
    Starts(Pid),
    /// It runs.
    Started(Process),
    /// It cannot be started: the program does not exist or cannot be executed.
    NotStarted(anyhow::Error),
    /// It has ended.
    Ended(ExitStatus),
}

/// Returns the command that starts each rank.
pub fn commands(job: &Job, memory: &Memory, common: &Common, places: &Places) -> Vec<Command> {
    let ranks = 0..job.commands.len();
    let command = |number| command(job, number, memory, common, places);
    ranks.map(command).collect()
}

fn command(job: &Job, number: usize, memory: &Memory, common: &Common, places: &Places) -> Command {
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
    command
}

/// Starts a rank in a thread of its own, which waits for its end. So a rank that is stopped before its exec blocks only its own thread. The
/// kernel ends the rank with this thread.
pub fn start(number: usize, mut command: Command, tell: impl Fn(News) + Send + 'static) {
    thread::spawn(move || {
        tell(News::Starts(gettid()));
        match command.spawn() {
            Ok(mut child) => {
                let readers = output::label_lines(&format!("[{number}] "), &mut child);
                tell(News::Started(Process::of(&child)));
                if let Ok(status) = child.wait() {
                    output::await_last_words(&readers);
                    tell(News::Ended(status));
                }
            }
            Err(error) => {
                let program = command.get_program().to_string_lossy().into_owned();
                let error = anyhow::Error::new(error).context(format!("cannot start {program}"));
                tell(News::NotStarted(error));
            }
        }
    });
}

/// Ends the rank that a thread is starting: it has not reached its exec yet, and may have been stopped.
pub fn give_up(thread: Pid) {
    let thread = thread.as_raw_nonzero();
    let children = std::fs::read_to_string(format!("/proc/self/task/{thread}/children"));
    let children = children.unwrap_or_default();
    let numbers = children.split_whitespace();
    for child in numbers.filter_map(|number| Pid::from_raw(number.parse().ok()?)) {
        let _ = kill_process(child, Signal::KILL);
    }
}

/// The work of the new process between fork and exec: it asks the kernel to end it with its launcher, even if that is killed, and binds
/// itself to its processor before it touches memory.
///
/// The standard library declares this `unsafe`, since such a function may only make system calls: no allocation, no lock. The function
/// below makes three system calls.
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
