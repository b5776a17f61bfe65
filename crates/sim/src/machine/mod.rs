//! A chip: its cores, interconnects, devices and networks, and what happens in one clock cycle.
//!
//! A cycle has two phases, as in synchronous hardware:
//!
//! ```text
//!   1. issue          each core whose time has come issues; its requests are driven onto the lines
//!   2. advance_parts  interconnects and devices, then mesh or HIBI, then the crossbar: read lines and registers, change state
//! ```
//!
//! The engines (`engine`) differ only in the cycles that they simulate; what happens in a cycle is written here, once.

mod around;
mod attachments;
mod devices;
mod host;
mod injections;
mod interrupts;
mod made_up;
pub mod memory_view;
mod parts;
mod show;
mod signals;
mod threads;
mod views;

use crate::elf::Image;
use crate::part::core::classes::ClassCycles;
use crate::part::core::program::Program;
use crate::part::core::{Core, FaultCause, Interpreted, State, Surroundings, Translate};
use crate::platform::{Group, Platform, Threads};
use crate::port::{MessageCounts, NodeSet, Nodes, PrivateRegisters};
use crate::semihosting::Host;
use crate::units::Cycle;
use around::Around;
use attachments::Attached;
use devices::{address_map, Devices};
use injections::Injections;
use parts::fabric::Fabric;
use parts::interconnects::Interconnects;
use parts::messages::Messages;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

pub use threads::HostThreads;

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All cores have halted, and no event is pending.
    Finished,
    /// The run has reached the cycle asked for.
    Reached,
    /// Some cores wait, and no event can happen any more.
    Deadlock,
    /// A program has ended the whole run.
    Aborted { core: usize, status: i32 },
    /// A core has raised an exception for which its program has no handler.
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
    /// Ticks in a cycle of the core's clock.
    pub period: u64,
    pub instructions: u64,
    pub classes: ClassCycles,
    /// Sent: blocks, single words and events; the bytes are the payload of the blocks. Received: messages taken by `mbox.load`, or from the tile's
    /// message buffers.
    pub messages: MessageCounts,
    /// Cycles that the engine `fast` executed ahead of global time.
    pub run_ahead: u64,
}

/// The state of a whole chip. A clone is a checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Machine {
    pub(crate) now: Cycle,
    pub(crate) cores: Vec<Core>,
    /// Message units and their crossbar, if the chip has them.
    pub(crate) messages: Option<Box<Messages>>,
    pub(crate) interconnects: Interconnects,
    pub(crate) devices: Devices,
    pub(crate) fabrics: Vec<Fabric>,
    clock_hz: u64,
    /// Are the locks of the library test-and-set registers?
    locks_are_registers: bool,
    injections: Injections,
    /// The threads of the host on which `fast` runs cores.
    #[serde(skip)]
    pub(crate) threads: HostThreads,
    /// Why the run has ended for good, if it has. Not part of a checkpoint: a machine is not saved after its end.
    #[serde(skip)]
    pub(crate) ended: Option<Outcome>,
}

impl Machine {
    /// Returns a chip in which core i begins `programs[i]`: in cycle 0, or, if it is a tile of a mesh, when the host has started it. Cores without a
    /// program are halted. The images must have been checked against the platform.
    pub fn new(platform: &Platform, programs: &[Option<Arc<Image>>]) -> Self {
        let windows = Fabric::windows(platform);
        let surroundings = Surroundings {
            map: Arc::new(address_map(platform)),
            is_reachable: platform.cores.bus_windows.is_some()
                || Fabric::reaches_data_memories(platform),
            windows,
        };
        // Cores of one group with the same image share one copy until a core writes its own.
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
            let mut core = Core::new(id, &platform.cores, Arc::clone(program), &surroundings);
            if let Some(image) = image {
                core.load(image);
                if platform.is_held(id) {
                    core.hold();
                }
            } else if platform.is_held(id) && platform.cores.program_windows.is_some() {
                core.await_program();
            }
            core
        };
        let devices = Devices::new(platform);
        let mut machine = Machine {
            now: Cycle(0),
            cores: (0..platform.cores.count).map(&mut core).collect(),
            messages: Messages::new(platform).map(Box::new),
            interconnects: Interconnects::new(platform, &devices.controllers),
            devices,
            fabrics: Fabric::all(platform),
            clock_hz: platform.clock_hz,
            locks_are_registers: platform.library.threads != Threads::Message,
            injections: Injections::default(),
            threads: HostThreads::default(),
            ended: None,
        };
        machine.place_ranks(platform);
        machine
    }

    /// Returns the number of cycles that have passed.
    pub fn now(&self) -> Cycle {
        self.now
    }

    /// Sets which code `fast` translates to machine code of the host from now on. Affects the host's time only.
    pub fn translate(&mut self, what: Translate) {
        self.cores.iter_mut().for_each(|core| core.translate(what));
    }

    /// Limits the memory for translations of each program, in bytes. Must be called before the program runs. The default is 64 MiB.
    pub fn limit_translations(&self, bytes: usize) {
        let limit = |core: &Core| core.limit_translations(bytes);
        self.cores.iter().for_each(limit);
    }

    /// Returns why the host cannot run translated code, if some core's hot code was not translated for this reason.
    pub fn translation_refused(&self) -> Option<String> {
        self.cores.iter().find_map(Core::translation_refused)
    }

    /// Returns how many instructions of all cores were executed in translated code.
    pub fn translated(&self) -> u64 {
        self.cores.iter().map(Core::translated).sum()
    }

    /// Returns why the other instructions were interpreted.
    pub fn interpreted(&self) -> Interpreted {
        let mut all = Interpreted::default();
        self.cores.iter().for_each(|core| all.add(core));
        all
    }

    /// Returns the number of cores.
    pub fn core_count(&self) -> usize {
        self.cores.len()
    }

    /// Returns a core, for reading.
    pub fn core(&self, core: usize) -> &Core {
        &self.cores[core]
    }

    /// Returns the earliest cycle in which the crossbar or an interconnect does something, if no core issues anything.
    #[inline(always)]
    pub(crate) fn next_exchange(&self) -> Cycle {
        let messages = self.messages.as_ref();
        let messages = messages.map_or(Cycle::NEVER, |it| it.next_event(self.now));
        messages.min(self.interconnects.next_event(self.now))
    }

    /// As [`Machine::next_exchange`], for the devices, the mesh and HIBI.
    #[inline]
    pub(crate) fn next_own_event(&self) -> Cycle {
        let events = self.fabrics.iter().map(|it| it.next_event(self.now));
        events.fold(self.devices.next_event(), Cycle::min)
    }

    /// Given that cores, crossbar and interconnects have nothing to do: can nothing happen any more that a core notices? Events of devices do not
    /// count if no core waits for a device's interrupt.
    pub(crate) fn is_at_rest(&self) -> bool {
        let can_wake = || self.cores.iter().any(Core::can_be_woken_by_device);
        let mut fabrics = self.fabrics.iter();
        fabrics.all(|fabric| fabric.is_at_rest(self.now))
            && (self.devices.next_event() == Cycle::NEVER || !can_wake())
    }

    /// Performs the bus's pending arbitration up to cycle `now`.
    pub(crate) fn sample_bus(&mut self, now: Cycle, host: &mut dyn Host) {
        let mut attached = Attached {
            devices: &mut self.devices,
            cores: &mut self.cores,
            host,
            touched: &mut NodeSet::default(),
        };
        self.interconnects.bus.sample(now, &mut attached);
    }

    /// Returns the outcome of a run whose machine is at rest.
    pub(crate) fn resting_outcome(&self) -> Outcome {
        if self.cores.iter().all(Core::is_halted) {
            Outcome::Finished
        } else {
            Outcome::Deadlock
        }
    }

    /// Simulates one cycle and increments `self.now`. `due`: the cores whose time has come. Adds to `touched` the cores whose state may have changed.
    pub(crate) fn cycle(
        &mut self,
        due: &NodeSet,
        nodes: Nodes,
        host: &mut dyn Host,
        touched: &mut NodeSet,
    ) {
        for core in due.iter() {
            self.issue(core, host);
        }
        touched.extend(due);
        self.advance_parts(nodes, host, touched);
        self.now += 1;
    }

    /// First phase, for one core whose time has come.
    fn issue(&mut self, core: usize, host: &mut dyn Host) {
        self.catch_up(core);
        let this = &mut self.cores[core];
        this.settle();
        let mut result = Ok(());
        if !this.is_running() {
            let window = this.may_give_up();
            let messages = self.messages.as_mut();
            result = this.check_wait(messages.map(|it| &mut it.nodes[core]));
            // Only an interrupt ends such a wait in this phase.
            if let Some(window) = window.filter(|_| *this.state() != State::Taking) {
                self.fabrics[window].withdraw(core);
            }
        }
        // A wait may end with the next instruction issuing in this same cycle.
        if matches!(this.state(), State::Running { shared: false }) {
            this.run_local(self.now + 1);
        }
        if matches!(this.state(), State::Running { shared: true })
            && this.time() == self.now
            && result.is_ok()
        {
            result = self.issue_shared(core, host);
        }
        if let Err(cause) = result {
            let pc = self.cores[core].pc();
            let cycle = self.now;
            self.end(Outcome::Fault(Fault {
                core,
                cycle,
                pc,
                cause,
            }));
        }
    }

    /// Ends the run after this cycle. If several causes occur, the first counts.
    #[cold]
    fn end(&mut self, ending: Outcome) {
        self.ended.get_or_insert(ending);
    }

    /// Issues an instruction that other components or the host can notice.
    fn issue_shared(&mut self, core: usize, host: &mut dyn Host) -> Result<(), FaultCause> {
        let mut around = Around {
            messages: self.messages.as_deref_mut(),
            interconnects: &mut self.interconnects,
            devices: &mut self.devices,
            fabrics: &mut self.fabrics,
            host,
            clock_hz: self.clock_hz,
            aborted: None,
        };
        let this = &mut self.cores[core];
        let result = this.issue_shared(&mut around);
        let aborted = around.aborted;
        if this.is_halted() {
            self.interconnects.leave(core);
        }
        if let Some(status) = aborted {
            self.end(Outcome::Aborted { core, status });
        }
        result
    }

    /// Second phase: interconnects and devices, then mesh or HIBI, then the crossbar.
    fn advance_parts(&mut self, nodes: Nodes, host: &mut dyn Host, touched: &mut NodeSet) {
        let now = self.now;
        if nodes == Nodes::All || !self.is_without_access() {
            self.advance_interconnects(host, touched);
        }
        for fabric in &mut self.fabrics {
            fabric.tick(now, nodes, &mut self.cores, touched);
        }
        if let Some(messages) = &mut self.messages {
            messages.tick(now, nodes, &mut self.cores, touched);
        }
    }

    /// Do neither the interconnects nor the devices do anything in this cycle?
    #[inline]
    fn is_without_access(&self) -> bool {
        let devices = &self.devices;
        let are_quiet = devices.next_event() > self.now && !devices.has_changed;
        are_quiet && self.interconnects.are_at_rest()
    }

    fn advance_interconnects(&mut self, host: &mut dyn Host, touched: &mut NodeSet) {
        let now = self.now;
        let mut attached = Attached {
            devices: &mut self.devices,
            cores: &mut self.cores,
            host,
            touched,
        };
        self.interconnects.tick(now, &mut attached);
        if attached.devices.next_event() <= now {
            attached
                .devices
                .advance(now, attached.cores, attached.touched);
        }
        if std::mem::take(&mut attached.devices.has_changed) {
            self.interconnects.follow_controllers(now, &attached);
        }
    }
}

/// Returns the program memory of a group's cores, loaded with an image's code if there is one.
fn program_memory(platform: &Platform, group: &Group, image: Option<&Image>) -> Program {
    let range = platform.cores.program_memory;
    let mut program = Program::new(&platform.cores, group);
    let segments = image.into_iter().flat_map(|image| &image.segments);
    for segment in segments.filter(|s| range.contains(s.address, s.bytes.len() as u32)) {
        program.write((segment.address - range.base) as usize, &segment.bytes);
    }
    program
}

#[cfg(test)]
mod tests;
