//! Watches over the process that gives cases to a reader: it may not end by itself, and no case may take longer than the patience: computing,
//! or waiting for something. When other work has the processors, it does neither.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::coverage;

/// The longest that a case may compute and wait.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often that is looked at: a process that has computed nothing in this time has waited.
const LOOKS: Duration = Duration::from_secs(1);
/// What the system counts processor time in.
const TICK: Duration = Duration::from_millis(10);
/// The longest that a target may take to open, which can compile programs.
const OPENING: Duration = Duration::from_secs(600);

/// What a case led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Accepted,
    /// The message.
    Refused(String),
    /// What went wrong.
    Failed(String),
}

/// What is given to a reader.
pub enum Cases {
    /// From a seed on, this number.
    Seeds { first: u64, count: u64 },
    /// The contents of this file.
    File(PathBuf),
}

/// A watched process.
struct Worker {
    process: Child,
    lines: Receiver<String>,
    errors: PathBuf,
}

impl Worker {
    fn start(target: &str, folder: &Path, cases: &Cases) -> Result<Worker> {
        let errors = folder.join("stderr");
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--worker").arg(folder).arg(target);
        match cases {
            Cases::Seeds { first, count } => command
                .args(["--seed", &first.to_string()])
                .args(["--cases", &count.to_string()]),
            Cases::File(file) => command.arg("--input").arg(file),
        };
        if std::env::var_os(coverage::OF_C).is_some() {
            command.env("LLVM_PROFILE_FILE", coverage::pattern(folder));
        }
        // Each thread would otherwise reserve a piece of the limited memory.
        command.env("MALLOC_ARENA_MAX", "2");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(&errors)?);
        let mut process = command
            .spawn()
            .context("cannot start the process that reads")?;
        let out = process.stdout.take().context("no output")?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut lines = BufReader::new(out).lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        Ok(Worker {
            process,
            lines,
            errors,
        })
    }

    /// How it ended that did not come to an end by itself.
    fn end(&mut self) -> Result<String> {
        let status = self.process.wait()?;
        let said = std::fs::read_to_string(&self.errors).unwrap_or_default();
        let said: Vec<&str> = said
            .lines()
            .filter(|line| !line.trim().is_empty())
            .take(20)
            .collect();
        Ok(format!(
            "the process ended with {status}: {}",
            said.join(" | ")
        ))
    }
}

/// The processor time of a process and of those that it has started, which may be readers: of those that have ended too.
fn busy(process: u32) -> Duration {
    let read = |file: &str| std::fs::read_to_string(format!("/proc/{process}/{file}"));
    let stat = read("stat").unwrap_or_default();
    // Behind its name in parentheses, the twelfth to the fifteenth: utime, stime, cutime, cstime.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let times = fields.split_whitespace().skip(11).take(4);
    let ticks: u32 = times.filter_map(|time| time.parse::<u32>().ok()).sum();
    let started = read(&format!("task/{process}/children")).unwrap_or_default();
    let started = started.split_whitespace().filter_map(|it| it.parse().ok());
    ticks * TICK + started.map(busy).sum::<Duration>()
}

/// How long a case, or the opening of the target, has taken.
struct Clock {
    began: Instant,
    /// The processor time at the beginning, and when it was looked at last.
    busy: (Duration, Duration),
    waited: Duration,
}

impl Clock {
    fn start(worker: &Worker) -> Clock {
        let now = busy(worker.process.id());
        Clock {
            began: Instant::now(),
            busy: (now, now),
            waited: Duration::ZERO,
        }
    }

    /// To be called whenever nothing has been heard for a look's time.
    fn is_over(&mut self, worker: &Worker, is_open: bool) -> bool {
        let (first, last) = self.busy;
        let now = busy(worker.process.id());
        if now == last {
            self.waited += LOOKS;
        }
        self.busy = (first, now);
        match is_open {
            true => now.saturating_sub(first) + self.waited >= PATIENCE,
            false => self.began.elapsed() > OPENING,
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // One that has ended already is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Gives the cases to the target in other processes and says what each, by its seed, led to.
///
/// # Errors
/// When the target cannot be opened.
pub fn run(
    target: &str,
    folder: &Path,
    cases: Cases,
    tell: &mut dyn FnMut(u64, Outcome),
) -> Result<()> {
    let end = match &cases {
        Cases::Seeds { first, count } => first + count,
        Cases::File(_) => 1,
    };
    let mut cases = cases;
    loop {
        let next = until_it_stops(target, folder, &cases, tell)?;
        match next {
            Some(seed) if seed + 1 < end => {
                let count = end - seed - 1;
                cases = Cases::Seeds {
                    first: seed + 1,
                    count,
                };
            }
            _ => return Ok(()),
        }
    }
}

/// Returns the seed of the case at which the process had to be given up, if one was.
fn until_it_stops(
    target: &str,
    folder: &Path,
    cases: &Cases,
    tell: &mut dyn FnMut(u64, Outcome),
) -> Result<Option<u64>> {
    let mut worker = Worker::start(target, folder, cases)?;
    let mut seed = None;
    let mut clock = Clock::start(&worker);
    loop {
        let outcome = match worker.lines.recv_timeout(LOOKS) {
            Ok(line) => match line.split_once(' ').unwrap_or((&line, "")) {
                ("begin", number) => {
                    seed = Some(number.parse()?);
                    clock = Clock::start(&worker);
                    continue;
                }
                ("accepted", _) => Outcome::Accepted,
                ("refused", why) => Outcome::Refused(why.into()),
                ("failed", why) => Outcome::Failed(why.into()),
                ("over", _) => {
                    worker.process.wait()?;
                    return Ok(None);
                }
                _ => continue,
            },
            Err(RecvTimeoutError::Timeout) if !clock.is_over(&worker, seed.is_some()) => continue,
            Err(RecvTimeoutError::Timeout) => {
                let seconds = PATIENCE.as_secs();
                let why = format!("no answer within {seconds} s of computing and waiting");
                let seed = seed.context("the target does not open")?;
                tell(seed, Outcome::Failed(why));
                return Ok(Some(seed));
            }
            Err(RecvTimeoutError::Disconnected) => {
                let end = worker.end()?;
                let seed = seed.with_context(|| format!("the target does not open: {end}"))?;
                tell(seed, Outcome::Failed(end));
                return Ok(Some(seed));
            }
        };
        tell(seed.context("an answer without a case")?, outcome);
    }
}

/// Why the target fails with this case; None: it does not.
///
/// # Errors
/// When the target cannot be opened.
pub fn failure(target: &str, folder: &Path, case: &[u8]) -> Result<Option<String>> {
    let file = folder.join("case");
    std::fs::write(&file, case)?;
    let mut failure = None;
    run(target, folder, Cases::File(file), &mut |_, outcome| {
        if let Outcome::Failed(why) = outcome {
            failure = Some(why);
        }
    })?;
    Ok(failure)
}
