//! Watches a job: how each rank ends, and the consequences for the others.
//!
//! A rank that fails ends the job, and one message names it. The other ranks get SIGTERM, and SIGKILL if they still run after `GRACE`.

use std::process::{Command, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use rustix::process::{Pid, Signal};
use signal_hook::consts::{SIGUSR1, SIGUSR2};

use super::common::Common;
use super::deadlock::{self, Standing};
use super::end::{End, Outcome, RankEnd};
use super::memory::{Memory, State};
use super::place::Place;
use super::placement::Places;
use super::rank::{describe, shell_status, Process};
use super::signals::Signals;
use super::spawn::{self, News};
use super::Job;

/// Interval at which the ranks' states are checked.
const GLANCE: Duration = Duration::from_millis(100);
/// Time between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_millis(500);
/// The exit status after the timeout, as that of timeout(1).
pub const TIMED_OUT: u8 = 124;

/// The exit status when no rank can go on, as that of a simulated run.
const DEADLOCK: u8 = 3;

/// The shared memory that the launcher reads.
pub struct Shared {
    /// Of the job.
    pub memory: Memory,
    /// Of all processes.
    pub common: Common,
    /// Where they run.
    pub places: Places,
}

enum Event {
    Rank(usize, News),
    Signal(i32),
}

struct Watcher<'a> {
    job: &'a Job,
    shared: &'a Shared,
    /// The threads that are starting ranks.
    threads: Vec<Option<Pid>>,
    /// The ranks that have been started.
    processes: Vec<Option<Process>>,
    ended: Vec<Option<ExitStatus>>,
    /// The exit status, once a rank has failed.
    status: Option<u8>,
    /// The first failure.
    outcome: Outcome,
    /// Why a rank could not be started.
    error: Option<anyhow::Error>,
    /// When the ranks that still run are killed.
    kill_at: Option<Instant>,
    /// The last observation of the ranks.
    seen: Vec<Standing>,
}

/// Starts all ranks, and waits for them.
///
/// # Errors
/// When one cannot be started.
pub fn until_all_have_ended(
    job: &Job,
    commands: Vec<Command>,
    shared: &Shared,
    signals: Signals,
) -> Result<End> {
    let (sender, events) = mpsc::channel();
    forward_signals(signals, sender.clone());
    let count = commands.len();
    for (rank, command) in commands.into_iter().enumerate() {
        let sender = sender.clone();
        spawn::start(rank, command, move |news| {
            let _ = sender.send(Event::Rank(rank, news));
        });
    }
    let mut watcher = Watcher {
        job,
        shared,
        threads: vec![None; count],
        processes: vec![None; count],
        ended: vec![None; count],
        status: None,
        outcome: Outcome::Finished,
        error: None,
        kill_at: None,
        seen: Vec::new(),
    };
    watcher.watch(&events);
    watcher.end()
}

fn forward_signals(signals: Signals, sender: Sender<Event>) {
    thread::spawn(move || {
        for signal in signals {
            let _ = sender.send(Event::Signal(signal));
        }
    });
}

impl Watcher<'_> {
    fn watch(&mut self, events: &Receiver<Event>) {
        let deadline = self.job.timeout.map(|limit| Instant::now() + limit);
        while self.is_awaited() {
            match events.recv_timeout(GLANCE) {
                Ok(Event::Rank(rank, news)) => self.hear(rank, news),
                Ok(Event::Signal(signal)) => self.pass_on(signal),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    self.look_for_a_deadlock();
                }
            }
            self.look_for_those_who_wait_in_vain();
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) && self.status.is_none()
            {
                self.has_timed_out();
            }
            if self.is_over() {
                self.running().for_each(Process::kill);
            }
        }
        // Descendants of ranks that still run end with the job.
        let processes = self.processes.iter().flatten();
        processes.for_each(|process| process.kill());
        let ranks = self.threads.iter().zip(&self.processes);
        let unborn = ranks.filter(|(_, process)| process.is_none());
        unborn.for_each(|(thread, _)| thread.iter().copied().for_each(spawn::give_up));
    }

    /// Has the grace period between SIGTERM and SIGKILL passed?
    fn is_over(&self) -> bool {
        self.kill_at.is_some_and(|time| Instant::now() >= time)
    }

    /// Must the launcher wait for a rank? After the grace period, not for one that has not reached its exec: the kernel ends that rank with
    /// the launcher.
    fn is_awaited(&self) -> bool {
        let is_over = self.is_over();
        let mut ranks = self.processes.iter().zip(&self.ended);
        ranks.any(|(process, ended)| ended.is_none() && (process.is_some() || !is_over))
    }

    fn end(self) -> Result<End> {
        let ended = self.ended.iter().enumerate();
        let ranks = ended.map(|(rank, status)| RankEnd {
            exit_status: status.and_then(|status| status.code()),
            sent: self.shared.common.sent(rank),
        });
        match self.error {
            Some(error) => Err(error),
            None => Ok(End {
                status: self.status.unwrap_or_else(|| self.first_failure()),
                outcome: self.outcome,
                ranks: ranks.collect(),
            }),
        }
    }

    fn hear(&mut self, rank: usize, news: News) {
        match news {
            News::Starts(thread) => self.threads[rank] = Some(thread),
            News::Started(process) => self.has_started(rank, process),
            News::NotStarted(error) => {
                self.ended[rank] = Some(ExitStatus::default());
                self.error.get_or_insert(error);
                self.stop_quietly(2, Outcome::Aborted);
            }
            News::Ended(status) => self.has_ended(rank, status),
        }
    }

    fn has_started(&mut self, rank: usize, process: Process) {
        self.processes[rank] = Some(process);
        if self.kill_at.is_some() {
            process.signal(Signal::TERM);
        }
        if self.job.verbose {
            let places = &self.shared.places;
            let place = match places.of_rank(rank) {
                Some(processor) => format!("processor {processor}"),
                None => format!("any of {} processors", places.allowed.len()),
            };
            let (of, process) = (self.ended.len(), process.pid());
            // In one write, since the ranks write at the same time.
            let line = format!("weftrun: rank {rank} of {of} is process {process} on {place}\n");
            eprint!("{line}");
        }
    }

    /// The first exit status, in the order of the ranks, that is not zero.
    fn first_failure(&self) -> u8 {
        let statuses = self.ended.iter().flatten();
        let mut failures = statuses.filter(|status| !status.success());
        failures.next().map_or(0, |status| shell_status(*status))
    }

    fn running(&self) -> impl Iterator<Item = Process> + '_ {
        let pairs = self.processes.iter().zip(&self.ended);
        let running = pairs.filter(|(_, ended)| ended.is_none());
        running.filter_map(|(process, _)| *process)
    }

    fn has_ended(&mut self, rank: usize, status: ExitStatus) {
        self.ended[rank] = Some(status);
        let state = self.shared.memory.state(rank);
        if self.kill_at.is_some() || (status.success() && state != State::Inside) {
            return;
        }
        let code = shell_status(status);
        match state {
            // A rank that fails after MPI_Finalize does not stop the others. Once all have ended, the job's status is that of the lowest such
            // rank.
            State::Finished | State::Task if status.code().is_some() => {}
            State::Aborted => self.stop_quietly(code, Outcome::Aborted),
            _ if status.success() => {
                let function = self.shared.memory.finalize(rank);
                let why = format!("rank {rank} ended without {function}");
                self.stop(1, Outcome::Aborted, &why);
            }
            _ => {
                let outcome = status.code().map_or(Outcome::Fault, |_| Outcome::Aborted);
                self.stop(code, outcome, &format!("rank {rank} {}", describe(status)));
            }
        }
    }

    /// Stops the job if ranks wait in `MPI_Init` for a rank that has ended without calling it.
    fn look_for_those_who_wait_in_vain(&mut self) {
        let ranks = 0..self.ended.len();
        let left = |&rank: &usize| {
            self.ended[rank].is_some() && self.shared.memory.state(rank) == State::Outside
        };
        let waits = |&rank: &usize| {
            self.ended[rank].is_none() && self.shared.memory.state(rank) == State::Inside
        };
        if self.kill_at.is_some() || self.ended.iter().all(Option::is_none) {
            return;
        }
        if let (Some(gone), Some(waiting)) = (ranks.clone().find(left), ranks.clone().find(waits)) {
            let why =
                format!("rank {gone} ended without MPI_Init, where rank {waiting} waits for it");
            self.stop(1, Outcome::Aborted, &why);
        }
    }

    fn look_for_a_deadlock(&mut self) {
        if self.kill_at.is_some() {
            return;
        }
        let look = self.look();
        if deadlock::all_sleep(&look) && look == self.seen {
            let waits = self.describe(&look);
            eprint!("weftrun: deadlock: no rank can go on\n{waits}");
            self.stop_quietly(DEADLOCK, Outcome::Deadlock);
        }
        self.seen = look;
    }

    fn look(&self) -> Vec<Standing> {
        let ended: Vec<bool> = self.ended.iter().map(Option::is_some).collect();
        deadlock::look(&self.shared.common, &self.shared.memory, &ended)
    }

    fn describe(&self, look: &[Standing]) -> String {
        let common = &self.shared.common;
        let place = |rank: usize| {
            let process = self.processes[rank];
            process.map_or_else(Place::default, |process| {
                Place::find(process.pid(), &common.calls(rank))
            })
        };
        deadlock::describe(look, common, place)
    }

    fn has_timed_out(&mut self) {
        let limit = self.job.timeout.unwrap_or_default().as_secs_f64();
        let standings = self.describe(&self.look());
        let why = format!("the job did not end within {limit} s");
        self.stop(TIMED_OUT, Outcome::TimedOut, &why);
        eprint!("{standings}");
    }

    /// Prints the reason, and ends the ranks that still run. A rank may already run although the message of its start has not been received.
    fn stop(&mut self, status: u8, outcome: Outcome, why: &str) {
        let others = if self.ended.iter().any(Option::is_none) {
            "; the rest of the job is stopped"
        } else {
            ""
        };
        let line = format!("weftrun: {why}{others}\n");
        eprint!("{line}");
        self.stop_quietly(status, outcome);
    }

    fn stop_quietly(&mut self, status: u8, outcome: Outcome) {
        self.note(status, outcome);
        self.running()
            .for_each(|process| process.signal(Signal::TERM));
        self.kill_at.get_or_insert(Instant::now() + GRACE);
    }

    /// Notes the first failure, which becomes the exit status.
    fn note(&mut self, status: u8, outcome: Outcome) {
        if self.status.is_none() {
            self.status = Some(status);
            self.outcome = outcome;
        }
    }

    fn pass_on(&mut self, number: i32) {
        if let Some(signal) = Signal::from_named_raw(number) {
            self.running().for_each(|process| process.signal(signal));
        }
        if number != SIGUSR1 && number != SIGUSR2 {
            let status = u8::try_from(128 + number).unwrap_or(u8::MAX);
            self.note(status, Outcome::Interrupted);
            self.kill_at.get_or_insert(Instant::now() + GRACE);
        }
    }
}
