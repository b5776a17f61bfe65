//! The machine under control of the debugger: runs until a core reaches a breakpoint, a watchpoint or the end of a step.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use gdbstub::common::{Signal, Tid};
use gdbstub::stub::MultiThreadStopReason;
use gdbstub::target::ext::breakpoints::WatchKind;
use weft_sim::part::core::FaultCause;
use weft_sim::platform::Range as AddressRange;
use weft_sim::semihosting::Host;
use weft_sim::{Engine, Machine, Outcome};

use super::points::{Access, Points};
use super::registers::{CoreRegisters, FloatRegisters};
use crate::ending::Ending;

/// Returns the thread that represents a core: threads count from 1.
pub fn thread_of(core: usize) -> Tid {
    Tid::new(core + 1).expect("not zero")
}

/// A step of a core: it stops at the first new instruction outside a range of addresses (an empty range: at the next instruction).
#[derive(Clone, Debug)]
pub struct Stepping {
    pub core: usize,
    pub within: Range<u32>,
    /// Does the debugger resume this core alone?
    pub alone: bool,
}

/// Returns the registers of a core in the debugger's form.
fn view_of(machine: &Machine, core: usize) -> CoreRegisters {
    let core = machine.core(core);
    CoreRegisters {
        x: core.registers(),
        pc: core.pc(),
        float: core.float_unit.as_deref().map(FloatRegisters::of),
        privilege: core.mode() as u32,
    }
}

/// A core has reached a breakpoint or watchpoint.
enum Stop {
    Break {
        core: usize,
        address: u32,
    },
    Watch {
        core: usize,
        address: u32,
        kind: WatchKind,
    },
}

impl Stop {
    fn core(&self) -> usize {
        match *self {
            Stop::Break { core, .. } | Stop::Watch { core, .. } => core,
        }
    }

    fn reason(&self) -> MultiThreadStopReason<u32> {
        match *self {
            Stop::Break { core, .. } => MultiThreadStopReason::SwBreak(thread_of(core)),
            Stop::Watch {
                core,
                address,
                kind,
            } => MultiThreadStopReason::Watch {
                tid: thread_of(core),
                kind,
                addr: address,
            },
        }
    }
}

/// A machine with breakpoints.
pub struct Debugged<'m> {
    pub machine: &'m mut Machine,
    pub host: &'m mut dyn Host,
    /// The cores that have a program. The debugger sees only these.
    pub cores: Vec<usize>,
    pub points: Points,
    /// Addresses of memory that is private to each core.
    pub private_memory: AddressRange,
    /// The ranges that the debugger has read since the machine last ran, and from which core's memory. Reads between the steps across
    /// breakpoints, which the debugger makes of its own accord, do not count.
    pub looked_at: Vec<(Range<u32>, usize)>,
    /// The step to make at the next resumption.
    pub stepping: Option<Stepping>,
    /// Did the debugger resume a thread that does not exist? It is told at once that all have stopped.
    pub resumes_nobody: bool,
    /// The breakpoints of the last resumption of all cores. The debugger removes a breakpoint while it steps a core across it, but other
    /// cores must still stop there.
    pub lingering: BTreeSet<u32>,
    /// Stops that the debugger has not been told of: it accepts one at a time.
    waiting: VecDeque<Stop>,
    /// The registers of cores that reached a breakpoint while another core was stepped across its own, as they were at that breakpoint. The
    /// debugger sees these until it has been told of the stop, although the cores are a few cycles ahead.
    pub shown: Vec<Option<CoreRegisters>>,
    /// The last memory access of each core.
    accesses: Vec<Option<Access>>,
    pub outcome: Option<Outcome>,
}

impl<'m> Debugged<'m> {
    /// Takes control of the machine in its present state, without breakpoints.
    pub fn new(
        machine: &'m mut Machine,
        private_memory: AddressRange,
        host: &'m mut dyn Host,
    ) -> Debugged<'m> {
        let cores = 0..machine.core_count();
        let cores = cores.filter(|core| !machine.core(*core).is_halted());
        let cores = cores.collect();
        let accesses = vec![None; machine.core_count()];
        Debugged {
            machine,
            host,
            cores,
            points: Points::default(),
            private_memory,
            looked_at: Vec::new(),
            stepping: None,
            resumes_nobody: false,
            lingering: BTreeSet::new(),
            waiting: VecDeque::new(),
            shown: vec![None; accesses.len()],
            accesses,
            outcome: None,
        }
    }

    /// Returns the core that a thread represents, if the debugger sees it.
    pub fn core_of(&self, thread: Tid) -> Option<usize> {
        let core = thread.get() - 1;
        self.cores.contains(&core).then_some(core)
    }

    /// Resets all state of the previous debugger, for a new connection.
    pub fn begin_session(&mut self) {
        self.points = Points::default();
        self.looked_at.clear();
        self.stepping = None;
        self.lingering.clear();
        self.waiting.clear();
        self.shown.fill(None);
    }

    /// Runs for at most `cycles` cycles. Returns the reason if it stops earlier.
    pub fn run(&mut self, cycles: u32) -> Option<MultiThreadStopReason<u32>> {
        if let Some(outcome) = &self.outcome {
            return Some(self.ended(outcome));
        }
        if std::mem::take(&mut self.resumes_nobody) {
            return Some(self.all_stopped(Signal::SIGTRAP));
        }
        self.forget_stale_stops();
        if let Some(core) = self.alone() {
            if self.shown[core].take().is_some() {
                return Some(stopped(core, Signal::SIGTRAP));
            }
            self.show_waiting();
        }
        self.tell().or_else(|| self.go(cycles))
    }

    fn go(&mut self, cycles: u32) -> Option<MultiThreadStopReason<u32>> {
        self.points.machine_moves();
        (0..cycles).find_map(|_| self.cycle())
    }

    /// Returns the core that the debugger resumes alone. It does so to step a core across a breakpoint that it has removed for that time.
    /// All cores share the clock, so the others advance as well; the debugger is told of their stops after the step.
    pub fn alone(&self) -> Option<usize> {
        let stepping = self.stepping.as_ref()?;
        stepping.alone.then_some(stepping.core)
    }

    /// Returns the core whose private memory the debugger watches at `address`. The protocol does not name it. But the debugger reads the
    /// address twice: when the user sets a watchpoint, for the user's thread, and just before it inserts the watchpoint, for the thread
    /// that it resumes first. The read before the last therefore has the core.
    pub fn owner(&self, address: u32) -> usize {
        let reads = self.looked_at.iter().rev();
        let reads = reads.filter(|(range, _)| range.contains(&address));
        let mut latest = reads.map(|(_, core)| *core);
        let last = latest.next().unwrap_or(0);
        latest.next().unwrap_or(last)
    }

    /// Returns the registers that the debugger sees of a core.
    pub fn view(&self, core: usize) -> CoreRegisters {
        let shown = self.shown[core].clone();
        shown.unwrap_or_else(|| view_of(self.machine, core))
    }

    /// Takes the next waiting stop; None while a core is stepped alone, when the debugger does not accept another core's stop.
    fn tell(&mut self) -> Option<MultiThreadStopReason<u32>> {
        if self.alone().is_some() {
            return None;
        }
        self.waiting.pop_front().map(|stop| stop.reason())
    }

    /// Drops the waiting stops whose breakpoint or watchpoint has been removed, and those of the core that is stepped off its own
    /// breakpoint. A core without a waiting stop is shown in its present state again.
    fn forget_stale_stops(&mut self) {
        let mut stops = std::mem::take(&mut self.waiting);
        stops.retain(|stop| self.still_means_something(stop));
        self.waiting = stops;
        for core in 0..self.shown.len() {
            let told = !self.waiting.iter().any(|stop| stop.core() == core);
            if told && self.alone() != Some(core) {
                self.shown[core] = None;
            }
        }
    }

    fn still_means_something(&self, stop: &Stop) -> bool {
        match stop {
            Stop::Watch { .. } => !self.points.watchpoints.is_empty(),
            Stop::Break { core, address } => {
                self.alone() != Some(*core) && self.breaks(*core, *address)
            }
        }
    }

    /// Saves the registers of the cores at a breakpoint that the debugger has not been told of, since they will advance.
    fn show_waiting(&mut self) {
        for stop in &self.waiting {
            let core = stop.core();
            self.shown[core].get_or_insert_with(|| view_of(self.machine, core));
        }
    }

    /// Does the core stop before the instruction at the address? While one core is stepped alone, the breakpoint that it is stepped across
    /// still holds for the others.
    fn breaks(&self, core: usize, address: u32) -> bool {
        let another_alone = self.alone().is_some_and(|alone| alone != core);
        self.points.breakpoints.contains(&address)
            || (another_alone && self.lingering.contains(&address))
    }

    /// Advances the whole machine by one cycle, or, in a cycle in which cores issue several instructions, each of them by one instruction.
    fn cycle(&mut self) -> Option<MultiThreadStopReason<u32>> {
        let mut accesses = self.next_accesses();
        let cores = 0..accesses.len();
        let mut ready: Vec<usize> = cores.clone().collect();
        ready.retain(|core| self.machine.issue_within_bundle(*core));
        if ready.is_empty() {
            let until = self.machine.now() + 1;
            match self.machine.run(Engine::Step, until, self.host) {
                Outcome::Reached => {}
                ended => return Some(self.end(ended)),
            }
            ready.extend(cores.filter(|core| self.machine.issues_next(*core)));
        } else {
            let others = cores.filter(|core| !ready.contains(core));
            others.for_each(|core| accesses[core] = None);
        }
        self.note_watched(accesses);
        self.note_broken(&ready);
        self.stepped(&ready).or_else(|| self.tell())
    }

    /// Returns the memory access of each core that is about to issue; all None without watchpoints.
    fn next_accesses(&self) -> Vec<Option<Access>> {
        let watching = !self.points.watchpoints.is_empty();
        let next = |core| match watching && self.machine.issues_next(core) {
            true => Access::next(self.machine, core),
            false => None,
        };
        (0..self.accesses.len()).map(next).collect()
    }

    fn note_watched(&mut self, issued: Vec<Option<Access>>) {
        for (last, access) in self.accesses.iter_mut().zip(&issued) {
            *last = access.or(*last);
        }
        let stops = self.points.watched(self.machine, &self.accesses, &issued);
        self.waiting
            .extend(stops.into_iter().map(|(core, address, kind)| Stop::Watch {
                core,
                address,
                kind,
            }));
    }

    fn note_broken(&mut self, ready: &[usize]) {
        for &core in ready {
            let address = self.machine.core(core).pc();
            if self.shown[core].is_none() && self.breaks(core, address) {
                self.waiting.push_back(Stop::Break { core, address });
            }
        }
        if self.alone().is_some() {
            self.show_waiting();
        }
    }

    fn stepped(&self, ready: &[usize]) -> Option<MultiThreadStopReason<u32>> {
        let Stepping { core, within, .. } = self.stepping.as_ref()?;
        let done = ready.contains(core) && !within.contains(&self.machine.core(*core).pc());
        let exited = self.machine.core(*core).exit_status.is_some();
        (done || exited).then(|| stopped(*core, Signal::SIGTRAP))
    }

    fn end(&mut self, outcome: Outcome) -> MultiThreadStopReason<u32> {
        let stop = match &outcome {
            Outcome::Fault(fault) => stopped(fault.core, signal_of(&fault.cause)),
            Outcome::Deadlock => self.all_stopped(Signal::SIGSTOP),
            Outcome::Finished | Outcome::Aborted { .. } | Outcome::Reached => self.ended(&outcome),
        };
        self.outcome = Some(outcome);
        stop
    }

    /// Returns the stop reason of an event that no core caused: reported for the first core.
    pub fn all_stopped(&self, signal: Signal) -> MultiThreadStopReason<u32> {
        stopped(self.cores.first().copied().unwrap_or(0), signal)
    }

    /// Returns the answer to the resumption of a run that has ended.
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
        FaultCause::EnvironmentCall { .. } | FaultCause::Semihosting(_) => Signal::SIGSYS,
        _ => Signal::SIGSEGV,
    }
}
