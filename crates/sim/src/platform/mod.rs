//! What a chip is: its cores, memories, fabrics and devices, as plain data read from a platform file.
//!
//! The keys of the file are described in `docs/platforms.md`, the meaning of each latency in `docs/timing.md`.

mod address_map;
mod clusters;
mod describe;
mod device;
mod error;
mod find;
mod generate;
pub mod hibi;
mod library;
mod map;
pub mod mesh;
mod parse;
pub mod quantity;
pub mod reader;
mod switches;

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use weft_isa::user::UserInstructions;
use weft_isa::Op;

pub use clusters::Clusters;
pub use describe::{describe, summary_line};
pub use device::{Device, DeviceKind, Rows};
pub use error::PlatformError;
pub use find::platform_directories;
pub use generate::pc::pc_header;
pub use generate::{c_header, linker_script};
pub use hibi::Hibi;
pub use library::{Library, Link, Threads};
pub use map::{Channel, ChannelKind, Endpoint, Map, Place};
pub use mesh::Mesh;
pub use switches::Switches;

/// The largest number of cores of a platform: a node number has six bits in a request word.
pub const MAX_CORES: usize = 64;

/// The most instructions that a core issues in a cycle.
pub const MAX_ISSUE_WIDTH: usize = 8;

/// Bytes of address space taken by the core-local timer.
pub const TIMER_BYTES: u32 = 0xC000;
/// Offset of the 64-bit compare register `mtimecmp` from the base of the core-local timer.
pub const TIMER_MTIMECMP_OFFSET: u32 = 0x4000;
/// Offset of the 64-bit counter `mtime` from the base of the core-local timer.
pub const TIMER_MTIME_OFFSET: u32 = 0xBFF8;
/// The most cores and controllers together that the bus arbitrates between.
pub const MAX_MASTERS: usize = 64;

/// A chip: everything that the simulator, the library and the linker need to know about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Platform {
    /// The name of the platform file without `.toml`.
    pub name: String,
    /// One line for listings.
    pub summary: String,
    /// Ticks a second, in hertz: every clock of the chip has an edge every so many of them.
    pub clock_hz: u64,
    /// What programs are built with.
    pub library: Library,
    /// The cores.
    pub cores: Cores,
    /// The synchronization controller.
    pub sync: SyncController,
    /// The network of the message units.
    pub crossbar: Crossbar,
    /// The shared bus.
    pub bus: Bus,
    /// What is attached to the bus, in the order of the file.
    pub devices: Vec<Device>,
    /// The network of tiles, if the cores are tiles of one.
    pub mesh: Option<Mesh>,
    /// The bus between DMA controllers of the cores and other agents, if there is one.
    pub hibi: Option<Hibi>,
    /// The switches that take the place of the shared bus, if there are any.
    pub switches: Option<Switches>,
    /// Where ranks and nodes are placed.
    pub map: Map,
    /// The text this platform was read from.
    pub source: Source,
}

/// The cores with their private memories, timers and message units, which are the same for all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cores {
    /// Number of cores in all groups, 1 to [`MAX_CORES`].
    pub count: usize,
    /// The pipeline that the groups' timing parameterizes.
    pub model: CoreModel,
    /// Whether the cores have message units: without, there is no crossbar and no synchronization controller either.
    pub message_unit: bool,
    /// What differs between them: those of the first group have the lowest numbers.
    pub groups: Vec<Group>,
    /// The floating-point unit, if there is one.
    pub float: Option<FloatTiming>,
    /// The instructions of the user's own.
    pub instructions: Arc<UserInstructions>,
    /// Local memory for instructions (PMEM).
    pub program_memory: Range,
    /// Local memory for data (DMEM).
    pub data_memory: Range,
    /// Bytes at the bottom of the data memory that are set aside for the stack.
    pub stack_bytes: u32,
    /// Where the data memories answer on the bus, if they do.
    pub bus_windows: Option<BusWindows>,
    /// The core-local timer: `mtimecmp` and `mtime` at the offsets of a CLINT.
    pub timer: Range,
    /// The receiving side of the message unit.
    pub mailbox: Mailbox,
}

/// Equal cores, which share a clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Number of cores.
    pub count: usize,
    /// Ticks from one edge of their clock to the next.
    pub period: u64,
    /// Instructions that issue in one cycle at most, 1 to [`MAX_ISSUE_WIDTH`].
    pub issue_width: usize,
    /// Latencies of the pipeline.
    pub timing: Timing,
}

impl Cores {
    /// The number of the group that a core belongs to.
    pub fn group_number(&self, core: usize) -> usize {
        let mut behind = 0;
        let is_its = |group: &Group| {
            behind += group.count;
            core < behind
        };
        self.groups.iter().position(is_its).unwrap_or(0)
    }

    /// The group that a core belongs to.
    pub fn group_of(&self, core: usize) -> &Group {
        &self.groups[self.group_number(core)]
    }

    /// The instruction set as the compiler calls it.
    pub fn instruction_set(&self) -> &'static str {
        match self.float {
            None => "rv32imac",
            Some(_) => "rv32imafc",
        }
    }
}

/// Which pipeline a core has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CoreModel {
    /// Four stages, a three-stage sub-pipeline for bus and messages (`docs/timing.md`, section 1).
    Asip,
}

/// Latencies of a core in cycles of its clock, as `docs/timing.md` section 1 defines each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// Bubbles between a load and an instruction behind it that reads the loaded register.
    pub load_use: u64,
    /// Bubbles between a multiplication and an instruction behind it that reads the product.
    pub multiply_use: u64,
    /// Cycles of a division or remainder beyond its issue.
    pub divide: u64,
    /// Bubbles after a taken branch, an exception or `fence.i`.
    pub taken_branch: u64,
    /// Bubbles after `jal`.
    pub jump: u64,
    /// Bubbles after `jalr` and `mret`.
    pub jump_register: u64,
    /// Bubbles when control goes to a four-byte instruction that is not aligned to four bytes.
    pub misaligned_target: u64,
    /// Cycles added to a load or store whose address is in the program memory.
    pub program_memory_data: u64,
    /// Cycles of an atomic memory operation on the data memory beyond its issue.
    pub atomic: u64,
    /// Cycles from taking an interrupt to the issue of the handler's first instruction.
    pub trap_entry: u64,
    /// Cycles a sleeping core or transmitter takes to wake.
    pub wake: u64,
}

impl Timing {
    /// The same in ticks.
    pub fn in_ticks(&self, period: u64) -> Timing {
        Timing {
            load_use: self.load_use * period,
            multiply_use: self.multiply_use * period,
            divide: self.divide * period,
            taken_branch: self.taken_branch * period,
            jump: self.jump * period,
            jump_register: self.jump_register * period,
            misaligned_target: self.misaligned_target * period,
            program_memory_data: self.program_memory_data * period,
            atomic: self.atomic * period,
            trap_entry: self.trap_entry * period,
            wake: self.wake * period,
        }
    }
}

/// Cycles of floating-point instructions, as `docs/timing.md` section 1 defines them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloatTiming {
    /// Handing over the operands and fetching the result, for every instruction but loads and stores.
    pub transfer: u64,
    /// Additions, comparisons, conversions.
    pub add: u64,
    pub multiply: u64,
    /// A multiplication and an addition in one.
    pub fused: u64,
    pub divide: u64,
    pub square_root: u64,
}

impl FloatTiming {
    /// The most cycles of an instruction beyond its issue.
    pub fn longest(&self) -> u64 {
        let operations = [
            self.add,
            self.multiply,
            self.fused,
            self.divide,
            self.square_root,
        ];
        self.transfer + operations.into_iter().max().unwrap_or(0)
    }

    /// Cycles of an instruction beyond its issue.
    pub fn cycles(&self, op: Op) -> u64 {
        let operation = match op {
            Op::Flw | Op::Fsw => return 0,
            Op::FmulS => self.multiply,
            Op::FmaddS | Op::FmsubS | Op::FnmaddS | Op::FnmsubS => self.fused,
            Op::FdivS => self.divide,
            Op::FsqrtS => self.square_root,
            Op::FmvXW | Op::FmvWX | Op::FsgnjS | Op::FsgnjnS | Op::FsgnjxS | Op::FclassS => 0,
            _ => self.add,
        };
        self.transfer + operation
    }
}

/// The buffers that receive messages at a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mailbox {
    /// Blocks that the buffer holds.
    pub blocks: usize,
    /// Words (32 bits) in a block.
    pub block_words: usize,
    /// Single-word messages that the word queue holds.
    pub word_queue: usize,
    /// Whether the core has `mbox.send` and `mbox.match`, and the match register.
    pub matching: bool,
}

/// The point-to-point network of the message units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossbar {
    /// Whether data follow a request at once, without a gap between blocks, and are visible as they come.
    pub early_data: bool,
}

/// The synchronization controller, a node of the crossbar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncController {
    /// Number of locks.
    pub locks: usize,
    /// Number of barriers.
    pub barriers: usize,
    /// Whether a request is sampled in every cycle; otherwise the next one after the answer.
    pub pipelined: bool,
    /// What a released lock means to the core that waits for it.
    pub hand_over: HandOver,
}

/// How a released lock comes to a waiting core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandOver {
    /// It is free; the core is notified in the next cycle and asks again.
    Retry,
    /// It is the core's already; the core is notified in the cycle of the answer to the release.
    Grant,
}

/// The bus that all cores share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bus {
    /// Ticks from one edge of its clock to the next.
    pub period: u64,
    /// Cycles from an unhindered request to its answer, without wait states; at least 4.
    pub single_access: u64,
    /// How the next master is chosen.
    pub arbitration: Arbitration,
}

/// How one of several requests is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arbitration {
    /// The first requester after the last winner.
    RoundRobin,
}

/// Where the data memories of the cores answer on the bus, for every master.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BusWindows {
    /// Address of core 0's data memory on the bus.
    pub base: u32,
    /// Bytes from one core's data memory to the next one's.
    pub stride: u64,
    /// Number of cores.
    pub cores: usize,
    /// Bytes of each data memory.
    pub size: u32,
}

impl BusWindows {
    /// The address behind the last byte (up to 2^32 on a chip that is right).
    pub fn end(&self) -> u64 {
        u64::from(self.base) + self.stride * (self.cores as u64 - 1) + u64::from(self.size)
    }

    /// The addresses of a core's data memory on the bus.
    pub fn of(&self, core: usize) -> Range {
        Range {
            base: self.base.wrapping_add((self.stride * core as u64) as u32),
            size: self.size,
        }
    }

    /// The core whose data memory holds all of the `bytes` bytes from `address` on, and the offset in it.
    pub fn find(&self, address: u32, bytes: u32) -> Option<(usize, u32)> {
        let offset = u64::from(address.checked_sub(self.base)?);
        let core = (offset / self.stride) as usize;
        let within = offset % self.stride;
        let inside = core < self.cores && within + u64::from(bytes) <= u64::from(self.size);
        inside.then_some((core, within as u32))
    }
}

/// The text of a platform file, kept so that a report can say exactly what was simulated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The path it was read from.
    pub path: String,
    /// The whole file.
    pub text: String,
    /// The text of the file that it extends, of the one that this extends, and so on.
    pub extended: Vec<String>,
    /// SHA-256 of all texts one behind the other, in hexadecimal; where there are instructions of the user's own, that of the one
    /// before and the text that describes them.
    pub sha256: String,
}

/// A range of addresses; it may end at the top of the 32-bit address space, but not beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Range {
    /// Address of the first byte.
    pub base: u32,
    /// Number of bytes, not zero.
    pub size: u32,
}

impl Range {
    /// The address behind the last byte (up to 2^32).
    pub fn end(&self) -> u64 {
        u64::from(self.base) + u64::from(self.size)
    }

    /// Whether all of the `bytes` bytes from `address` on lie in the range.
    pub fn contains(&self, address: u32, bytes: u32) -> bool {
        address >= self.base && u64::from(address) + u64::from(bytes) <= self.end()
    }

    /// Whether some address lies in both ranges.
    pub fn overlaps(&self, other: &Range) -> bool {
        u64::from(self.base) < other.end() && u64::from(other.base) < self.end()
    }
}

impl Platform {
    /// Whether a core stays at its first instruction until it is released.
    pub fn is_held(&self, core: usize) -> bool {
        let holds = |device: &Device| matches!(device.kind, DeviceKind::CoreControl { cores, .. } if cores >> core & 1 != 0);
        self.devices.iter().any(holds)
    }

    /// Gives the cores the instructions that a file describes.
    ///
    /// # Errors
    /// The file cannot be read, or is wrong.
    pub fn add_instructions(&mut self, path: &Path) -> Result<(), PlatformError> {
        let text = find::read_text(path)?;
        Arc::make_mut(&mut self.cores.instructions).add(&path.display().to_string(), &text)?;
        let mut digest = Sha256::new();
        digest.update(self.source.sha256.as_bytes());
        digest.update(text.as_bytes());
        self.source.sha256 = format!("{:x}", digest.finalize());
        Ok(())
    }

    /// The synchronization controller's node number on the crossbar: the one behind the cores'.
    pub fn sync_node(&self) -> usize {
        self.cores.count
    }

    /// Address of the 64-bit cycle counter of the core-local timer.
    pub fn mtime(&self) -> u32 {
        self.cores.timer.base + TIMER_MTIME_OFFSET
    }

    /// Address of the 64-bit compare register of the core-local timer.
    pub fn mtimecmp(&self) -> u32 {
        self.cores.timer.base + TIMER_MTIMECMP_OFFSET
    }

    /// The registers that each core has for itself, if there are any: of message buffers, or of a DMA controller.
    pub fn private_registers(&self) -> Option<Range> {
        let buffers = self.mesh.as_ref().map(|mesh| mesh.message_unit.registers);
        buffers.or(self.hibi.as_ref().map(|hibi| hibi.dma.registers))
    }

    /// The first source number of a device at the interrupt controller, and how many it has; None if it has none, or there is no
    /// controller. Sources are numbered from 1 on, in the order of the devices.
    pub fn sources_of(&self, device: usize) -> Option<(usize, usize)> {
        let count = |device: &Device| device.kind.sources(self.cores.count);
        let controlled = self.has_interrupt_controller();
        let own = count(&self.devices[device]);
        let first = 1 + self.devices[..device].iter().map(count).sum::<usize>();
        (controlled && own > 0).then_some((first, own))
    }

    /// All interrupt sources of the chip.
    pub fn source_count(&self) -> usize {
        let sources = self
            .devices
            .iter()
            .map(|d| d.kind.sources(self.cores.count));
        sources.sum()
    }

    /// Whether devices can interrupt cores.
    pub fn has_interrupt_controller(&self) -> bool {
        let controllers = |device: &Device| device.kind == DeviceKind::InterruptController;
        self.devices.iter().any(controllers)
    }

    /// Lock variables in the first device of test-and-set registers; 0 if there is none.
    pub fn test_and_set_registers(&self) -> usize {
        let registers = |device: &Device| match device.kind {
            DeviceKind::TestAndSet { registers } => Some(registers),
            _ => None,
        };
        self.devices.iter().find_map(registers).unwrap_or(0)
    }

    /// The mutexes that the library's threads have on this chip: locks of the synchronization controller, or one half of the
    /// test-and-set registers (the other half guards barriers).
    pub fn mutexes(&self) -> usize {
        match self.library.threads {
            Threads::Message => self.sync.locks,
            Threads::Polling | Threads::Interrupt => self.test_and_set_registers() / 2,
            Threads::None => 0,
        }
    }

    /// The first shared memory on the bus, where the linker places shared data.
    pub fn shared_memory(&self) -> Option<&Device> {
        self.devices.iter().find(|device| device.kind.is_memory())
    }
}

#[cfg(test)]
mod tests;
