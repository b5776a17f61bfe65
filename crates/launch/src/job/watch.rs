//! Watching a job: who ends, how, and what becomes of the others.
//!
//! A rank that ends as it should not takes the job down, and one message names it. The others get SIGTERM, and SIGKILL
//! if they are still there a little later.

use std::process::ExitStatus;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use signal_hook::consts::{SIGUSR1, SIGUSR2};

use super::common::Common;
use super::deadlock::{self, Standing};
use super::end::{End, Outcome, RankEnd};
use super::memory::{Memory, State};
use super::place::Place;
use super::rank::{describe, shell_status, Process, Rank};
use super::signals::Signals;
use super::Job;

/// How often the ranks' states are looked at.
const GLANCE: Duration = Duration::from_millis(100);
/// How long ranks have after SIGTERM.
const GRACE: Duration = Duration::from_millis(500);
/// How long labelled output may take to arrive after its rank has ended: a process that a rank started may hold the
/// pipe for ever.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// The exit status after the timeout, as that of timeout(1).
pub const TIMED_OUT: u8 = 124;

/// The exit status when no rank can go on, as that of a simulated run.
const DEADLOCK: u8 = 3;

/// What the launcher reads of the ranks.
pub struct Shared {
    /// Of the job.
    pub memory: Memory,
    /// Of all processes.
    pub common: Common,
}

enum Event {
    Ended(usize, ExitStatus),
    Signal(i32),
}

struct Watcher<'a> {
    job: &'a Job,
    shared: &'a Shared,
    processes: Vec<Process>,
    ended: Vec<Option<ExitStatus>>,
    /// What the shell will be told, once something went wrong.
    status: Option<u8>,
    /// What went wrong first.
    outcome: Outcome,
    /// When those still running are killed.
    kill_at: Option<Instant>,
    /// What was last seen of the ranks.
    seen: Vec<Standing>,
}

/// Waits for all ranks.
pub fn until_all_have_ended(job: &Job, ranks: Vec<Rank>, shared: &Shared, signals: Signals) -> End {
    let (sender, events) = mpsc::channel();
    forward_signals(signals, sender.clone());
    let processes: Vec<Process> = ranks.iter().map(|rank| rank.process).collect();
    ranks
        .into_iter()
        .for_each(|rank| wait_for(rank, sender.clone()));
    let ended = vec![None; processes.len()];
    let mut watcher = Watcher {
        job,
        shared,
        processes,
        ended,
        status: None,
        outcome: Outcome::Finished,
        kill_at: None,
        seen: Vec::new(),
    };
    watcher.watch(&events)
}

fn forward_signals(signals: Signals, sender: Sender<Event>) {
    thread::spawn(move || {
        for signal in signals {
            let _ = sender.send(Event::Signal(signal));
        }
    });
}

fn wait_for(mut rank: Rank, sender: Sender<Event>) {
    thread::spawn(move || {
        if let Ok(status) = rank.child.wait() {
            let deadline = Instant::now() + LAST_WORDS;
            while Instant::now() < deadline
                && rank.readers.iter().any(|reader| !reader.is_finished())
            {
                thread::sleep(Duration::from_millis(1));
            }
            let _ = sender.send(Event::Ended(rank.number, status));
        }
    });
}

impl Watcher<'_> {
    fn watch(&mut self, events: &Receiver<Event>) -> End {
        let deadline = self.job.timeout.map(|limit| Instant::now() + limit);
        while self.ended.iter().any(Option::is_none) {
            match events.recv_timeout(GLANCE) {
                Ok(Event::Ended(rank, status)) => self.has_ended(rank, status),
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
            if self.kill_at.is_some_and(|time| Instant::now() >= time) {
                self.running().for_each(Process::kill);
            }
        }
        // Whatever a rank has started and left running ends with the job.
        self.processes.iter().for_each(|process| process.kill());
        let ended = self.ended.iter().enumerate();
        let ranks = ended.map(|(rank, status)| RankEnd {
            exit_status: status.and_then(|status| status.code()),
            sent: self.shared.common.sent(rank),
        });
        End {
            status: self.status.unwrap_or_else(|| self.first_failure()),
            outcome: self.outcome,
            ranks: ranks.collect(),
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
        running.map(|(process, _)| *process)
    }

    fn has_ended(&mut self, rank: usize, status: ExitStatus) {
        self.ended[rank] = Some(status);
        let state = self.shared.memory.state(rank);
        if self.kill_at.is_some() || (status.success() && state != State::Inside) {
            return;
        }
        let code = shell_status(status);
        match state {
            // Told to the shell when all have ended: of several such statuses, that of the lowest rank.
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

    /// A rank that left without `MPI_Init` is waited for by those who called it.
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
        let place = |rank: usize| Place::find(self.processes[rank].pid(), &common.calls(rank));
        deadlock::describe(look, common, place)
    }

    fn has_timed_out(&mut self) {
        let limit = self.job.timeout.unwrap_or_default().as_secs_f64();
        let standings = self.describe(&self.look());
        let why = format!("the job did not end within {limit} s");
        self.stop(TIMED_OUT, Outcome::TimedOut, &why);
        eprint!("{standings}");
    }

    /// Says why, and ends what still runs.
    fn stop(&mut self, status: u8, outcome: Outcome, why: &str) {
        let others = match self.running().next() {
            Some(_) => "; the rest of the job is stopped",
            None => "",
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

    /// What went wrong first is told to the shell.
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
