//! Detects endless loops of cores that poll in a loop of the program's own, with MPI_Test or MPI_Iprobe. Such a loop can end by itself: it
//! may count, or read a clock. But a core whose registers and memory have the same values as an iteration before repeats that iteration
//! for ever, provided that it has read no clock in between and nothing that it can access changes.

use std::collections::HashSet;

use weft_report::workload::Workload;
use weft_sim::part::core::data_memory::DataMemory;
use weft_sim::part::core::float::FloatUnit;
use weft_sim::semihosting::{Call, Host, Memory, Reply, SemihostingError};
use weft_sim::{Cycle, Engine, Machine, Outcome};

/// Is each of these cores in an endless loop that calls the library, with an iteration of at most `turn` cycles? Simulates a copy of the
/// machine.
pub fn is_endless(machine: &Machine, workload: &Workload, cores: &[usize], turn: u64) -> bool {
    let mut tried = machine.clone();
    let mut host = Outside::default();
    let mut turns: Vec<Turn> = cores.iter().map(|&core| Turn::new(core)).collect();
    let end = machine.now() + turn;
    while tried.now() < end {
        if !turns
            .iter_mut()
            .all(|turn| turn.follow(&mut tried, workload))
        {
            return false;
        }
        if turns.iter().all(|turn| turn.is_closed) {
            return machine.changes().is_some() && tried.changes() == machine.changes();
        }
        let next = Cycle(tried.now().0 + 1);
        let outcome = tried.run(Engine::Step, next, &mut host);
        if !matches!(outcome, Outcome::Reached) || host.is_asked {
            return false;
        }
    }
    false
}

/// One iteration of the loop that a core is in.
struct Turn {
    core: usize,
    /// The core's state at the first instruction that it issued in the trial.
    begin: Option<State>,
    calls_library: bool,
    /// The addresses that have been classified as the library's or not; the classification is slow.
    known: HashSet<u32>,
    is_closed: bool,
}

/// All state of a core that decides what it does next.
struct State {
    pc: u32,
    registers: [u32; 32],
    float: Option<FloatUnit>,
    memory: DataMemory,
}

impl Turn {
    fn new(core: usize) -> Turn {
        Turn {
            core,
            begin: None,
            calls_library: false,
            known: HashSet::new(),
            is_closed: false,
        }
    }

    /// Follows the instructions that the core issues in the next cycle. Returns false if one reads a clock: equal states then prove nothing.
    fn follow(&mut self, machine: &mut Machine, workload: &Workload) -> bool {
        while !self.is_closed && machine.issues_next(self.core) {
            if machine.reads_clock(self.core) {
                return false;
            }
            self.look(machine, workload);
            if !machine.issue_within_bundle(self.core) {
                break;
            }
        }
        true
    }

    fn look(&mut self, machine: &Machine, workload: &Workload) {
        let (core, program) = (machine.core(self.core), workload.program(self.core));
        let pc = core.pc();
        let Some(begin) = &self.begin else {
            self.begin = Some(State::of(machine, self.core));
            return;
        };
        let is_back = begin.pc == pc && begin.registers == core.registers();
        self.is_closed = self.calls_library && is_back && begin.is_of(machine, self.core);
        if !self.calls_library && self.known.insert(pc) {
            self.calls_library =
                program.is_some_and(|program| !program.symbols.locate(pc).innermost().is_users());
        }
    }
}

impl State {
    fn of(machine: &Machine, core: usize) -> State {
        let core = machine.core(core);
        State {
            pc: core.pc(),
            registers: core.registers(),
            float: core.float_unit.as_deref().cloned(),
            memory: core.memories().0.clone(),
        }
    }

    fn is_of(&self, machine: &Machine, core: usize) -> bool {
        let core = machine.core(core);
        self.pc == core.pc()
            && self.registers == core.registers()
            && self.float.as_ref() == core.float_unit.as_deref()
            && self.memory == *core.memories().0
    }
}

/// The host of the copy: serves nothing and only records that it was called.
#[derive(Default)]
struct Outside {
    is_asked: bool,
}

impl Host for Outside {
    fn semihosting(&mut self, _: Call, _: &mut dyn Memory) -> Result<Reply, SemihostingError> {
        self.is_asked = true;
        Ok(Reply::Value(0))
    }

    fn console(&mut self, _: usize, _: u8) {
        self.is_asked = true;
    }
}
