//! A processing element: a 32-bit RISC core with a four-stage main pipeline, a three-stage sub-pipeline for the bus and messages,
//! private program and data memory, and a message unit.
//!
//! Source: H. Xiao et al. 2012, section 4.2; the timing is that of docs/contract/timing.md, section 1. A core's state is always that at the
//! moment before an issue (or, while it waits, in the middle of an instruction): pipeline stages are not kept, their effect on time
//! is. What concerns the core alone is in `run` and `local`; what others can see or cause is in `shared` and `waiting`.

mod bundle;
pub mod classes;
pub mod control;
pub mod data_memory;
pub mod float;
mod local;
mod message;
mod outside;
pub mod profile;
pub mod program;
pub mod registers;
mod run;
mod shared;
mod speculation;
pub mod trace;
mod traps;
mod waiting;

use crate::elf::Image;
use crate::part::message_unit::inbox::Inbox;
use crate::platform::{Platform, Range, Timing};
use crate::port::address_map::AddressMap;
use crate::units::Cycle;
use classes::{Class, ClassCycles};
use control::Control;
use data_memory::DataMemory;
use float::FloatUnit;
use profile::{PcProfile, Profile};
use program::Program;
use registers::Registers;
use serde::{Deserialize, Serialize};
use speculation::Speculation;
use std::sync::Arc;
use trace::Trace;
use weft_isa::message::cause;

pub use shared::{HostCall, Reach};
pub use traps::FaultCause;
pub use waiting::Waiting;

/// What a core is doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// The next instruction issues in cycle `time`. `shared`: it is known to concern other components, so it
    /// must issue in the order of global time.
    Running { shared: bool },
    /// The bus works on a load, `lr.w`, `sc.w` or atomic operation.
    Bus,
    /// An instruction waits for the posted store before it issues.
    PostedStore,
    /// The transmitter works on a message instruction.
    Transmitting,
    /// `mheadw` waits for a message.
    Head,
    /// `msg.receive` waits for the word queue.
    Word,
    /// `mbox.load` or `mbox.match` moves a message or waits for its next block.
    Load(MailboxLoad),
    /// The registers that belong to the core alone have not answered an access.
    Registers,
    /// The same, but the core may give up the access when an interrupt comes.
    Taking,
    /// `wfi`.
    Asleep,
    /// Loaded, but not started yet.
    Held,
    /// Exited, or never started.
    Halted,
}

/// An `mbox.load` or `mbox.match` under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MailboxLoad {
    /// `mbox.match`: the request word of the message to move; any other stays.
    pub wanted: Option<u32>,
    /// Where the next word goes.
    pub address: u32,
    /// Bytes of the message that have not been moved; unknown, and the instruction interruptible, until the first block begins to move.
    pub remaining: Option<u32>,
    /// The cycle in which the last word of the block being moved moves.
    pub block_ends: Option<Cycle>,
}

/// The one store that the sub-pipeline carries out while the main pipeline goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PostedStore {
    /// The sub-pipeline is free from this cycle on.
    FreeFrom(Cycle),
    /// The bus has not served it yet.
    Pending,
}

/// A core with everything that is private to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Core {
    /// Number of the core, which is its node number on the crossbar.
    pub id: usize,
    /// Ticks from one edge of its clock to the next; whatever it does, it does at an edge.
    period: u64,
    /// Cycle of the next issue, or, while waiting, the next cycle in which something can change.
    pub time: Cycle,
    pub state: State,
    pub registers: Registers,
    pub float_unit: Option<Box<FloatUnit>>,
    pub control: Control,
    pub inbox: Inbox,
    /// The interrupt inputs that devices drive, as bits of `mip`: those of each driver, and all together.
    driven: Vec<u32>,
    lines: u32,
    pub data: DataMemory,
    pub program: Arc<Program>,
    /// Slot of the next (or waiting) instruction.
    index: usize,
    /// Set when control has gone to an address outside the program memory.
    outside: Option<u32>,
    /// The cycle in which instructions have issued whose bundle was not finished.
    bundle_since: Option<Cycle>,
    /// Operand of the last `mbox.enable`.
    descriptor: u32,
    /// The word reserved by the last `lr.w`, in whichever memory.
    reservation: Option<u32>,
    store: PostedStore,
    /// First cycle of the present wait, and the class its cycles belong to.
    wait_since: Cycle,
    wait_class: Class,
    /// What has passed, by class.
    ticks: ClassCycles,
    instructions: u64,
    run_ahead: u64,
    profile: Profile,
    #[serde(skip)]
    trace: Option<Box<Trace>>,
    /// In ticks.
    timing: Timing,
    timer: Range,
    bus_map: Arc<AddressMap>,
    /// Whether other masters reach the data memory.
    is_reachable: bool,
    /// The next cycle at whose end a DMA engine next to the core may touch the data memory while the core runs: of each, and the first.
    touches: Vec<Cycle>,
    pub next_touch: Cycle,
    /// The registers that it has for itself: of its message buffers, or of its DMA controller.
    windows: Vec<Range>,
    /// Which of them it waits for.
    window: usize,
    /// Without a message unit, its instructions and registers are illegal.
    has_message_unit: bool,
    /// Nodes of the crossbar.
    nodes: usize,
    /// Whether there are `mbox.send` and `mbox.match`.
    matching: bool,
    exit_status: Option<i32>,
    /// Notes to go back, while the core has run ahead of interrupts that may come.
    speculation: Option<Box<Speculation>>,
    /// How far it may run ahead of them, in cycles.
    reach: u64,
}

/// What is around every core of a chip.
pub struct Surroundings {
    /// What answers at the addresses outside the core.
    pub map: Arc<AddressMap>,
    /// The registers that each core has for itself.
    pub windows: Vec<Range>,
    /// Whether other masters reach the data memory.
    pub is_reachable: bool,
}

impl Core {
    /// Core `id` of a platform, halted, with empty memories.
    pub fn new(
        id: usize,
        platform: &Platform,
        program: Arc<Program>,
        surroundings: &Surroundings,
    ) -> Self {
        let slots = program.slots().len();
        let group = platform.cores.group_of(id);
        Core {
            id,
            period: group.period,
            time: Cycle::NEVER,
            state: State::Halted,
            registers: Registers::new(),
            float_unit: platform.cores.float.as_ref().map(|_| Box::default()),
            control: Control::new(id, group.period),
            inbox: Inbox::new(&platform.cores.mailbox),
            driven: vec![0; 1 + surroundings.windows.len()],
            lines: 0,
            data: DataMemory::new(platform.cores.data_memory),
            program,
            index: 0,
            outside: None,
            bundle_since: None,
            descriptor: 0,
            reservation: None,
            store: PostedStore::FreeFrom(Cycle(0)),
            wait_since: Cycle(0),
            wait_class: Class::Halted,
            ticks: ClassCycles::default(),
            instructions: 0,
            run_ahead: 0,
            profile: Profile::new(slots),
            trace: None,
            timing: group.timing.in_ticks(group.period),
            timer: platform.cores.timer,
            bus_map: Arc::clone(&surroundings.map),
            is_reachable: surroundings.is_reachable,
            touches: vec![Cycle::NEVER; surroundings.windows.len()],
            next_touch: Cycle::NEVER,
            windows: surroundings.windows.clone(),
            window: 0,
            has_message_unit: platform.cores.message_unit,
            nodes: platform.sync_node() + 1,
            matching: platform.cores.message_unit && platform.cores.mailbox.matching,
            exit_status: None,
            speculation: None,
            reach: speculation::LONGEST_REACH,
        }
    }

    /// Puts the data of an image into the data memory and lets the core begin at its entry in cycle 0. The program memory
    /// is the one given to [`Core::new`], which holds the image's code.
    pub fn load(&mut self, image: &Image) {
        for segment in &image.segments {
            if let Some(place) = self.data.slice_mut(segment.address, segment.bytes.len()) {
                place.copy_from_slice(&segment.bytes);
            }
        }
        self.jump(image.entry);
        if self.outside.is_none() {
            // Reset finds the first instruction fetched, however it is aligned.
            self.profile.wait(
                self.index,
                -i64::from(self.program.slots()[self.index].entry_penalty),
            );
        }
        self.state = State::Running { shared: false };
        self.time = Cycle(0);
    }

    /// The address of the next instruction, or of the one that waits.
    pub fn pc(&self) -> u32 {
        self.outside
            .unwrap_or_else(|| self.program.address_of(self.index))
    }

    /// Sends control to an address without cost, as a debugger or reset does.
    pub fn jump(&mut self, address: u32) {
        match self.program.index_of(address) {
            Some(index) => {
                (self.index, self.outside) = (index, None);
                self.profile.enter(index);
            }
            None => self.outside = Some(address),
        }
    }

    /// Goes on at another address instead of the next instruction; false if the core is waiting or halted.
    pub fn redirect_by_debugger(&mut self, address: u32) -> bool {
        if !matches!(self.state, State::Running { .. }) {
            return false;
        }
        if self.outside.is_none() {
            self.profile.withdraw(self.index, 0);
        }
        self.jump(address);
        self.state = State::Running { shared: false };
        true
    }

    /// The program's exit status, once it has exited.
    pub fn exit_status(&self) -> Option<i32> {
        self.exit_status
    }

    /// Ticks in a cycle of its clock.
    pub fn period(&self) -> u64 {
        self.period
    }

    /// Instructions issued.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Cycles that `fast` executed ahead of global time.
    pub fn run_ahead(&self) -> u64 {
        self.run_ahead / self.period
    }

    /// Whether the core has nothing more to do.
    pub fn is_halted(&self) -> bool {
        self.state == State::Halted
    }

    /// Whether an interrupt of a device would let the core, which waits, go on.
    pub fn heeds_devices(&self) -> bool {
        let enabled = self.control.interrupt_enable & 1 << cause::EXTERNAL != 0;
        match self.state {
            State::Halted | State::Transmitting => false,
            State::Held => true,
            State::Asleep => enabled,
            _ => enabled && self.control.is_interruptible(),
        }
    }

    /// Its cycles before the tick `now` by class; one that has begun counts whole.
    pub fn classes(&self, now: Cycle) -> ClassCycles {
        let now = self.edge(now);
        let mut classes = self.ticks;
        match self.state {
            State::Running { .. } if self.time > now => {
                self.take_back(&mut classes, self.time - now);
            }
            State::Running { .. } => {}
            _ if self.wait_since > now => self.take_back(&mut classes, self.wait_since - now),
            _ => classes.add(self.wait_class, now - self.wait_since),
        }
        classes.in_cycles(self.period)
    }

    /// Takes cycles that have not passed yet out of the count: the last instruction's bubbles, which come last. Only when a fault has
    /// ended the run can there be more, of instructions that this core was run ahead over.
    fn take_back(&self, classes: &mut ClassCycles, cycles: u64) {
        let mut left = cycles;
        for class in [self.wait_class, Class::Hazard, Class::Issue]
            .into_iter()
            .chain(Class::ALL)
        {
            let taken = left.min(classes.get(class));
            classes.subtract(class, taken);
            left -= taken;
        }
    }

    /// Executed instructions with their cycles, in address order.
    pub fn profile(&self) -> Vec<PcProfile> {
        let next = match (&self.state, self.outside) {
            (State::Running { .. } | State::PostedStore | State::Held, None) => Some(self.index),
            (State::Halted, _) | (_, Some(_)) => None,
            _ => Some(self.index + usize::from(self.program.slots()[self.index].halfwords)),
        };
        self.profile.collect(&self.program, next)
    }

    /// The instruction at the program counter, if it is a legal one.
    pub fn next_instruction(&self) -> Option<weft_isa::Instruction> {
        match self.outside {
            None => self.program.instruction(self.index),
            Some(_) => None,
        }
    }

    /// Whether instructions of the bundle that the next one belongs to have issued in this cycle.
    fn is_within_bundle(&self) -> bool {
        self.bundle_since == Some(self.time)
    }

    /// An instruction has issued in `now` and now waits for another component.
    fn begin_wait(&mut self, now: Cycle, state: State, class: Class) {
        self.instructions += 1;
        self.ticks.add(Class::Issue, self.period);
        self.wait_since = now + self.period;
        self.wait_class = class;
        self.state = state;
        self.time = Cycle::NEVER;
    }

    /// The first edge of the core's clock that is not before the tick `at`.
    #[inline(always)]
    fn edge(&self, at: Cycle) -> Cycle {
        at.edge(self.period)
    }

    /// The wait is over: the core goes on with the same instruction in its first cycle from `at` on.
    fn end_wait(&mut self, at: Cycle) {
        let at = self.edge(at);
        let waited = at - self.wait_since;
        self.ticks.add(self.wait_class, waited);
        self.profile.wait(self.index, waited as i64);
        self.state = State::Running { shared: false };
        self.time = at;
    }

    /// The waiting instruction is done: the next one issues in cycle `at`.
    pub fn complete(&mut self, at: Cycle) {
        self.end_wait(at);
        let slot = &self.program.slots()[self.index];
        // What it waited for came through the sub-pipeline: there is no load-use bubble.
        self.profile
            .wait(self.index, self.period as i64 - i64::from(slot.ticks));
        self.index += usize::from(slot.halfwords);
    }

    /// As [`Core::complete`], with a result for the instruction's destination register.
    pub fn complete_with(&mut self, at: Cycle, value: u32) {
        self.registers
            .set(self.program.slots()[self.index].rd, value);
        self.complete(at);
    }
}
