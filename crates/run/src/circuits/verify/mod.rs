//! The simulator, engine `step`, and the circuits of a chip on the same programs, compared in every cycle (`weft verify`).
//!
//! ```text
//!   machine --- calls ---> host
//!      |                    | what it answered, and wrote to memories
//!      |                    v
//!      |                circuits
//!      v                    v
//!   signals ---- = ? ---- signals
//! ```

mod console;
mod model;
mod record;
mod registers;
mod signals;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use weft_hardware::engine::{Event, Reply, Seen, Stopped};
use weft_report::deadlock::memory_of;
use weft_sim::part::core::classes::Class;
use weft_sim::{Machine, Outcome};

use super::board::Board;
use crate::build::add_described;
use crate::console::Console;
use crate::host;
use crate::load::{self, Loaded};
use crate::observer::{Observer, Stop};
use crate::spec::RunSpec;
use model::Model;
use record::Last;
use registers::Registers;
use signals::{Core, SIGNALS};

/// Cycles between two checks for Ctrl-C and the time limit.
const PIECE: u64 = 4096;

/// A comparison to carry out.
#[derive(Clone, Debug, Default)]
pub struct VerifySpec {
    /// The programs, and the chip.
    pub run: RunSpec,
    /// Where the last cycles before a difference are written to, as a waveform.
    pub wave: Option<PathBuf>,
    /// The seed of random values for the circuits' registers before the reset; without it they hold zeros.
    pub power_on: Option<u32>,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Cycles that were compared.
    pub cycles: u64,
    /// The cores that ran.
    pub cores: usize,
    /// The signals of each core that were compared in each cycle.
    pub signals: usize,
    /// The registers of message units, synchronization controller and bus that were compared.
    pub registers: usize,
    /// How the comparison ended.
    pub end: End,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// How a comparison ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All programs have exited.
    Finished,
    /// Deadlock, or a core has failed.
    Stuck,
    /// The limit of cycles or time was reached.
    Limit,
    /// Ctrl-C was pressed.
    Interrupted,
    /// The circuits differ.
    Different,
}

/// A difference between the simulator and the circuits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub cycle: u64,
    /// `core 3`, `message unit 3`.
    pub component: String,
    pub signal: String,
    /// The simulator's value, and the circuits'.
    pub values: [String; 2],
    /// What each core does in the simulator: address and instruction.
    pub instructions: Vec<String>,
}

/// Runs the programs on simulator and circuits and compares them.
///
/// # Errors
/// When the input is wrong, a part of the platform has no circuit, or Verilator is missing.
pub fn verify(spec: &VerifySpec, observer: &mut dyn Observer) -> Result<Verified> {
    let run = &spec.run;
    run.refuse_what_needs_the_simulator("is not for a comparison with circuits")?;
    let mut platform = run.platform.load()?;
    add_described(&mut platform, &run.sources())?;
    let parameters = super::parameters(run, &platform)?;
    let loaded = load::load(&platform, run, observer)?;
    let mut board = super::board(&parameters, &platform, &loaded, spec.power_on, observer)?;
    let registers = Registers::new(&loaded.machine, &parameters);
    registers.check_count(board.circuits.register_count()?)?;
    let console = Console::new(observer);
    let Loaded {
        machine, workload, ..
    } = loaded;
    let mut host = host::host(run, &workload, &console, Vec::new())?;
    let mut pair = Pair {
        cores: vec![Core::default(); board.cores.len()],
        board,
        registers,
        model: Model::new(machine, &mut host),
        printed: console::Console::default(),
        last: Last::default(),
        difference: None,
        clock_hz: platform.clock_hz,
    };
    let end = pair.run(run, &console)?;
    if let Some(wave) = &spec.wave {
        let (cores, registers) = (&pair.board.cores, &pair.registers);
        pair.last.write(wave, cores, registers, pair.clock_hz)?;
    }
    let verified = Verified {
        cycles: pair.model.machine.now().0,
        cores: pair.cores.len(),
        signals: SIGNALS,
        registers: pair.registers.all.len(),
        end,
        difference: pair.difference,
    };
    host::finish(&mut host, &console)?;
    Ok(verified)
}

/// Simulator and circuits.
struct Pair<'h> {
    model: Model<'h>,
    board: Board,
    /// The circuits' state of each core that runs.
    cores: Vec<Core>,
    registers: Registers,
    printed: console::Console,
    last: Last,
    difference: Option<Difference>,
    clock_hz: u64,
}

impl Pair<'_> {
    fn run(&mut self, spec: &RunSpec, console: &Console<'_>) -> Result<End> {
        let began = Instant::now();
        let limit = spec.max_cycles.unwrap_or(u64::MAX);
        loop {
            let now = self.model.machine.now().0;
            let is_late = spec.timeout.is_some_and(|it| began.elapsed() >= it);
            match console.stop() {
                Some(Stop::Interrupted | Stop::OutputClosed) => return Ok(End::Interrupted),
                None if now >= limit || is_late => return Ok(End::Limit),
                None => {}
            }
            let until = now.saturating_add(PIECE).min(limit);
            self.board.circuits.go(until, true)?;
            if let Some(end) = self.piece()? {
                return Ok(end);
            }
        }
    }

    /// Compares until the circuits stop. Returns how the comparison has ended, if it has.
    fn piece(&mut self) -> Result<Option<End>> {
        loop {
            match self.board.circuits.event()? {
                Event::Call {
                    core, cycle, pc, ..
                } => self.answer(core, cycle, pc)?,
                Event::Seen {
                    cycle,
                    cores,
                    registers,
                } => {
                    self.registers.note(&registers)?;
                    self.compare(cycle, &cores);
                }
                Event::Printed { core, byte } => self.printed.of_circuits((core, byte)),
                Event::Passed { .. } => {}
                Event::Fault { core, pc, .. } => self.compare_fault(core, pc),
                Event::Stopped { why, .. } => return self.ended(why),
            }
            if self.difference.is_some() {
                return Ok(Some(End::Different));
            }
            if self.model.outcome == Outcome::Deadlock {
                return Ok(Some(End::Stuck));
            }
        }
    }

    /// Gives the circuits' call of the host the answer that the simulator's call got.
    fn answer(&mut self, core: usize, cycle: u64, pc: u32) -> Result<()> {
        self.model.advance_past(cycle, &self.registers);
        if !self.model.machine.core(core).has_host_call(pc) {
            return self.board.circuits.answer(Reply::NotTaken);
        }
        let Some(call) = self.model.take_call(core) else {
            let stopped = matches!(self.model.outcome, Outcome::Fault(_));
            if !stopped {
                self.differ(cycle, core, "host call", ["none", "one"].map(String::from));
            }
            return self.board.circuits.answer(Reply::Stop);
        };
        for (address, bytes) in &call.writes {
            self.board.circuits.write(core, *address, bytes)?;
        }
        self.board.circuits.answer(call.reply)
    }

    /// Compares the signals of the cores and the registers of other parts in a cycle.
    fn compare(&mut self, cycle: u64, seen: &[Seen]) {
        self.model.advance_past(cycle, &self.registers);
        let expected = self.model.seen(&self.board.cores);
        let found: Vec<Core> = self.cores.iter().zip(seen).map(Core::with).collect();
        let registers = [&self.model.registers, &self.registers.circuits];
        self.last.note(cycle, [&expected, &found], registers);
        let faulting = match &self.model.outcome {
            Outcome::Fault(fault) => Some(fault.core),
            _ => None,
        };
        for (place, (expected, found)) in expected.iter().zip(&found).enumerate() {
            let core = self.board.cores[place];
            let difference = expected.difference(found);
            if let Some((signal, values)) = difference.filter(|_| faulting != Some(core)) {
                self.differ(cycle, core, &signal, values);
                return;
            }
        }
        self.cores = found;
        if let Some((register, values)) = self.registers.difference(&self.model.registers) {
            let (component, signal) = (register.component.clone(), register.signal.clone());
            self.differ_in(cycle, component, &signal, values);
        }
        self.compare_console(cycle, false);
    }

    fn compare_console(&mut self, cycle: u64, is_end: bool) {
        self.printed.of_model(self.model.take_printed());
        if let Some(values) = self.printed.difference(is_end) {
            self.differ_in(cycle, "console".to_owned(), "byte", values);
        }
    }

    fn compare_fault(&mut self, core: usize, pc: u32) {
        let expected = match &self.model.outcome {
            Outcome::Fault(fault) => format!("{:#x}", fault.pc),
            _ => "none".to_owned(),
        };
        let found = format!("{pc:#x}");
        if expected != found {
            let cycle = self.model.machine.now().0.saturating_sub(1);
            let signal = "exception without a handler, pc";
            self.differ(cycle, core, signal, [expected, found]);
        }
    }

    fn ended(&mut self, why: Stopped) -> Result<Option<End>> {
        let outcome = self.model.rest();
        let now = self.model.machine.now().0;
        let expected = match outcome {
            Outcome::Reached => Stopped::AtCycle,
            Outcome::Finished => Stopped::AllExited,
            Outcome::Deadlock => Stopped::AtRest,
            Outcome::Aborted { .. } | Outcome::Fault(_) => Stopped::AtOnce,
        };
        let is_aborted = matches!(outcome, Outcome::Aborted { .. });
        if expected != why && !(is_aborted && why == Stopped::AllExited) {
            let values = [format!("{expected:?}"), format!("{why:?}")];
            self.differ(now, self.board.cores[0], "end of the run", values);
            return Ok(Some(End::Different));
        }
        match expected {
            Stopped::AtCycle => return Ok(None),
            Stopped::AllExited => self.compare_at_end()?,
            Stopped::AtRest | Stopped::AtOnce => return Ok(Some(End::Stuck)),
        }
        Ok(Some(match self.difference {
            Some(_) => End::Different,
            None => End::Finished,
        }))
    }

    /// Compares what is left for the console, the data memories and each core's cycle counts per class.
    fn compare_at_end(&mut self) -> Result<()> {
        let now = self.model.machine.now().0;
        self.compare_console(now, true);
        for core in self.board.cores.clone() {
            for (address, bytes) in self.board.circuits.pages(core)? {
                let expected = self.model.machine.peek(core, address, bytes.len());
                let expected = expected.unwrap_or_default();
                let mut both = expected.iter().zip(&bytes);
                if let Some(at) = both.position(|(expected, found)| expected != found) {
                    let values = [expected[at], bytes[at]].map(|byte| format!("{byte:#04x}"));
                    let signal = format!("data memory at {:#x}", address + at as u32);
                    self.differ(now, core, &signal, values);
                    return Ok(());
                }
            }
            let counts = self.board.circuits.counts(core)?;
            let classes = self.model.machine.statistics(core).classes;
            for ((class, name), found) in Class::ALL.iter().zip(counts.classes) {
                let expected = classes.get(*class);
                if expected != found {
                    let signal = format!("cycles of class {name}");
                    self.differ(
                        now,
                        core,
                        &signal,
                        [expected, found].map(|it| it.to_string()),
                    );
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn differ(&mut self, cycle: u64, core: usize, signal: &str, values: [String; 2]) {
        self.differ_in(cycle, format!("core {core}"), signal, values);
    }

    fn differ_in(&mut self, cycle: u64, component: String, signal: &str, values: [String; 2]) {
        let cores = self.board.cores.iter();
        let at = cores.zip(self.model.addresses(&self.board.cores));
        let machine = &self.model.machine;
        self.difference.get_or_insert(Difference {
            cycle,
            component,
            signal: signal.to_owned(),
            values,
            instructions: at
                .map(|(core, pc)| format!("core {core}: {}", instruction(machine, *core, pc)))
                .collect(),
        });
    }
}

/// Address and instruction.
fn instruction(machine: &Machine, core: usize, pc: u32) -> String {
    let mut bytes = [0; 4];
    let is_there = memory_of(machine, core)(pc, &mut bytes);
    let text = match is_there {
        true => weft_isa::disassemble_bits(u32::from_le_bytes(bytes), pc),
        false => "no instruction".to_owned(),
    };
    format!("{pc:#010x} {text}")
}
