//! Executing what concerns the core alone, as fast as the host can.
//!
//! The loop goes on until the cycle it may not reach, or until an instruction that it does not know: one that another component
//! could notice, or a rare one that `local` executes. It neither allocates nor looks at anything outside the core.

use super::data_memory::DataMemory;
use super::pipeline::Pipeline;
use super::program::Slot;
use super::registers::Registers;
use super::state::State;
use super::Core;
use crate::units::Cycle;
use weft_isa::{alu, branch_taken, Op};

/// What the loop reports so that it can be undone; `()` takes no note and costs nothing.
pub(super) trait Journal {
    /// A store to `address` is about to happen.
    fn store(&mut self, data: &DataMemory, address: u32);
    /// Control went from one slot to another, though not by falling through.
    fn transfer(&mut self, from: usize, to: usize);
    /// Whether the loop is to end before the instruction in this slot.
    #[inline(always)]
    fn stops_before(&mut self, _slot: usize) -> bool {
        false
    }
}

impl Journal for () {
    #[inline(always)]
    fn store(&mut self, _: &DataMemory, _: u32) {}
    #[inline(always)]
    fn transfer(&mut self, _: usize, _: usize) {}
}

/// The end of the loop after the instruction in one slot.
struct Only(usize);

impl Journal for Only {
    fn store(&mut self, _: &DataMemory, _: u32) {}
    fn transfer(&mut self, _: usize, _: usize) {}
    fn stops_before(&mut self, slot: usize) -> bool {
        slot != self.0
    }
}

impl Core {
    /// Issues one instruction in this cycle, if others of its bundle follow it; false, with nothing changed, if none does. What the
    /// core does in the cycle stays the same: a debugger looks in between.
    pub fn issue_within_bundle(&mut self) -> bool {
        let Pipeline { index, time, .. } = self.pipeline;
        let slot = self.pipeline.program.slots().get(index);
        let goes_on = slot.is_some_and(|slot| slot.ticks == 0);
        let is_fetched = self.pipeline.fetch_fault.is_none();
        if !goes_on || !is_fetched || self.interrupts.taken(time).is_some() {
            return false;
        }
        self.pipeline
            .execute(&mut self.data, time + 1, &mut Only(index));
        self.pipeline.index != index
    }

    /// Runs on until the next instruction would issue in `limit` or later, or is one that must issue in global order (then
    /// the state says `shared`), or the program has let others interrupt it. The core must be running.
    pub fn run_local(&mut self, limit: Cycle) {
        while self.pipeline.time < limit {
            let now = self.pipeline.time;
            let timer = self.interrupts.timer_due();
            if (timer <= now || self.is_interruptible()) && self.take_interrupt() {
                continue;
            }
            let bound = limit.min(timer.max(now + 1));
            if self.execute(bound, &mut ()) {
                continue;
            }
            if !self.execute_local_noting() {
                self.pipeline.state = State::Running { shared: true };
                return;
            }
            if self.is_interruptible() {
                return;
            }
        }
    }
}

/// The loop's `match`: arms for the operations that differ in nothing but what they compute, and those written out.
macro_rules! dispatch {
    (
        $op:expr,
        $register_register:ident: $($on_registers:ident)*,
        $register_immediate:ident: $($on_immediate:ident)*,
        $branch:ident: $($on_condition:ident)*,
        $($written_out:tt)*
    ) => {
        match $op {
            $(Op::$on_registers => $register_register!(Op::$on_registers),)*
            $(Op::$on_immediate => $register_immediate!(Op::$on_immediate),)*
            $(Op::$on_condition => $branch!(Op::$on_condition),)*
            $($written_out)*
        }
    };
}

impl Pipeline {
    /// Executes until `bound` (true) or before an instruction not known here (false), telling `journal` what would have to be undone.
    pub fn execute(
        &mut self,
        data: &mut DataMemory,
        bound: Cycle,
        journal: &mut impl Journal,
    ) -> bool {
        if self.fetch_fault.is_some() {
            return false;
        }
        match self.program.is_wide() {
            true => self.execute_bundles::<true>(data, bound, journal),
            false => self.execute_bundles::<false>(data, bound, journal),
        }
    }

    /// As [`Pipeline::execute`]. `WIDE`: slots can say that the next instruction issues in the same cycle.
    fn execute_bundles<const WIDE: bool>(
        &mut self,
        data: &mut DataMemory,
        bound: Cycle,
        journal: &mut impl Journal,
    ) -> bool {
        let Pipeline {
            program,
            registers,
            accounting,
            ..
        } = self;
        let profile = &mut accounting.profile;
        let slots = program.slots();
        // What changes with each instruction is kept in registers of the host.
        let mut time = self.time;
        let mut index = self.index;
        let mut instructions = 0_u64;
        // Instructions after which others issue in the same cycle, and whether the last one is among them.
        let mut joined = 0_u64;
        let mut is_within = false;
        let reached = loop {
            if time >= bound {
                break true;
            }
            let Some(slot) = slots.get(index) else {
                break false;
            };
            let Some(op) = slot.op else { break false };
            if journal.stops_before(index) {
                break false;
            }
            macro_rules! next {
                () => {{
                    time += u64::from(slot.ticks);
                    index += usize::from(slot.halfwords);
                    if WIDE {
                        is_within = slot.ticks == 0;
                        joined += u64::from(is_within);
                    }
                }};
            }
            macro_rules! register_register {
                ($op:expr) => {{
                    let value = alu($op, registers.get(slot.rs1), registers.get(slot.rs2));
                    registers.set(slot.rd, value);
                    next!()
                }};
            }
            macro_rules! register_immediate {
                ($op:expr) => {{
                    let value = alu($op, registers.get(slot.rs1), slot.imm as u32);
                    registers.set(slot.rd, value);
                    next!()
                }};
            }
            macro_rules! transfer {
                ($target:expr) => {{
                    let target: usize = $target;
                    let Some(to) = slots.get(target) else {
                        break false;
                    };
                    profile.transfer(index, target);
                    journal.transfer(index, target);
                    time += u64::from(slot.ticks_taken) + u64::from(to.entry_penalty);
                    index = target;
                    is_within = false;
                }};
            }
            macro_rules! branch {
                ($op:expr) => {
                    if branch_taken($op, registers.get(slot.rs1), registers.get(slot.rs2)) {
                        transfer!(slot.imm as u32 as usize)
                    } else {
                        next!()
                    }
                };
            }
            macro_rules! load {
                ($bytes:expr, $convert:expr) => {{
                    let Some(value) = data.read::<$bytes>(address(registers, slot)) else {
                        break false;
                    };
                    registers.set(slot.rd, $convert(value));
                    next!()
                }};
            }
            macro_rules! store {
                ($bytes:expr, $convert:expr) => {{
                    let address = address(registers, slot);
                    journal.store(data, address);
                    if !data.write::<$bytes>(address, $convert(registers.get(slot.rs2))) {
                        break false;
                    }
                    next!()
                }};
            }
            dispatch! {
                op,
                register_register: Add Sub Sll Slt Sltu Xor Srl Sra Or And Mul Mulh Mulhsu Mulhu Div Divu Rem Remu,
                register_immediate: Addi Slti Sltiu Xori Ori Andi Slli Srli Srai,
                branch: Beq Bne Blt Bge Bltu Bgeu,
                Op::Lui | Op::Auipc => {
                    registers.set(slot.rd, slot.imm as u32);
                    next!()
                }
                Op::Jal => {
                    let link = program.address_of(index + usize::from(slot.halfwords));
                    transfer!(slot.imm as u32 as usize);
                    registers.set(slot.rd, link);
                }
                Op::Jalr => {
                    let link = program.address_of(index + usize::from(slot.halfwords));
                    let Some(target) = program.index_of(address(registers, slot) & !1) else {
                        break false;
                    };
                    transfer!(target);
                    registers.set(slot.rd, link);
                }
                Op::Lb => load!(1, |v: [u8; 1]| v[0] as i8 as u32),
                Op::Lbu => load!(1, |v: [u8; 1]| u32::from(v[0])),
                Op::Lh => load!(2, |v| i16::from_le_bytes(v) as u32),
                Op::Lhu => load!(2, |v| u32::from(u16::from_le_bytes(v))),
                Op::Lw => load!(4, u32::from_le_bytes),
                Op::Sb => store!(1, |v: u32| [v as u8]),
                Op::Sh => store!(2, |v: u32| (v as u16).to_le_bytes()),
                Op::Sw => store!(4, u32::to_le_bytes),
                Op::User => {
                    let (first, second) = (registers.get(slot.rs1), registers.get(slot.rs2));
                    let value = program.user().result(slot.imm, first, second);
                    registers.set(slot.rd, value);
                    next!()
                }
                _ => break false,
            }
            instructions += 1;
        };
        // A bundle is counted with its last instruction.
        let issues = instructions - joined;
        accounting.issue_bundles(instructions, issues);
        accounting.bubbles(time - self.time - issues * self.period);
        (self.time, self.index) = (time, index);
        if WIDE && is_within {
            self.bundle_since = Some(time);
        }
        reached
    }
}

/// The address of a load or store, or the target of `jalr`.
#[inline(always)]
fn address(registers: &Registers, slot: &Slot) -> u32 {
    registers.get(slot.rs1).wrapping_add(slot.imm as u32)
}
