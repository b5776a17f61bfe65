//! What a chip is: its cores, memories, fabrics and devices, as plain data read from a platform file.
//!
//! The keys of the file are described in `docs/platforms.md`, the meaning of each latency in `docs/timing.md`.

mod address_map;
mod describe;
mod error;
mod find;
mod generate;
mod parse;
mod quantity;
mod reader;

use serde::{Deserialize, Serialize};

pub use describe::{describe, summary_line};
pub use error::PlatformError;
pub use find::platform_directories;
pub use generate::{c_header, linker_script};

/// The largest number of cores of a platform: a node number has six bits in a request word.
pub const MAX_CORES: usize = 64;

/// Bytes of address space taken by the core-local timer.
pub const TIMER_BYTES: u32 = 0xC000;
/// Offset of the 64-bit compare register `mtimecmp` from the base of the core-local timer.
pub const TIMER_MTIMECMP_OFFSET: u32 = 0x4000;
/// Offset of the 64-bit counter `mtime` from the base of the core-local timer.
pub const TIMER_MTIME_OFFSET: u32 = 0xBFF8;
/// Bytes of address space taken by a console.
pub const CONSOLE_BYTES: u32 = 16;

/// A chip: everything that the simulator, the library and the linker need to know about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Platform {
    /// The name of the platform file without `.toml`.
    pub name: String,
    /// One line for listings.
    pub summary: String,
    /// Frequency of the one clock that all components share, in hertz.
    pub clock_hz: u64,
    /// The group of equal cores.
    pub cores: Cores,
    /// The synchronization controller.
    pub sync: SyncController,
    /// The shared bus.
    pub bus: Bus,
    /// What is attached to the bus, in the order of the file.
    pub devices: Vec<Device>,
    /// Where ranks are placed.
    pub map: Map,
    /// The text this platform was read from.
    pub source: Source,
}

/// A group of equal cores with their private memories, timers and message units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cores {
    /// Number of cores, 1 to [`MAX_CORES`].
    pub count: usize,
    /// The pipeline that `timing` parameterizes.
    pub model: CoreModel,
    /// Latencies of the pipeline.
    pub timing: Timing,
    /// Local memory for instructions (PMEM).
    pub program_memory: Range,
    /// Local memory for data (DMEM).
    pub data_memory: Range,
    /// Bytes at the bottom of the data memory that are set aside for the stack.
    pub stack_bytes: u32,
    /// The core-local timer: `mtimecmp` and `mtime` at the offsets of a CLINT.
    pub timer: Range,
    /// The receiving side of the message unit.
    pub mailbox: Mailbox,
}

/// Which pipeline a core has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CoreModel {
    /// Four stages, a three-stage sub-pipeline for bus and messages (`docs/timing.md`, section 1).
    Asip,
}

/// Latencies of a core in cycles, as `docs/timing.md` section 1 defines each.
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

/// The buffers that receive messages at a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mailbox {
    /// Blocks that the buffer holds.
    pub blocks: usize,
    /// Words (32 bits) in a block.
    pub block_words: usize,
    /// Single-word messages that the word queue holds.
    pub word_queue: usize,
}

/// The synchronization controller, a node of the crossbar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncController {
    /// Number of locks.
    pub locks: usize,
    /// Number of barriers.
    pub barriers: usize,
}

/// The bus that all cores share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bus {
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

/// Something on the bus that answers at a range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Unique among the devices; an identifier in lower case.
    pub name: String,
    /// The addresses that it answers.
    pub range: Range,
    /// What it is.
    pub kind: DeviceKind,
}

/// The kinds of device, with the parameters of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum DeviceKind {
    /// Memory shared by all cores.
    Sram {
        /// Cycles added to each access.
        wait_states: u64,
    },
    /// Characters written to it appear on the terminal.
    Console,
}

/// Where ranks are placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Map {
    /// The core of rank 0, of rank 1, and so on; each core at most once.
    pub ranks: Vec<usize>,
}

/// The text of a platform file, kept so that a report can say exactly what was simulated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The path it was read from.
    pub path: String,
    /// The whole file.
    pub text: String,
    /// SHA-256 of the text, in hexadecimal.
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

    /// The first shared memory on the bus, where the linker places shared data.
    pub fn shared_memory(&self) -> Option<&Device> {
        self.devices
            .iter()
            .find(|device| matches!(device.kind, DeviceKind::Sram { .. }))
    }
}

#[cfg(test)]
mod tests;
