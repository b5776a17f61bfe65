//! The interpreter's inner loop: executes instructions that concern the core alone.
//!
//! The loop runs up to a cycle that it must not reach, or up to an instruction that it does not handle: one that another component could notice, or a
//! rare one that `local` executes. It neither allocates nor accesses anything outside the core.

use super::data_memory::DataMemory;
use super::pipeline::Pipeline;
use super::profile::Profile;
use super::program::{Program, Slot};
use super::registers::Registers;
use super::state::State;
use super::Core;
use crate::units::Cycle;
use std::sync::Arc;
use weft_isa::{alu, branch_taken, Op};
use weft_translate::Logs;

/// Receives what the loop does, so that it can be undone. `()` records nothing and costs nothing.
pub(super) trait Journal {
    /// A store to `address` is about to happen.
    #[inline(always)]
    fn store(&mut self, _data: &DataMemory, _address: u32) {}
    /// Control has been transferred from one slot to another.
    #[inline(always)]
    fn transfer(&mut self, _from: usize, _to: usize) {}
    /// The profile has counted ticks beyond those of a slot.
    #[inline(always)]
    fn wait(&mut self, _slot: usize, _ticks: u64) {}
    /// Whether the loop must stop before the instruction in this slot.
    #[inline(always)]
    fn stops_before(&mut self, _slot: usize) -> bool {
        false
    }
    /// Whether the loop must stop now that control has been transferred to this slot, because a translation begins there.
    #[inline(always)]
    fn arrives(&mut self, _slot: usize) -> bool {
        false
    }
    /// The log into which translations report, if this journal records.
    fn logs(&mut self) -> Option<&mut Logs> {
        None
    }
}

impl Journal for () {}

/// Stops the loop after the instruction in one slot.
struct Only(usize);

impl Journal for Only {
    fn stops_before(&mut self, slot: usize) -> bool {
        slot != self.0
    }
}

impl Core {
    /// Issues one instruction in this cycle, if others of its bundle follow it, so that a debugger can stop between them; false, with nothing
    /// changed, if none follows. Timing does not change by it.
    pub fn issue_within_bundle(&mut self) -> bool {
        let Pipeline { index, time, .. } = self.pipeline;
        let slot = self.pipeline.program.slots.get(index);
        let goes_on = slot.is_some_and(|slot| slot.ticks == 0);
        let is_fetched = self.pipeline.fetch_fault.is_none();
        if !goes_on || !is_fetched || self.reads_program() || self.interrupts.taken(time).is_some()
        {
            return false;
        }
        self.pipeline
            .interpret(&mut self.data, time + 1, &mut Only(index));
        self.pipeline.index != index
    }

    /// Runs until the next instruction would issue in `limit` or later or must issue in global order (then the state says `shared`), or until the
    /// program has enabled interrupts by other components. The core must be running.
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
            if self.is_certainly_shared() || !self.execute_local_noting() {
                self.pipeline.state = State::Running { shared: true };
                return;
            }
            if self.is_interruptible() {
                return;
            }
        }
    }
}

/// The `match` of the loop: generated arms for operations that differ only in what they compute, and arms written out. An arm returns whether it has
/// executed the instruction and advanced to the next.
macro_rules! dispatch {
    (
        $op:expr, $at:ident, $slot:ident, $registers:ident,
        register_register: $($on_registers:ident)*,
        register_immediate: $($on_immediate:ident)*,
        branch: $($on_condition:ident)* => $taken:expr,
        $($written_out:tt)*
    ) => {
        match $op {
            $(Op::$on_registers => {
                let (first, second) = ($registers.get($slot.rs1), $registers.get($slot.rs2));
                $registers.set($slot.rd, alu(Op::$on_registers, first, second));
                $at.next::<WIDE>($slot)
            })*
            $(Op::$on_immediate => {
                let first = $registers.get($slot.rs1);
                $registers.set($slot.rd, alu(Op::$on_immediate, first, $slot.imm as u32));
                $at.next::<WIDE>($slot)
            })*
            $(Op::$on_condition => {
                let (first, second) = ($registers.get($slot.rs1), $registers.get($slot.rs2));
                if branch_taken(Op::$on_condition, first, second) {
                    $taken
                } else {
                    $at.next::<WIDE>($slot)
                }
            })*
            $($written_out)*
        }
    };
}

/// The loop's position, which the host keeps in registers.
#[derive(Default)]
struct Progress {
    time: Cycle,
    /// The first cycle that the loop must not reach; 0 makes it end.
    bound: Cycle,
    /// The slot whose instruction is next.
    index: usize,
    instructions: u64,
    /// Instructions that others of their bundle follow, and whether the latest is one of them.
    joined: u64,
    is_within: bool,
}

impl Progress {
    /// Falls through to the next slot. `WIDE`: a slot can say that the next instruction issues in the same cycle.
    #[inline(always)]
    fn next<const WIDE: bool>(&mut self, slot: &Slot) -> bool {
        self.time += u64::from(slot.ticks);
        self.index += usize::from(slot.halfwords);
        if WIDE {
            self.is_within = slot.ticks == 0;
            self.joined += u64::from(self.is_within);
        }
        true
    }

    /// As [`Self::next`], after an instruction that takes `more` ticks than its slot says. If there are any, it ends its bundle.
    #[inline(always)]
    fn next_after<const WIDE: bool>(
        &mut self,
        slot: &Slot,
        more: u64,
        profile: &mut Profile,
        journal: &mut impl Journal,
    ) -> bool {
        let index = self.index;
        self.next::<WIDE>(slot);
        if more > 0 {
            profile.wait(index, more as i64);
            journal.wait(index, more);
            self.time += more;
            self.joined -= u64::from(std::mem::take(&mut self.is_within));
        }
        true
    }

    /// Transfers control to another slot; false, with nothing changed, if there is no such slot.
    #[inline(always)]
    fn transfer(
        &mut self,
        slot: &Slot,
        slots: &[Slot],
        target: usize,
        profile: &mut Profile,
        journal: &mut impl Journal,
    ) -> bool {
        let Some(to) = slots.get(target) else {
            return false;
        };
        profile.transfer(self.index, target);
        journal.transfer(self.index, target);
        if journal.arrives(target) {
            self.bound = Cycle(0);
        }
        self.time += u64::from(slot.ticks_taken) + u64::from(to.entry_penalty);
        self.index = target;
        self.is_within = false;
        true
    }
}

impl Pipeline {
    /// Interprets until `bound`, or until `journal` stops the loop where a translation begins (returns true), or before an instruction that the loop
    /// does not handle or at which `journal` stops it (returns false). Reports to `journal` what an undo needs.
    pub fn interpret(
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

    /// As [`Pipeline::interpret`]. `WIDE` as for [`Progress::next`].
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
        let (slots, profile) = (&program.slots[..], &mut accounting.profile);
        let mut at = Progress {
            time: self.time,
            bound,
            index: self.index,
            ..Progress::default()
        };
        let reached = loop {
            if at.time >= at.bound {
                break true;
            }
            if !step::<WIDE>(&mut at, slots, program, registers, profile, data, journal) {
                break false;
            }
            at.instructions += 1;
        };
        // A bundle is counted with its last instruction.
        let issues = at.instructions - at.joined;
        accounting.issue_bundles(at.instructions, issues);
        accounting.bubbles(at.time - self.time - issues * self.period);
        (self.time, self.index) = (at.time, at.index);
        if WIDE && at.is_within {
            self.bundle_since = Some(at.time);
        }
        reached
    }
}

/// Executes one instruction; false, with nothing changed, if the loop does not handle it. Only rare instructions use `program`, which leaves a
/// register of the host to the others.
#[inline(always)]
fn step<const WIDE: bool>(
    at: &mut Progress,
    slots: &[Slot],
    program: &Arc<Program>,
    registers: &mut Registers,
    profile: &mut Profile,
    data: &mut DataMemory,
    journal: &mut impl Journal,
) -> bool {
    let Some((slot, Some(op))) = slots.get(at.index).map(|slot| (slot, slot.op)) else {
        return false;
    };
    if journal.stops_before(at.index) {
        return false;
    }
    macro_rules! load {
        ($convert:expr) => {
            load(registers, slot, data, program, $convert)
                .is_some_and(|more| at.next_after::<WIDE>(slot, more, profile, journal))
        };
    }
    macro_rules! jump {
        ($target:expr) => {{
            let link = program.address_of(at.index + usize::from(slot.halfwords));
            let goes = $target.is_some_and(|to| at.transfer(slot, slots, to, profile, journal));
            if goes {
                registers.set(slot.rd, link);
            }
            goes
        }};
    }
    dispatch! {
        op, at, slot, registers,
        register_register: Add Sub Sll Slt Sltu Xor Srl Sra Or And Mul Mulh Mulhsu Mulhu Div Divu Rem Remu,
        register_immediate: Addi Slti Sltiu Xori Ori Andi Slli Srli Srai,
        branch: Beq Bne Blt Bge Bltu Bgeu
            => at.transfer(slot, slots, slot.imm as u32 as usize, profile, journal),
        Op::Lui | Op::Auipc => {
            registers.set(slot.rd, slot.imm as u32);
            at.next::<WIDE>(slot)
        }
        Op::Jal => jump!(Some(slot.imm as u32 as usize)),
        Op::Jalr => jump!(program.index_of(address(registers, slot) & !1)),
        Op::Lb => load!(|v: [u8; 1]| v[0] as i8 as u32),
        Op::Lbu => load!(|v: [u8; 1]| u32::from(v[0])),
        Op::Lh => load!(|v| i16::from_le_bytes(v) as u32),
        Op::Lhu => load!(|v| u32::from(u16::from_le_bytes(v))),
        Op::Lw => load!(u32::from_le_bytes),
        Op::Sb => store(registers, slot, data, journal, |v: u32| [v as u8]) && at.next::<WIDE>(slot),
        Op::Sh => store(registers, slot, data, journal, |v: u32| (v as u16).to_le_bytes()) && at.next::<WIDE>(slot),
        Op::Sw => store(registers, slot, data, journal, u32::to_le_bytes) && at.next::<WIDE>(slot),
        Op::User => {
            let (first, second) = (registers.get(slot.rs1), registers.get(slot.rs2));
            let value = program.user.result(slot.imm, first, second);
            registers.set(slot.rd, value);
            at.next::<WIDE>(slot)
        }
        _ => false,
    }
}

/// Executes a load and returns its ticks beyond those of its slot; None, with nothing changed, if its address is in neither memory.
#[inline(always)]
fn load<const BYTES: usize>(
    registers: &mut Registers,
    slot: &Slot,
    data: &DataMemory,
    program: &Program,
    convert: impl Fn([u8; BYTES]) -> u32,
) -> Option<u64> {
    let address = address(registers, slot);
    let (value, more) = match data.read(address) {
        Some(value) => (value, 0),
        None => (program.read(address)?, program.more_to_load(slot)),
    };
    registers.set(slot.rd, convert(value));
    Some(more)
}

/// Executes a store to the data memory; false, with nothing changed, if its address is elsewhere.
#[inline(always)]
fn store<const BYTES: usize>(
    registers: &Registers,
    slot: &Slot,
    data: &mut DataMemory,
    journal: &mut impl Journal,
    convert: impl Fn(u32) -> [u8; BYTES],
) -> bool {
    let address = address(registers, slot);
    journal.store(data, address);
    data.write(address, convert(registers.get(slot.rs2)))
}

/// The address of a load or store, or the target of `jalr`.
#[inline(always)]
fn address(registers: &Registers, slot: &Slot) -> u32 {
    registers.get(slot.rs1).wrapping_add(slot.imm as u32)
}
