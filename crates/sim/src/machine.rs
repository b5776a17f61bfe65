//! A chip: cores, crossbar, bus and devices, and what happens in one clock cycle.
//!
//! Every cycle has two phases, as in synchronous hardware. First the cores whose time has come issue, which may put requests on the
//! lines; then crossbar and bus read all lines and registers and change state. The engines (`engine`) differ only in which cycles
//! they look at; what happens in a cycle is written here, once.

mod mesh;

pub use mesh::RefusedBlock;

use crate::bus::{AddressMap, Bus};
use crate::core::classes::ClassCycles;
use crate::core::profile::PcProfile;
use crate::core::program::Program;
use crate::core::trace::{Passage, TracePoints};
use crate::core::{Core, FaultCause, State, Surroundings, Waiting};
use crate::device::Device;
use crate::elf::Image;
use crate::memory_view::{peek, CoreMemory};
use crate::mesh::tile::MessageBuffers;
use crate::mesh::tiles::MeshOfTiles;
use crate::network::crossbar::{bits, Crossbar, Nodes, Notice};
use crate::network::transmitter::{self, Order};
use crate::platform::{Platform, Threads};
use crate::semihosting::{Host, Memory};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use weft_isa::message::{barrier, lock, single, token};

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All cores have halted and nothing is pending.
    Finished,
    /// The cycle that was asked for.
    Reached,
    /// Cores wait, and nothing can happen any more.
    Deadlock,
    /// A program has ended the whole run.
    Aborted { core: usize, status: i32 },
    /// A core did what it may not do, and its program has no handler.
    Fault(Fault),
}

/// An exception without a handler.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub core: usize,
    pub cycle: Cycle,
    pub pc: u32,
    pub cause: FaultCause,
}

/// The counters of a core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreStatistics {
    /// `core0`, `core1`, ...
    pub name: String,
    pub instructions: u64,
    pub classes: ClassCycles,
    /// Messages between cores: blocks of any length, single words and events.
    pub messages_sent: u64,
    /// Payload of block transfers.
    pub bytes_sent: u64,
    /// Messages taken by `mbox.load`, or from the message buffers of the tile.
    pub messages_received: u64,
    pub bytes_received: u64,
    /// Cycles that the engine executed ahead of global time.
    pub run_ahead: u64,
}

/// The state of a whole chip. A clone is a checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Machine {
    pub(crate) now: Cycle,
    pub(crate) cores: Vec<Core>,
    pub(crate) crossbar: Crossbar,
    pub(crate) bus: Bus,
    pub(crate) mesh: Option<MeshOfTiles>,
    clock_hz: u64,
    /// Names of the devices, in the order of the platform.
    pub(crate) device_names: Vec<String>,
    /// Whether the library's locks are test-and-set registers.
    locks_are_registers: bool,
    #[serde(skip)]
    notices: Vec<Notice>,
    /// What has ended the run for good; nothing worth keeping comes after it.
    #[serde(skip)]
    ended: Option<Outcome>,
}

impl Machine {
    /// A chip in which core i begins `programs[i]` in cycle 0, or, as a tile of a mesh, when the host has started it; cores without a program are halted. The images must have been
    /// checked against the platform.
    pub fn new(platform: &Platform, programs: &[Option<Arc<Image>>]) -> Self {
        let map = Arc::new(AddressMap::new(platform));
        let mut memories: HashMap<&str, Arc<Program>> = HashMap::new();
        let empty = Arc::new(Program::new(&platform.cores));
        let mut core = |id: usize| {
            let image = programs.get(id).and_then(Option::as_ref);
            let program = image.map_or(&empty, |image| {
                memories
                    .entry(&image.sha256)
                    .or_insert_with(|| Arc::new(program_memory(platform, image)))
            });
            let mut core = Core::new(id, platform, Arc::clone(program), Arc::clone(&map));
            if let Some(image) = image {
                core.load(image);
                if platform.is_held(id) {
                    core.hold();
                }
            }
            core
        };
        let mesh = platform.mesh.as_ref();
        let mut machine = Machine {
            now: Cycle(0),
            cores: (0..platform.cores.count).map(&mut core).collect(),
            crossbar: Crossbar::new(platform),
            bus: Bus::new(platform),
            mesh: mesh.map(|mesh| MeshOfTiles::new(mesh, platform)),
            clock_hz: platform.clock_hz,
            device_names: platform
                .devices
                .iter()
                .map(|device| device.name.clone())
                .collect(),
            locks_are_registers: platform.library.threads != Threads::Message,
            notices: Vec::new(),
            ended: None,
        };
        machine.place_ranks(platform);
        machine
    }

    /// The number of cycles that have passed.
    pub fn now(&self) -> Cycle {
        self.now
    }

    /// The number of cores.
    pub fn core_count(&self) -> usize {
        self.cores.len()
    }

    /// A core, to look at.
    pub fn core(&self, core: usize) -> &Core {
        &self.cores[core]
    }

    /// The earliest cycle in which crossbar, bus or mesh does something without a core's doing.
    pub(crate) fn next_fabric_event(&self) -> Cycle {
        let fabrics = self.crossbar.next_event(self.now, &self.cores);
        let mesh = self.mesh.as_ref();
        let mesh = mesh.map_or(Cycle::NEVER, |mesh| mesh.next_event(self.now));
        fabrics.min(self.bus.next_event(self.now)).min(mesh)
    }

    /// With nothing to do for the cores themselves: whether nothing can happen any more that a core notices. Devices that go on by
    /// themselves do not count where no core waits for an interrupt of theirs.
    pub(crate) fn is_at_rest(&self) -> bool {
        let heeded = || self.cores.iter().any(Core::heeds_devices);
        self.crossbar.next_event(self.now, &self.cores) == Cycle::NEVER
            && self.bus.next_transfer(self.now) == Cycle::NEVER
            && self.mesh.as_ref().is_none_or(MeshOfTiles::is_at_rest)
            && (self.bus.next_device_event() == Cycle::NEVER || !heeded())
    }

    /// What a machine at rest is.
    pub(crate) fn resting_outcome(&self) -> Outcome {
        if self.cores.iter().all(Core::is_halted) {
            Outcome::Finished
        } else {
            Outcome::Deadlock
        }
    }

    /// The fault or abort that has ended the run, if one has: nothing happens after its cycle.
    #[inline]
    pub(crate) fn ended(&self) -> Option<&Outcome> {
        self.ended.as_ref()
    }

    /// One cycle: `self.now` becomes the one after it. `due`: the cores whose `time` has come, one bit each. Returns the cores
    /// that may have changed.
    pub(crate) fn cycle(&mut self, due: u64, nodes: Nodes, host: &mut dyn Host) -> u64 {
        for core in bits(due) {
            self.issue(core, host);
        }
        let touched = self.advance_fabrics(nodes, host);
        self.now += 1;
        due | touched
    }

    /// First phase for one core whose time has come.
    fn issue(&mut self, core: usize, host: &mut dyn Host) {
        let Machine {
            now,
            cores,
            crossbar,
            bus,
            mesh,
            clock_hz,
            ..
        } = self;
        let this = &mut cores[core];
        this.settle();
        let mut result = Ok(());
        let mut ending = None;
        if !matches!(this.state, State::Running { .. }) {
            result = this.attend();
        }
        // A wait may end with the next instruction issuing in this same cycle.
        if this.state == (State::Running { shared: false }) {
            this.run_local(*now + 1);
        }
        if this.state == (State::Running { shared: true }) && this.time == *now && result.is_ok() {
            let mut around = Surroundings {
                crossbar,
                bus,
                mesh: mesh.as_mut(),
                host,
                clock_hz: *clock_hz,
                abort: None,
            };
            result = this.issue_shared(&mut around);
            ending = around.abort.map(|status| Outcome::Aborted { core, status });
            if this.is_halted() {
                bus.leave(core, *now);
            }
        }
        if let Err(cause) = result {
            ending = Some(Outcome::Fault(Fault {
                core,
                cycle: *now,
                pc: this.pc(),
                cause,
            }));
        }
        if self.ended.is_none() {
            self.ended = ending;
        }
    }

    /// Second phase: crossbar, bus and mesh.
    fn advance_fabrics(&mut self, nodes: Nodes, host: &mut dyn Host) -> u64 {
        let now = self.now;
        let mut touched = self.bus.tick(now, &mut self.cores, host);
        if let Some(mesh) = &mut self.mesh {
            touched |= mesh.tick(now, nodes, &mut self.cores);
        }
        if nodes == Nodes::Busy && self.crossbar.is_quiet() {
            return touched;
        }
        let mut notices = std::mem::take(&mut self.notices);
        self.crossbar
            .tick(now, nodes, &mut self.cores, &mut notices);
        for notice in notices.drain(..) {
            touched |= self.notify(notice, now);
        }
        self.notices = notices;
        touched
    }

    /// Tells a core what the crossbar did; returns its bit.
    fn notify(&mut self, notice: Notice, now: Cycle) -> u64 {
        match notice {
            Notice::Sent(core, done) => {
                let to_sync = self.crossbar.transmitters[core].addresses_sync();
                self.cores[core].sent(done, to_sync);
                1 << core
            }
            Notice::Delivered(core) => {
                self.cores[core].delivered(now + 1);
                1 << core
            }
        }
    }

    /// The counters of a core, up to now.
    pub fn statistics(&self, core: usize) -> CoreStatistics {
        let (this, transmitter) = (&self.cores[core], &self.crossbar.transmitters[core]);
        let unit = self
            .mesh
            .as_ref()
            .map(|mesh| mesh.unit(core).statistics(self.now));
        let unit = unit.unwrap_or_default();
        CoreStatistics {
            name: format!("core{core}"),
            instructions: this.instructions(),
            classes: this.classes(self.now),
            messages_sent: transmitter.messages_sent + unit.sent.blocks,
            bytes_sent: transmitter.bytes_sent + unit.sent.bytes,
            messages_received: this.inbox.messages_received + unit.received.blocks,
            bytes_received: this.inbox.bytes_received + unit.received.bytes,
            run_ahead: this.run_ahead(),
        }
    }

    /// Executed instructions of a core with their cycles, in address order.
    pub fn profile(&self, core: usize) -> Vec<PcProfile> {
        self.cores[core].profile()
    }

    /// Notes from now on what a core does at these points of its program.
    pub fn trace(&mut self, core: usize, points: Arc<TracePoints>) {
        self.cores[core].trace(points);
    }

    /// What a core has passed since the last call, in the order of time: all before the present cycle.
    pub fn take_passages(&mut self, core: usize) -> impl Iterator<Item = Passage> + '_ {
        self.cores[core].take_passages()
    }

    /// The exit status of a core's program, once it has exited.
    pub fn exit_status(&self, core: usize) -> Option<i32> {
        self.cores[core].exit_status()
    }

    /// The address of the instruction that a core will issue next, or that it waits in.
    pub fn pc(&self, core: usize) -> u32 {
        self.cores[core].pc()
    }

    /// x0..x31 of a core.
    pub fn registers(&self, core: usize) -> [u32; 32] {
        self.cores[core].registers.all()
    }

    /// Sets a register (1..31) of a core, as a debugger does.
    pub fn set_register(&mut self, core: usize, register: u8, value: u32) {
        if (1..32).contains(&register) {
            self.cores[core].registers.set(register, value);
        }
    }

    /// Sends a core's control to an address, as a debugger does; false, with nothing changed, if the core is in the middle of an
    /// instruction or has halted.
    pub fn set_pc(&mut self, core: usize, pc: u32) -> bool {
        self.cores[core].redirect_by_debugger(pc)
    }

    /// Whether a core will issue an instruction in the cycle that comes next.
    pub fn issues_next(&self, core: usize) -> bool {
        let this = &self.cores[core];
        this.time == self.now && matches!(this.state, State::Running { .. })
    }

    /// Lets a core that issues in the cycle that comes next issue the first of several instructions of it, as a debugger does that goes
    /// from one to the next; false, with nothing changed, if the cycle has only one left.
    pub fn issue_within_bundle(&mut self, core: usize) -> bool {
        self.issues_next(core) && self.cores[core].issue_within_bundle()
    }

    /// What a blocked core waits for; None if it runs or has halted.
    pub fn waiting(&self, core: usize) -> Option<Waiting> {
        let this = &self.cores[core];
        match this.state {
            State::Running { .. } | State::Halted => None,
            State::Bus | State::PostedStore => Some(Waiting::Bus),
            State::Buffers => {
                let unit = self.mesh.as_ref().map(|mesh| mesh.unit(core));
                Some(Waiting::Buffers(unit.and_then(MessageBuffers::waiting)))
            }
            State::Held => Some(Waiting::Start),
            State::Head | State::Load(_) => Some(Waiting::Mailbox),
            State::Word => Some(Waiting::Word),
            State::Asleep => Some(Waiting::Interrupt {
                enabled: this.control.interrupt_enable,
            }),
            State::Transmitting => Some(self.refusal(&self.crossbar.transmitters[core])),
        }
    }

    fn refusal(&self, transmitter: &transmitter::Transmitter) -> Waiting {
        let node = transmitter.destination();
        let (payload, token) = match transmitter.order() {
            Order::Block { .. } => return Waiting::Refused { node, block: true },
            Order::Word { payload, token } | Order::Query { payload, token } => (payload, token),
        };
        let payload = single::PAYLOAD.get(payload);
        match (transmitter.addresses_sync(), token) {
            (false, _) => Waiting::Refused { node, block: false },
            (true, token::LOCK_ACQUIRE) => Waiting::Lock {
                number: lock::NUMBER.get(payload),
            },
            (true, token::BARRIER) => Waiting::Barrier {
                number: barrier::NUMBER.get(payload),
                cores: barrier::CORES.get(payload),
            },
            (true, token) => Waiting::SyncRefused { token, payload },
        }
    }

    /// Reads memory as a core's program addresses it; no time passes. Fails with the first address that is not memory.
    pub fn read_memory(&mut self, core: usize, address: u32, into: &mut [u8]) -> Result<(), u32> {
        let (core, address) = self.owner_of(core, address, into.len());
        self.memory(core).read(address, into)
    }

    /// Writes memory as a core's program addresses it; no time passes. Fails, with nothing written, with the first address that is not memory.
    pub fn write_memory(&mut self, core: usize, address: u32, from: &[u8]) -> Result<(), u32> {
        let (core, address) = self.owner_of(core, address, from.len());
        self.memory(core).write(address, from)
    }

    /// Bytes in a memory that a core's program can address; None if they are not all in one memory.
    pub fn peek(&self, core: usize, address: u32, length: usize) -> Option<&[u8]> {
        let (core, address) = self.owner_of(core, address, length);
        let this = &self.cores[core];
        peek(&this.data, &this.program, &self.bus, address, length)
    }

    /// Core and address at which that core itself has what `core` addresses: another's data memory is reached over the bus.
    fn owner_of(&self, core: usize, address: u32, length: usize) -> (usize, u32) {
        let bytes = u32::try_from(length).unwrap_or(u32::MAX);
        match self.bus.map().data_memory(address, bytes) {
            Some((owner, offset)) => (owner, self.cores[owner].data.base() + offset),
            None => (core, address),
        }
    }

    fn memory(&mut self, core: usize) -> CoreMemory<'_> {
        let this = &mut self.cores[core];
        CoreMemory::new(&mut this.data, &mut this.program, &mut self.bus)
    }

    /// Source core and length in bytes of each message that lies in a core's mailbox buffer, or in the input buffer of its tile.
    pub fn mailbox_left(&self, core: usize) -> Vec<(u32, u32)> {
        let mut left = self.cores[core].inbox.messages();
        left.extend(self.blocks_left(core));
        left
    }

    /// Source core and payload of each single-word message that a core has not taken.
    pub fn words_left(&self, core: usize) -> Vec<(u32, u32)> {
        self.cores[core].inbox.words()
    }

    /// The core that holds a lock: of the synchronization controller, or, where the library's threads use them, of the first
    /// test-and-set registers.
    pub fn lock_owner(&self, number: u32) -> Option<usize> {
        if !self.locks_are_registers {
            return self.crossbar.sync.lock_owner(number as usize);
        }
        let registers = self.bus.devices().iter().find_map(|device| match device {
            Device::TestAndSet(registers) => Some(registers),
            _ => None,
        });
        registers?.owner(number as usize)
    }

    /// The cores that sleep at a barrier.
    pub fn barrier_arrived(&self, number: u32) -> Vec<usize> {
        let (waiting, _) = self
            .crossbar
            .sync
            .barrier_state(number as usize)
            .unwrap_or((0, 0));
        (0..self.cores.len())
            .filter(|core| waiting & 1 << core != 0)
            .collect()
    }
}

/// The program memory of a platform with an image's code in it.
fn program_memory(platform: &Platform, image: &Image) -> Program {
    let range = platform.cores.program_memory;
    let mut program = Program::new(&platform.cores);
    for segment in image
        .segments
        .iter()
        .filter(|s| range.contains(s.address, s.bytes.len() as u32))
    {
        program.write((segment.address - range.base) as usize, &segment.bytes);
    }
    program
}
