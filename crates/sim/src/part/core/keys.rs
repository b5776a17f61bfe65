//! `[[cores]]`: the keys of the cores: groups, pipeline latencies, memories.

mod mailbox;
mod read;
mod show;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use weft_isa::user::UserInstructions;
use weft_isa::Op;

use crate::description::keys::{
    keys, Address, At, Bytes, Clock, Count, Cycles, Flag, Line, List, Nested, NestedOrEmpty,
};
use crate::description::{BusWindows, Range, MAX_CORES};

pub use mailbox::Mailbox;

/// The largest number of cores with message units: a node number has six bits in a request word.
pub const MAX_MESSAGE_NODES: usize = 64;

/// The maximum issue width of a core.
pub const MAX_ISSUE_WIDTH: usize = 8;

/// Bytes of address space taken by the core-local timer.
const TIMER_BYTES: u32 = 0xC000;
/// Offset of the 64-bit compare register `mtimecmp` from the base of the core-local timer.
pub const TIMER_MTIMECMP_OFFSET: u32 = 0x4000;
/// Offset of the 64-bit counter `mtime` from the base of the core-local timer.
pub const TIMER_MTIME_OFFSET: u32 = 0xBFF8;

keys! {
    /// A group of equal cores with one clock. Each further `[[cores]]` gives only the keys in which its cores differ from the first group's.
    #[derive(Eq)]
    pub struct Group in "cores" {
        /// Number of cores. A chip has up to 1,024, or up to 64 with message units.
        count: Count<1, { MAX_CORES as u64 }> => "8",
        /// Frequency of the cores' clock: the chip's, or, on a chip without message units, mesh, switches and HIBI, the chip's divided by a whole factor.
        period as "clock": Clock = 1 => "the chip's",
        /// Maximum number of instructions that issue in one cycle, as a bundle.
        issue_width: Count<1, { MAX_ISSUE_WIDTH as u64 }> = 1,
        /// Whether the cores have user mode in addition to machine mode. Programs see that of the first group as `WEFT_USER_MODE`.
        user_mode: Flag = false,
        /// Latencies of the pipeline.
        timing: NestedOrEmpty<Timing>,
    }
}

keys! {
    /// What all groups share.
    pub struct CoreKeys {
        /// Whether the cores have message units. Without them there is no crossbar and no synchronization controller.
        messages as "message_unit": Flag = true,
        /// Files that define custom instructions, relative to the platform file.
        instructions: Option<List<At<Line>>> => "none",
        /// The floating-point unit, if there is one.
        floating_point: Option<Nested<FloatTiming>> => "none",
        /// Memory for instructions (PMEM).
        program_memory: Nested<ProgramMemory> => "{ base = 0x0, size = \"256 KiB\" }",
        /// Memory for data (DMEM).
        data_memory: Nested<DataMemory> => "{ base = 0x1000_0000, size = \"1 MiB\", stack = \"64 KiB\" }",
        /// The core-local timer.
        timer: NestedOrEmpty<Timer>,
        /// The receiving side of the message unit.
        mailbox: NestedOrEmpty<Mailbox>,
    } without {
        model => "every core has the pipeline of docs/contract/core.md; remove it"
    }
}

keys! {
    /// Memory for instructions.
    pub struct ProgramMemory {
        /// Address of the first byte.
        base: Address => "0x8000_0000",
        /// Size in bytes.
        size: Bytes => "\"256 KiB\"",
        /// Whether programs may store to it, as self-modifying code does. Otherwise such a store is a fault.
        stores: Flag = false,
        /// Whether loads and stores may use its addresses below 256, where null pointers lead. Otherwise such an access is a fault.
        null_access: Flag = false,
        /// Address at which core 0's program memory answers on the bus, for cores that write the program of one that a device of kind
        /// `core-control` holds. Programs see it as `WEFT_PMEM_BUS_BASE`.
        bus_base: Option<Address> => "none: they do not answer there",
        /// Bytes from there to the next core's, a multiple of 16, at least `size`. Programs see it as `WEFT_PMEM_BUS_STRIDE`.
        bus_stride: Option<Bytes> => "`size`, rounded up to a power of two",
    }
}

/// The addresses that a null pointer to a small object leads to: those below this one.
pub const NULL_BYTES: u32 = 256;

keys! {
    /// Memory for data. The stack is at its bottom and grows down; the 4 KiB below stay empty, so that an overflow is caught.
    pub struct DataMemory {
        /// Address of the first byte.
        base: Address => "0x8000_0000",
        /// Size in bytes.
        size: Bytes => "\"256 KiB\"",
        /// Bytes reserved for the stack, a multiple of 16 and less than `size`.
        stack: Bytes => "\"64 KiB\"",
        /// Address at which core 0's data memory answers on the bus, for all masters. Programs see it as `WEFT_DMEM_BUS_BASE`.
        bus_base: Option<Address> => "none: they do not answer there",
        /// Bytes from there to the next core's, a multiple of 16, at least `size`. Programs see it as `WEFT_DMEM_BUS_STRIDE`.
        bus_stride: Option<Bytes> => "`size`, rounded up to a power of two",
    }
}

keys! {
    /// The core-local timer: `mtimecmp` at base + 0x4000, `mtime` at base + 0xbff8; 48 KiB of addresses.
    pub struct Timer {
        /// Address of the first byte.
        base: Address = 0x0200_0000,
    }
}

/// The cores with their private memories, timers and message units, which are the same for all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cores {
    /// Number of cores in all groups, 1 to [`MAX_CORES`].
    pub count: usize,
    /// Whether the cores have message units, and with them message instructions.
    pub messages: bool,
    /// What differs between cores. The first group has the lowest core numbers.
    pub groups: Vec<Group>,
    /// The floating-point unit, if there is one.
    pub float: Option<FloatTiming>,
    /// User-defined instructions.
    pub instructions: Arc<UserInstructions>,
    /// Local memory for instructions (PMEM).
    pub program_memory: Range,
    /// Whether programs may store to it.
    pub program_stores: bool,
    /// Whether loads and stores may use its addresses below [`NULL_BYTES`].
    pub null_access: bool,
    /// Local memory for data (DMEM).
    pub data_memory: Range,
    /// Bytes at the bottom of the data memory that are set aside for the stack.
    pub stack_bytes: u32,
    /// Where the data memories answer on the bus, if they do.
    pub bus_windows: Option<BusWindows>,
    /// Where the program memories answer on the bus, if they do.
    pub program_windows: Option<BusWindows>,
    /// The core-local timer: `mtimecmp` and `mtime` at the offsets of a CLINT.
    pub timer: Range,
    /// The receiving side of the message unit.
    pub mailbox: Mailbox,
}

keys! {
    /// Latencies of a core in cycles of its clock; `docs/contract/core.md` defines each.
    #[derive(Eq)]
    pub struct Timing {
        /// Bubbles between a load and an instruction after it that reads the loaded register.
        load_use: Cycles<0, 100> = 1,
        /// Bubbles between a multiplication and an instruction after it that reads the product.
        multiply_use: Cycles<0, 100> = 1,
        /// A division or remainder, beyond its issue.
        divide: Cycles<0, 100> = 33,
        /// Bubbles after a taken branch, an exception or `fence.i`.
        taken_branch: Cycles<0, 100> = 2,
        /// Bubbles after `jal`.
        jump: Cycles<0, 100> = 1,
        /// Bubbles after `jalr` and `mret`.
        jump_register: Cycles<0, 100> = 2,
        /// Bubbles when control goes to a four-byte instruction that is not aligned to four bytes.
        misaligned_target: Cycles<0, 100> = 1,
        /// Added to a load or store whose address is in the program memory.
        program_memory_data: Cycles<0, 100> = 1,
        /// An atomic memory operation on the data memory, beyond its issue.
        atomic: Cycles<0, 100> = 1,
        /// From an interrupt to the issue of its handler's first instruction.
        trap_entry: Cycles<1, 100> = 3,
        /// Waking a sleeping core or transmitter.
        wake: Cycles<1, 100> = 4,
    }
}

keys! {
    /// The floating-point unit (single precision, RV32F): cycles beyond the issue; `docs/contract/core.md` defines each.
    #[derive(Copy, Eq)]
    pub struct FloatTiming {
        /// Transfer of operands and result, for every instruction except loads and stores.
        transfer: Cycles<0, 100> = 0,
        /// Additions, comparisons, conversions.
        add: Cycles<0, 100> = 0,
        /// Multiplications.
        multiply: Cycles<0, 100> = 0,
        /// Fused multiply-adds.
        fused: Cycles<0, 100> = 0,
        /// Divisions.
        divide: Cycles<0, 100> = 0,
        /// Square roots.
        square_root: Cycles<0, 100> = 0,
    }
}

impl Timing {
    /// Applies `change` to each latency.
    pub fn map(&self, change: impl Fn(u64) -> u64) -> Timing {
        Timing {
            load_use: change(self.load_use),
            multiply_use: change(self.multiply_use),
            divide: change(self.divide),
            taken_branch: change(self.taken_branch),
            jump: change(self.jump),
            jump_register: change(self.jump_register),
            misaligned_target: change(self.misaligned_target),
            program_memory_data: change(self.program_memory_data),
            atomic: change(self.atomic),
            trap_entry: change(self.trap_entry),
            wake: change(self.wake),
        }
    }

    /// Converts the latencies to ticks.
    pub fn in_ticks(&self, period: u64) -> Timing {
        self.map(|cycles| cycles * period)
    }
}

impl FloatTiming {
    /// Cycles of the longest instruction beyond its issue.
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

impl Cores {
    /// The number of the group that a core belongs to.
    pub fn group_number(&self, core: usize) -> usize {
        let mut before = 0;
        let is_its = |group: &Group| {
            before += group.count;
            core < before
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

    /// Address of the 64-bit cycle counter of the core-local timer.
    pub fn mtime(&self) -> u32 {
        self.timer.base + TIMER_MTIME_OFFSET
    }

    /// Address of the 64-bit compare register of the core-local timer.
    pub fn mtimecmp(&self) -> u32 {
        self.timer.base + TIMER_MTIMECMP_OFFSET
    }
}
