//! A chip: cores, crossbar, bus and devices, and what happens in one clock cycle.
//!
//! Every cycle has two phases, as in synchronous hardware. First the cores whose time has come issue, which may put requests on the
//! lines; then crossbar and bus read all lines and registers and change state. The engines (`engine`) differ only in which cycles
//! they look at; what happens in a cycle is written here, once.

pub mod device;
mod hibi;
pub mod interrupts;
mod loads;
pub mod memory_view;
mod mesh;
mod signals;
mod views;

pub use loads::{Way, WayLoad};
pub use mesh::RefusedBlock;

use crate::elf::Image;
use crate::part::bus::{AddressMap, Bus};
use crate::part::core::classes::ClassCycles;
use crate::part::core::program::Program;
use crate::part::core::{Core, FaultCause, State, Surroundings};
use crate::part::crossbar::{Crossbar, Notice};
use crate::part::hibi::Hibi;
use crate::part::mesh::MeshOfTiles;
use crate::platform::{Group, Platform, Threads};
use crate::port::schedule::Nodes;
use crate::port::set::bits;
use crate::semihosting::Host;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

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
    /// Ticks in a cycle of its clock.
    pub period: u64,
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
    pub(crate) hibi: Option<Hibi>,
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
        // Cores of one group with the same image share it until one writes its own.
        let mut memories: HashMap<(Option<&str>, usize), Arc<Program>> = HashMap::new();
        let mut core = |id: usize| {
            let image = programs.get(id).and_then(Option::as_ref);
            let group = platform.cores.group_number(id);
            let program = memories
                .entry((image.map(|image| image.sha256.as_str()), group))
                .or_insert_with(|| {
                    let group = &platform.cores.groups[group];
                    Arc::new(program_memory(platform, group, image.map(Arc::as_ref)))
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
            hibi: platform.hibi.as_ref().map(|hibi| Hibi::new(hibi, platform)),
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

    /// The earliest cycle in which crossbar, bus, mesh or HIBI does something without a core's doing.
    pub(crate) fn next_fabric_event(&self) -> Cycle {
        let fabrics = self.crossbar.next_event(self.now, &self.cores);
        let mesh = self.mesh.as_ref();
        let mesh = mesh.map_or(Cycle::NEVER, |mesh| mesh.next_event(self.now));
        let hibi = self.hibi.as_ref();
        let hibi = hibi.map_or(Cycle::NEVER, |hibi| hibi.next_event(self.now));
        fabrics
            .min(self.bus.next_event(self.now))
            .min(mesh)
            .min(hibi)
    }

    /// With nothing to do for the cores themselves: whether nothing can happen any more that a core notices. Devices that go on by
    /// themselves do not count where no core waits for an interrupt of theirs.
    pub(crate) fn is_at_rest(&self) -> bool {
        let heeded = || self.cores.iter().any(Core::heeds_devices);
        self.crossbar.next_event(self.now, &self.cores) == Cycle::NEVER
            && self.bus.next_transfer(self.now) == Cycle::NEVER
            && self.mesh.as_ref().is_none_or(MeshOfTiles::is_at_rest)
            && self
                .hibi
                .as_ref()
                .is_none_or(|hibi| hibi.is_at_rest(self.now))
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
            hibi,
            clock_hz,
            ..
        } = self;
        let this = &mut cores[core];
        this.settle();
        let mut result = Ok(());
        let mut ending = None;
        if !matches!(this.state, State::Running { .. }) {
            let takes = this.state == State::Taking;
            result = this.attend();
            // Only an interrupt ends that wait here.
            match hibi {
                Some(hibi) if takes && this.state != State::Taking => hibi.withdraw(core),
                _ => {}
            }
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
                hibi: hibi.as_mut(),
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

    /// Second phase: crossbar, bus, mesh and HIBI.
    fn advance_fabrics(&mut self, nodes: Nodes, host: &mut dyn Host) -> u64 {
        let now = self.now;
        let mut touched = self.bus.tick(now, &mut self.cores, host);
        if let Some(mesh) = &mut self.mesh {
            touched |= mesh.tick(now, nodes, &mut self.cores);
        }
        if let Some(hibi) = &mut self.hibi {
            touched |= hibi.tick(now, nodes, &mut self.cores);
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
}

/// The program memory of a group's cores, with an image's code in it if there is one.
fn program_memory(platform: &Platform, group: &Group, image: Option<&Image>) -> Program {
    let range = platform.cores.program_memory;
    let mut program = Program::new(&platform.cores, group);
    let segments = image.into_iter().flat_map(|image| &image.segments);
    for segment in segments.filter(|s| range.contains(s.address, s.bytes.len() as u32)) {
        program.write((segment.address - range.base) as usize, &segment.bytes);
    }
    program
}
