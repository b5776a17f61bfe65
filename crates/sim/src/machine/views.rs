//! A machine seen by debuggers and reports: counters, what cores wait for, registers and memories. No time passes.

use super::{CoreStatistics, Machine};
use crate::machine::memory_view::{peek, CoreMemory};
use crate::machine::parts::messages::Node;
use crate::part::core::float::FloatUnit;
use crate::part::core::trace::{Passage, TracePoints};
use crate::part::core::WaitingFor;
use crate::port::{bits, Show, Wait};
use crate::semihosting::Memory;
use crate::units::Cycle;
use std::sync::Arc;
use weft_isa::message::cause;

impl Machine {
    /// Returns the counters of a core up to now.
    pub fn statistics(&self, core: usize) -> CoreStatistics {
        let this = &self.cores[core];
        let by_node = self.node(core).map(Node::messages);
        let fabrics = self.fabrics.iter();
        let by_fabrics = fabrics.map(|it| it.messages(core, self.now));
        let messages = by_node.into_iter().chain(by_fabrics).sum();
        CoreStatistics {
            name: format!("core{core}"),
            period: this.period(),
            instructions: this.instructions(),
            classes: this.classes(self.now),
            messages,
            run_ahead: this.run_ahead(),
        }
    }

    /// Records from now on when a core passes these points of its program.
    pub fn trace(&mut self, core: usize, points: Arc<TracePoints>) {
        let traced = &self.cores[core];
        let mut others = self.cores.iter();
        let shared = others.find_map(|other| other.traced_translations(traced, &points));
        self.cores[core].trace(points, shared);
    }

    /// Returns what a core has passed since the last call, in the order of time, up to the present cycle (exclusive).
    pub fn take_passages(&mut self, core: usize) -> impl Iterator<Item = Passage> + '_ {
        self.cores[core].take_passages()
    }

    /// Returns how many accesses over the bus or the switches, and messages between cores, may have changed what another core sees. None while a
    /// device or the timer of a core is going to do something without an access. If the number stays the same, cores that poll make no progress.
    pub fn changes(&self) -> Option<u64> {
        let is_left_alone = !self.cores.iter().any(|core| core.awaits_timer());
        let messages = self.messages.iter().flat_map(|it| &it.nodes);
        let messages: u64 = messages.map(|node| node.messages().sent).sum();
        let is_steady = is_left_alone && self.devices.next_event() == Cycle::NEVER;
        is_steady.then_some(self.devices.changes + messages)
    }

    /// Sets a register (1..31) of a core, as a debugger does.
    pub fn set_register(&mut self, core: usize, register: u8, value: u32) {
        if (1..32).contains(&register) {
            self.cores[core].set_register(register, value);
        }
    }

    /// Sets the registers of a core's floating-point unit, if it has one, as a debugger does.
    pub fn set_float_unit(&mut self, core: usize, to: FloatUnit) {
        if let Some(unit) = self.cores[core].float_unit.as_deref_mut() {
            *unit = to;
        }
    }

    /// Sets a core's program counter, as a debugger does. Returns false, without effect, if the core is in the middle of an instruction or has
    /// halted.
    pub fn set_pc(&mut self, core: usize, pc: u32) -> bool {
        self.cores[core].redirect_by_debugger(pc)
    }

    /// Sets the time at which other hardware has stopped the programs; [`Machine::adopt`] then sets the state of each core.
    pub fn adopt_time(&mut self, now: Cycle) {
        self.now = now;
    }

    /// Sets a core to the state in which other hardware has stopped its program: at `pc`, or exited. The machine can then be inspected, but not run.
    pub fn adopt(&mut self, core: usize, registers: &[u32; 32], pc: u32, exit_status: Option<i32>) {
        self.cores[core].adopt(registers, pc, exit_status);
    }

    /// Will the core issue an instruction in the next cycle?
    pub fn issues_next(&self, core: usize) -> bool {
        let this = &self.cores[core];
        this.is_running() && this.time() == self.now
    }

    /// May the instruction that the core issues next read a clock or a counter?
    pub fn reads_clock(&self, core: usize) -> bool {
        self.cores[core].reads_clock()
    }

    /// For a debugger that steps through a bundle: issues the first of the instructions that the core issues in the next cycle. Returns false,
    /// without effect, if only one is left in the cycle.
    pub fn issue_within_bundle(&mut self, core: usize) -> bool {
        self.issues_next(core) && self.cores[core].issue_within_bundle()
    }

    /// Returns what a blocked core waits for; None if it runs or has halted.
    pub fn waiting(&self, core: usize) -> Option<Wait> {
        let this = &self.cores[core];
        match this.waiting_for()? {
            WaitingFor::Itself(Wait::Service) => Some(self.interconnects.wait(core)),
            WaitingFor::Itself(wait) => Some(wait),
            WaitingFor::Interrupt(enabled) => Some(self.sleep(core, enabled)),
            WaitingFor::Registers(window) => Some(self.fabrics[window].wait(core)),
            WaitingFor::Transmitter => Some(self.messages.as_ref()?.wait(core)),
        }
    }

    /// Returns what a sleeping core waits for, given the interrupts that it has enabled.
    fn sleep(&self, core: usize, enabled: u32) -> Wait {
        let devices = match enabled >> cause::EXTERNAL & 1 {
            0 => Vec::new(),
            _ => self.devices.awaited(core),
        };
        Wait::Interrupt { enabled, devices }
    }

    /// Reads memory as a core's program addresses it. Fails with the first address that is not memory.
    pub fn read_memory(&mut self, core: usize, address: u32, into: &mut [u8]) -> Result<(), u32> {
        let (core, address) = self.owner_of(core, address, into.len());
        self.memory(core).read(address, into)
    }

    /// Writes memory as a core's program addresses it. Fails with the first address that is not memory, and then writes nothing.
    pub fn write_memory(&mut self, core: usize, address: u32, from: &[u8]) -> Result<(), u32> {
        let (core, address) = self.owner_of(core, address, from.len());
        self.memory(core).write(address, from)
    }

    /// Checks whether the host may read or write bytes on behalf of a core's program.
    ///
    /// # Errors
    /// The first address that may not be accessed.
    pub fn check_host_access(
        &mut self,
        core: usize,
        address: u32,
        length: usize,
        writes: bool,
    ) -> Result<(), u32> {
        let memory = CoreMemory {
            is_program: true,
            ..self.memory(core)
        };
        memory.check(address, length, writes)
    }

    /// Returns bytes of a memory that a core's program can address; None if they are not all in one memory.
    pub fn peek(&self, core: usize, address: u32, length: usize) -> Option<&[u8]> {
        let (core, address) = self.owner_of(core, address, length);
        let (data, program) = self.cores[core].memories();
        peek(data, program, &self.devices, address, length)
    }

    /// Translates an address of `core` in another core's data memory (in a bus window) to that core and its own address there.
    fn owner_of(&self, core: usize, address: u32, length: usize) -> (usize, u32) {
        let bytes = u32::try_from(length).unwrap_or(u32::MAX);
        match self.devices.map.data_memory(address, bytes) {
            Some((owner, offset)) => (owner, self.cores[owner].memories().0.base + offset),
            None => (core, address),
        }
    }

    fn memory(&mut self, core: usize) -> CoreMemory<'_> {
        let (data, program) = self.cores[core].memories_mut();
        CoreMemory {
            data,
            program,
            devices: &mut self.devices,
            is_program: false,
        }
    }

    /// Returns source core and length in bytes of each message in a core's mailbox buffer, or in the input buffer of its tile.
    pub fn mailbox_left(&self, core: usize) -> Vec<(u32, u32)> {
        let mut left = self.node(core).map_or_else(Vec::new, Node::messages_left);
        left.extend(self.blocks_left(core));
        left
    }

    /// Returns source core and payload of each single-word message that a core has not taken.
    pub fn words_left(&self, core: usize) -> Vec<(u32, u32)> {
        self.node(core).map_or_else(Vec::new, Node::words_left)
    }

    /// Returns the core that holds a lock: a lock of the synchronization controller, or, if the library's threads use those, of the first
    /// test-and-set registers.
    pub fn lock_owner(&self, number: u32) -> Option<usize> {
        if !self.locks_are_registers {
            return self.messages.as_ref()?.sync.lock_owner(number as usize);
        }
        self.devices.lock_owner(number as usize)
    }

    /// Returns the locks of the synchronization controller that a core holds.
    pub fn locks_of(&self, core: usize) -> Vec<u32> {
        let held = self.messages.iter().flat_map(|it| it.sync.held());
        let held = held.filter(|(_, owner)| *owner == core);
        held.map(|(number, _)| number as u32).collect()
    }

    /// Returns the cores that sleep at a barrier.
    pub fn barrier_arrived(&self, number: u32) -> Vec<usize> {
        let messages = self.messages.as_ref();
        let waiting = messages.map_or(0, |it| it.sync.barrier_arrived(number as usize));
        bits(waiting).collect()
    }

    /// Returns the message unit of a core, if it has one.
    fn node(&self, core: usize) -> Option<&Node> {
        Some(&self.messages.as_ref()?.nodes[core])
    }
}
