//! Advances the circuits piece by piece and serves the calls of their programs, until the run ends, is stopped or reaches its limit.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use anyhow::Result;
use weft_hardware::engine::{Counts, Event, Reply, Stopped};
use weft_report::reports::{Reported, Reports};
use weft_report::workload::Workload;
use weft_sim::part::core::classes::Class;
use weft_sim::part::core::FaultCause;
use weft_sim::platform::Platform;
use weft_sim::semihosting::{self, Host};
use weft_sim::{Cycle, Fault, Machine};

use super::board::{Board, BoardMemory};
use crate::console::Console;
use crate::ending::Ending;
use crate::observer::Progress;
use crate::spec::RunSpec;

/// Cycles between two checks for Ctrl-C and the time limit: a twentieth of a second of wall-clock time.
const PIECE: u64 = 16_384;
/// A run on circuits.
pub struct Drive<'a, 'o> {
    console: &'a Console<'o>,
    limit: u64,
    timeout: Option<Duration>,
    began: Instant,
    clock_hz: u64,
    now: u64,
    /// The exit status of each core that has exited.
    exits: Vec<(usize, i32)>,
    aborted: Option<Ending>,
    fault: Option<Fault>,
    /// The cycle from which on the chip is idle.
    since: u64,
    reports: Reports,
}

impl<'a, 'o> Drive<'a, 'o> {
    /// Begins a run.
    pub fn begin(
        spec: &RunSpec,
        platform: &Platform,
        console: &'a Console<'o>,
        reports: Reports,
    ) -> Self {
        let began = Instant::now();
        console.set_deadline(spec.timeout.and_then(|timeout| began.checked_add(timeout)));
        Drive {
            console,
            limit: spec.max_cycles.unwrap_or(u64::MAX),
            timeout: spec.timeout,
            began,
            clock_hz: platform.clock_hz,
            now: 0,
            exits: Vec::new(),
            aborted: None,
            fault: None,
            since: 0,
            reports,
        }
    }

    /// Returns the figures that the programs have reported.
    pub fn reported(self, workload: &Workload) -> Vec<Reported> {
        self.reports.finish(workload)
    }

    /// The cycle in which the run has ended.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Runs to the end.
    ///
    /// # Errors
    /// When the circuits' process has ended.
    pub fn drive(
        &mut self,
        board: &mut Board,
        machine: &mut Machine,
        host: &mut dyn Host,
    ) -> Result<Ending> {
        for &core in &board.cores {
            for address in self.reports.addresses(core) {
                board.circuits.note(core, address)?;
            }
        }
        loop {
            if let Some(ending) = self.stopped() {
                return Ok(ending);
            }
            let until = self.now.saturating_add(PIECE).min(self.limit);
            board.circuits.go(until, false)?;
            if let Some(ending) = self.piece(board, machine, host)? {
                return Ok(ending);
            }
        }
    }

    fn stopped(&self) -> Option<Ending> {
        let limit = (self.now >= self.limit).then_some(Ending::Limit);
        let timeout = self.timeout.filter(|it| self.began.elapsed() >= *it);
        let stop = self.console.stop().map(Ending::Stopped);
        stop.or(limit).or(timeout.map(Ending::TimedOut))
    }

    /// Handles the events of the circuits until they stop. Returns how the run has ended, if it has.
    fn piece(
        &mut self,
        board: &mut Board,
        machine: &mut Machine,
        host: &mut dyn Host,
    ) -> Result<Option<Ending>> {
        loop {
            match board.circuits.event()? {
                event @ Event::Call { .. } => self.serve(&event, board, machine, host)?,
                Event::Printed { core, byte } => host.console(core, byte),
                Event::Seen { .. } => {}
                Event::Fault {
                    core, pc, value, ..
                } => {
                    // `in_words` finds the exact cause later, when the machine has adopted the circuits' state.
                    let cause = FaultCause::IllegalInstruction { bits: value };
                    self.note_fault(core, pc, cause);
                }
                event @ Event::Passed { .. } => self.report(&event, board, machine)?,
                Event::Stopped {
                    cycle,
                    instructions,
                    why,
                    since,
                } => {
                    (self.now, self.since) = (cycle, since);
                    self.console.progress(&Progress {
                        cycles: cycle,
                        instructions,
                        clock_hz: self.clock_hz,
                    });
                    return Ok(self.ending(why));
                }
            }
        }
    }

    fn ending(&mut self, why: Stopped) -> Option<Ending> {
        let last = Cycle(self.now.saturating_sub(1));
        let fault = self.fault.take();
        let fault = fault.map(|fault| {
            Ending::Fault(Fault {
                cycle: last,
                ..fault
            })
        });
        let early = self.aborted.take().or(fault);
        early.or(match why {
            Stopped::AllExited => Some(Ending::Finished),
            Stopped::AtRest => Some(Ending::Deadlock),
            Stopped::AtCycle | Stopped::AtOnce => None,
        })
    }

    /// Serves an `ebreak`.
    fn serve(
        &mut self,
        event: &Event,
        board: &mut Board,
        machine: &mut Machine,
        host: &mut dyn Host,
    ) -> Result<()> {
        let Event::Call {
            core,
            cycle,
            pc,
            operation,
            parameter,
        } = *event
        else {
            return Ok(());
        };
        self.now = cycle;
        if !machine.core(core).has_host_call(pc) {
            return board.circuits.answer(Reply::NotTaken);
        }
        let call = semihosting::Call {
            core,
            operation,
            parameter,
            cycle,
            clock_hz: self.clock_hz,
        };
        let mut memory = BoardMemory::new(&mut board.circuits, machine, core);
        let reply = host.semihosting(call, &mut memory);
        if let Some(error) = memory.failure.take() {
            return Err(error);
        }
        let reply = match reply {
            Ok(semihosting::Reply::Value(value)) => Reply::Value(value),
            Ok(semihosting::Reply::Exit(status)) => self.exit(core, status),
            Ok(semihosting::Reply::Abort(status)) => {
                self.aborted.get_or_insert(Ending::Aborted { core, status });
                self.exit(core, status)
            }
            Err(error) => {
                self.note_fault(core, pc, FaultCause::Semihosting(error));
                Reply::Stop
            }
        };
        board.circuits.answer(reply)
    }

    fn exit(&mut self, core: usize, status: i32) -> Reply {
        self.exits.push((core, status));
        match self.aborted {
            Some(_) => Reply::HaltAll,
            None => Reply::Halt,
        }
    }

    /// Notes the first fault. Its cycle is known only when the circuits have stopped.
    fn note_fault(&mut self, core: usize, pc: u32, cause: FaultCause) {
        self.fault.get_or_insert(Fault {
            core,
            cycle: Cycle(0),
            pc,
            cause,
        });
    }

    /// Records a figure that a program reports.
    fn report(&mut self, event: &Event, board: &mut Board, machine: &mut Machine) -> Result<()> {
        let Event::Passed {
            core,
            cycle,
            pc,
            registers,
        } = *event
        else {
            return Ok(());
        };
        let circuits = RefCell::new(&mut board.circuits);
        let data = machine.core(core).memories().0;
        let word = |address: u32| {
            data.read::<4>(address)?;
            let mut bytes = [0; 4];
            let read = circuits.borrow_mut().read(core, address, &mut bytes);
            read.ok().map(|()| u32::from_le_bytes(bytes))
        };
        let register = |number: u8| registers[usize::from(number)];
        let place = (core, Cycle(cycle), pc);
        self.reports.passed(machine, place, register, word);
        board.circuits.taken_up()
    }

    /// Copies the final state of the circuits to the machine, and returns their counts.
    ///
    /// # Errors
    /// When the circuits' process has ended.
    pub fn settle(
        &mut self,
        board: &mut Board,
        machine: &mut Machine,
        ending: &Ending,
    ) -> Result<Vec<(usize, Counts)>> {
        let cores = board.cores.iter();
        let counts = cores.map(|core| Ok((*core, board.circuits.counts(*core)?)));
        let mut counts = counts.collect::<Result<Vec<(usize, Counts)>>>()?;
        if *ending == Ending::Deadlock {
            self.go_back(&mut counts);
        }
        board.copy_memories(machine)?;
        machine.adopt_time(Cycle(self.now));
        for (core, counts) in &counts {
            let fault = match ending {
                Ending::Fault(fault) if fault.core == *core => Some(fault.pc),
                _ => None,
            };
            let exit = self.exits.iter().find(|(exited, _)| exited == core);
            let status = exit.map(|(_, status)| *status);
            let pc = fault.unwrap_or(counts.pc);
            machine.adopt(*core, &counts.registers, pc, status);
        }
        Ok(counts)
    }

    /// An idle chip is noticed some cycles later: subtracts the cycles since its last component became idle.
    fn go_back(&mut self, counts: &mut [(usize, Counts)]) {
        let surplus = self.now.saturating_sub(self.since);
        for (_, counts) in counts {
            let class = &mut counts.classes[counts.class];
            *class = class.saturating_sub(surplus);
            let waits = Class::ALL[counts.class].0 != Class::Halted;
            let pc = counts.pc;
            let mut executed = counts.executed.iter_mut();
            if let Some(waiting) = executed.find(|it| waits && it.address == pc) {
                waiting.cycles = waiting.cycles.saturating_sub(surplus);
            }
        }
        self.now -= surplus;
    }
}

/// Returns a fault of the circuits with the exact cause: the machine has adopted their state, and its core raises the same exception.
pub fn in_words(machine: &Machine, fault: Fault) -> Fault {
    let cause = match fault.cause {
        cause @ FaultCause::Semihosting(_) => cause,
        other => machine.core(fault.core).exception().unwrap_or(other),
    };
    Fault { cause, ..fault }
}
