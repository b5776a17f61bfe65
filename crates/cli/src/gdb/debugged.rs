//! The machine as the debugger controls it: running, until something is worth stopping for.

use std::collections::BTreeSet;
use std::ops::Range;

use gdbstub::common::{Signal, Tid};
use gdbstub::stub::MultiThreadStopReason;
use weft_sim::core::FaultCause;
use weft_sim::semihosting::Host;
use weft_sim::{Engine, Machine, Outcome};

use super::points::{Access, Points};
use crate::run::status::Ending;

/// The thread that stands for a core: threads count from 1.
pub fn thread_of(core: usize) -> Tid {
    Tid::new(core + 1).expect("not zero")
}

/// The core that a thread stands for.
pub fn core_of(thread: Tid) -> usize {
    thread.get() - 1
}

/// A core to be stopped at the first new instruction outside a range of addresses (an empty one: at the next).
#[derive(Clone, Debug)]
pub struct Stepping {
    pub core: usize,
    pub within: Range<u32>,
}

/// A machine with breakpoints.
pub struct Debugged<'m> {
    pub machine: &'m mut Machine,
    pub host: &'m mut dyn Host,
    pub points: Points,
    /// What to step, as the debugger resumes.
    pub stepping: Option<Stepping>,
    /// The breakpoints of the last time the debugger let everything run. It takes one away while it steps a core
    /// across it, but other cores must not run across it unseen.
    pub lingering: BTreeSet<u32>,
    /// Cores that came to a breakpoint in the cycle in which another one was reported.
    waiting_hits: Vec<(usize, u32)>,
    /// What each core has done to memory last.
    accesses: Vec<Option<Access>>,
    outcome: Option<Outcome>,
}

impl<'m> Debugged<'m> {
    /// The machine as it stands, without breakpoints.
    pub fn new(machine: &'m mut Machine, host: &'m mut dyn Host) -> Debugged<'m> {
        let accesses = vec![None; machine.core_count()];
        Debugged {
            machine,
            host,
            points: Points::default(),
            stepping: None,
            lingering: BTreeSet::new(),
            waiting_hits: Vec::new(),
            accesses,
            outcome: None,
        }
    }

    /// How the run ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Runs for at most that many cycles; a reason, if there is one to stop before.
    pub fn run(&mut self, cycles: u32) -> Option<MultiThreadStopReason<u32>> {
        if let Some(outcome) = &self.outcome {
            return Some(self.ended(outcome));
        }
        if let Some(hit) = self.next_waiting_hit() {
            return Some(hit);
        }
        (0..cycles).find_map(|_| self.cycle())
    }

    fn next_waiting_hit(&mut self) -> Option<MultiThreadStopReason<u32>> {
        let machine = &self.machine;
        let stands = |(core, address): &(usize, u32)| machine.pc(*core) == *address;
        let hits = std::mem::take(&mut self.waiting_hits);
        let mut hits = hits
            .into_iter()
            .filter(stands)
            .filter(|(_, address)| self.points.breakpoints.contains(address));
        let (core, _) = hits.next()?;
        let rest = hits.collect();
        self.waiting_hits = rest;
        Some(MultiThreadStopReason::SwBreak(thread_of(core)))
    }

    /// One cycle of the whole machine.
    fn cycle(&mut self) -> Option<MultiThreadStopReason<u32>> {
        let accesses = self.next_accesses();
        let until = self.machine.now() + 1;
        match self.machine.run(Engine::Step, until, self.host) {
            Outcome::Reached => {}
            ended => return Some(self.end(ended)),
        }
        let ready: Vec<usize> = (0..accesses.len())
            .filter(|core| self.machine.issues_next(*core))
            .collect();
        let watched = self.watched(accesses);
        watched
            .or_else(|| self.broken(&ready))
            .or_else(|| self.stepped(&ready))
    }

    /// What each core that is about to issue will do to memory; all none when nobody watches.
    fn next_accesses(&self) -> Vec<Option<Access>> {
        let watching = !self.points.watchpoints.is_empty();
        let issues = |core: &usize| watching && self.machine.issues_next(*core);
        let cores = 0..self.accesses.len();
        cores
            .map(|core| {
                Some(core)
                    .filter(issues)
                    .and_then(|core| Access::next(self.machine, core))
            })
            .collect()
    }

    fn watched(&mut self, issued: Vec<Option<Access>>) -> Option<MultiThreadStopReason<u32>> {
        for (last, access) in self.accesses.iter_mut().zip(&issued) {
            *last = access.or(*last);
        }
        let (core, addr, kind) = self.points.watched(self.machine, &self.accesses, &issued)?;
        Some(MultiThreadStopReason::Watch {
            tid: thread_of(core),
            kind,
            addr,
        })
    }

    fn broken(&mut self, ready: &[usize]) -> Option<MultiThreadStopReason<u32>> {
        let stepped = self.stepping.as_ref().map(|stepping| stepping.core);
        let hit = |core: usize, address: u32| {
            self.points.breakpoints.contains(&address)
                || (stepped.is_some_and(|stepped| stepped != core)
                    && self.lingering.contains(&address))
        };
        let places = ready.iter().map(|core| (*core, self.machine.pc(*core)));
        let mut hits: Vec<_> = places
            .filter(|(core, address)| hit(*core, *address))
            .collect();
        if hits.is_empty() {
            return None;
        }
        let (core, _) = hits.remove(0);
        self.waiting_hits = hits;
        Some(MultiThreadStopReason::SwBreak(thread_of(core)))
    }

    fn stepped(&self, ready: &[usize]) -> Option<MultiThreadStopReason<u32>> {
        let Stepping { core, within } = self.stepping.as_ref()?;
        let done = ready.contains(core) && !within.contains(&self.machine.pc(*core));
        let exited = self.machine.exit_status(*core).is_some();
        (done || exited).then(|| stopped(*core, Signal::SIGTRAP))
    }

    fn end(&mut self, outcome: Outcome) -> MultiThreadStopReason<u32> {
        let stop = match &outcome {
            Outcome::Fault(fault) => stopped(fault.core, signal_of(&fault.cause)),
            Outcome::Deadlock => MultiThreadStopReason::Signal(Signal::SIGSTOP),
            Outcome::Finished | Outcome::Aborted { .. } | Outcome::Reached => self.ended(&outcome),
        };
        self.outcome = Some(outcome);
        stop
    }

    /// What the debugger is told when it resumes a run that has ended.
    fn ended(&self, outcome: &Outcome) -> MultiThreadStopReason<u32> {
        match outcome {
            Outcome::Fault(fault) => MultiThreadStopReason::Terminated(signal_of(&fault.cause)),
            Outcome::Deadlock => MultiThreadStopReason::Terminated(Signal::SIGSTOP),
            other => {
                MultiThreadStopReason::Exited(Ending::from(other.clone()).status(self.machine))
            }
        }
    }
}

fn stopped(core: usize, signal: Signal) -> MultiThreadStopReason<u32> {
    MultiThreadStopReason::SignalWithThread {
        tid: thread_of(core),
        signal,
    }
}

fn signal_of(cause: &FaultCause) -> Signal {
    match cause {
        FaultCause::IllegalInstruction { .. } => Signal::SIGILL,
        FaultCause::Breakpoint => Signal::SIGTRAP,
        FaultCause::LoadMisaligned { .. } | FaultCause::StoreMisaligned { .. } => Signal::SIGBUS,
        FaultCause::EnvironmentCall | FaultCause::Semihosting(_) => Signal::SIGSYS,
        _ => Signal::SIGSEGV,
    }
}
