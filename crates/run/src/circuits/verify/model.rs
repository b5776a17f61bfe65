//! The simulator's side of the comparison: advanced a cycle at a time; records the cores' actions and the host's answers.

use weft_hardware::engine::Reply as CircuitReply;
use weft_isa::Op;
use weft_sim::semihosting::{Call, Host, Memory, Reply, SemihostingError};
use weft_sim::{Engine, Machine, Outcome};

use super::console::Printed;
use super::registers::Registers;
use super::signals::Core;

/// The simulator with its programs' host.
pub struct Model<'h> {
    pub machine: Machine,
    /// The outcome of the last cycle.
    pub outcome: Outcome,
    host: Noting<'h>,
    /// The cores before the last cycle, and which of them have issued in it.
    before: Vec<Core>,
    /// The registers of other parts before the last cycle.
    pub registers: Vec<u64>,
}

/// A call that the host has answered.
pub struct Answered {
    core: usize,
    pub reply: CircuitReply,
    /// What the host wrote to the core's memory.
    pub writes: Vec<(u32, Vec<u8>)>,
}

impl<'h> Model<'h> {
    pub fn new(machine: Machine, host: &'h mut dyn Host) -> Self {
        Model {
            machine,
            outcome: Outcome::Reached,
            host: Noting {
                host,
                calls: Vec::new(),
                printed: Vec::new(),
            },
            before: Vec::new(),
            registers: Vec::new(),
        }
    }

    /// Simulates cycle `cycle`, unless that has been done.
    pub fn advance_past(&mut self, cycle: u64, registers: &Registers) {
        if self.machine.now().0 > cycle || self.outcome != Outcome::Reached {
            return;
        }
        let counts = |machine: &Machine| -> Vec<u64> {
            let cores = 0..machine.core_count();
            cores
                .map(|core| machine.core(core).instructions())
                .collect()
        };
        let cores = 0..self.machine.core_count();
        let waits: Vec<Option<u32>> = cores
            .clone()
            .map(|core| self.machine.core(core))
            .map(|core| (!core.is_running()).then(|| core.pc()))
            .collect();
        self.before = cores.map(|core| state(&self.machine, core)).collect();
        self.registers = registers.of(&self.machine);
        let issued = counts(&self.machine);
        self.host.calls.clear();
        let until = self.machine.now() + 1;
        self.outcome = self.machine.run(Engine::Step, until, &mut self.host);
        let changes = issued.into_iter().zip(counts(&self.machine));
        for (core, (before, after)) in self.before.iter_mut().zip(changes) {
            core.issues = before != after;
        }
        self.show_exceptions_of_waits(&waits);
    }

    /// Shows the instruction itself that has waited in these cores, if it has raised an exception: its message has come, and does not fit.
    fn show_exceptions_of_waits(&mut self, waits: &[Option<u32>]) {
        for (number, (core, wait)) in self.before.iter_mut().zip(waits).enumerate() {
            if let Some(pc) = wait.filter(|pc| self.machine.core(number).has_raised(*pc)) {
                core.pc = pc;
            }
        }
    }

    /// Returns the outcome. If all cores have halted, first completes their pending accesses and messages; `Reached` if cores still run.
    pub fn rest(&mut self) -> Outcome {
        let cores = 0..self.machine.core_count();
        let all_halted = cores
            .into_iter()
            .all(|core| self.machine.core(core).is_halted());
        while all_halted && self.outcome == Outcome::Reached {
            let until = self.machine.now() + 1;
            self.outcome = self.machine.run(Engine::Step, until, &mut self.host);
        }
        self.outcome.clone()
    }

    /// Returns the state of these cores in the last cycle.
    pub fn seen(&self, cores: &[usize]) -> Vec<Core> {
        cores.iter().map(|core| self.before[*core]).collect()
    }

    /// The addresses of their instructions.
    pub fn addresses(&self, cores: &[usize]) -> Vec<u32> {
        let before = |core: &usize| self.before.get(*core).map_or(0, |before| before.pc);
        cores.iter().map(before).collect()
    }

    /// Takes the host call of a core in the last cycle, if it made one.
    pub fn take_call(&mut self, core: usize) -> Option<Answered> {
        let mut calls = self.host.calls.iter();
        let place = calls.position(|call| call.core == core)?;
        Some(self.host.calls.swap_remove(place))
    }

    /// Takes the bytes that cores have written to the console since the last time.
    pub fn take_printed(&mut self) -> impl Iterator<Item = Printed> + '_ {
        self.host.printed.drain(..)
    }
}

fn state(machine: &Machine, number: usize) -> Core {
    let core = machine.core(number);
    let mut state = Core {
        issues: false,
        pc: core.pc(),
        registers: core.registers(),
        written: (0, 0),
    };
    // A core that is not running waits in an instruction that moves a message. In the circuits this instruction completes in the cycle in
    // which the next one issues, mbox.match with the result 0 and mbox.load without a result: show the core after it.
    if !core.is_running() {
        let bits = machine.peek(number, state.pc, 4);
        let bits = bits.and_then(|bytes| bytes.try_into().ok());
        let moving = bits.and_then(|bits| weft_isa::decode(u32::from_le_bytes(bits)));
        let rd = moving.filter(|it| it.op == Op::MboxMatch).map(|it| it.rd);
        state.registers[usize::from(rd.unwrap_or(0))] = 0;
        state.pc += 4;
    }
    state
}

/// A host that records the calls of a cycle, and the bytes that are printed.
struct Noting<'h> {
    host: &'h mut dyn Host,
    calls: Vec<Answered>,
    printed: Vec<Printed>,
}

impl Host for Noting<'_> {
    fn semihosting(
        &mut self,
        call: Call,
        memory: &mut dyn Memory,
    ) -> Result<Reply, SemihostingError> {
        let mut noted = Noted {
            memory,
            writes: Vec::new(),
        };
        let reply = self.host.semihosting(call, &mut noted)?;
        let writes = noted.writes;
        self.calls.push(Answered {
            core: call.core,
            reply: match reply {
                Reply::Value(value) => CircuitReply::Value(value),
                Reply::Exit(_) => CircuitReply::Halt,
                Reply::Abort(_) => CircuitReply::HaltAll,
            },
            writes,
        });
        Ok(reply)
    }

    fn console(&mut self, core: usize, byte: u8) {
        self.printed.push((core, byte));
        self.host.console(core, byte);
    }
}

/// A memory that records writes.
struct Noted<'a> {
    memory: &'a mut dyn Memory,
    writes: Vec<(u32, Vec<u8>)>,
}

impl Memory for Noted<'_> {
    fn read(&self, address: u32, into: &mut [u8]) -> Result<(), u32> {
        self.memory.read(address, into)
    }

    fn write(&mut self, address: u32, from: &[u8]) -> Result<(), u32> {
        self.memory.write(address, from)?;
        self.writes.push((address, from.to_vec()));
        Ok(())
    }
}
