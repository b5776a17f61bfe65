//! The cores of a chip: their groups, the latencies of their pipelines, their memories and message units.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use weft_isa::user::UserInstructions;
use weft_isa::Op;

use super::{BusWindows, Range};

/// The largest number of cores of a platform: a node number has six bits in a request word.
pub const MAX_CORES: usize = 64;

/// The most instructions that a core issues in a cycle.
pub const MAX_ISSUE_WIDTH: usize = 8;

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
    /// Four stages, a three-stage sub-pipeline for bus and messages (`docs/contract/timing.md`, section 1).
    Asip,
}

/// Latencies of a core in cycles of its clock, as `docs/contract/timing.md` section 1 defines each.
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

/// Cycles of floating-point instructions, as `docs/contract/timing.md` section 1 defines them.
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
