//! `[cores.timing]` and `[cores.floating_point]`: the latencies of a core's pipelines.

use weft_isa::Op;

use crate::platform::keys::{keys, Cycles};

keys! {
    /// Latencies of a core in cycles of its clock, as `docs/timing.md` section 1 defines each.
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
    /// The floating-point unit (single precision, RV32F): cycles beyond the issue, as `docs/timing.md` section 1 defines them.
    #[derive(Copy, Eq)]
    pub struct FloatTiming {
        /// Handing over the operands and fetching the result, for every instruction but loads and stores.
        transfer: Cycles<0, 100> = 0,
        /// Additions, comparisons, conversions.
        add: Cycles<0, 100> = 0,
        /// Multiplications.
        multiply: Cycles<0, 100> = 0,
        /// A multiplication and an addition in one.
        fused: Cycles<0, 100> = 0,
        /// Divisions.
        divide: Cycles<0, 100> = 0,
        /// Square roots.
        square_root: Cycles<0, 100> = 0,
    }
}

impl Timing {
    /// The latencies with each changed.
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

    /// The same in ticks.
    pub fn in_ticks(&self, period: u64) -> Timing {
        self.map(|cycles| cycles * period)
    }
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
