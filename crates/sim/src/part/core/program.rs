//! The program memory (PMEM) of a core, decoded ahead of execution.
//!
//! Each halfword of program memory has a slot that tells what the instruction starting there does and how many ticks it takes when nothing outside
//! the core is involved. Load-use and multiply-use bubbles depend only on the next instruction in memory, bundles only on the instructions around
//! (docs/contract/core.md, "Instructions" and "Issue width"), so they are part of the slot.

use super::bundle::{self, Placed};
use super::keys::{Cores, FloatTiming, Group, Timing, NULL_BYTES};
use super::kinds::{
    is_atomic_operation, is_direct_transfer, is_load, is_message_instruction, is_multiplication,
};
use crate::port::word_at;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use weft_isa::user::UserInstructions;
use weft_isa::{decode, Instruction, Op};

use weft_translate::Cache;
pub use weft_translate::{Slot, DISCARD};

/// Instruction bytes and their decoded slots. Cores share them until one writes its own (copy on write).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    pub base: u32,
    pub bytes: Vec<u8>,
    pub slots: Arc<Vec<Slot>>,
    pub issue_width: usize,
    /// Ticks in a cycle.
    pub period: u64,
    /// Latencies of the pipeline, in ticks.
    timing: Timing,
    /// Without a floating-point unit its instructions are illegal.
    float: Option<FloatTiming>,
    /// The message instructions that the core has.
    messages: MessageInstructions,
    pub user: Arc<UserInstructions>,
    pub takes_stores: bool,
    /// The lowest address that loads and stores may use.
    first_data: u32,
    /// Translations of its hot code. A write to the program discards them.
    #[serde(skip)]
    pub translations: Arc<Cache>,
}

/// The message instructions of a core. All others are illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct MessageInstructions {
    /// The core has a message unit.
    any: bool,
    /// The message unit matches: the core has `mbox.send` and `mbox.match`.
    matching: bool,
}

impl MessageInstructions {
    /// Whether the core has this instruction, if it is a message instruction; true for all others.
    fn allow(self, op: Op) -> bool {
        match op {
            Op::MboxSend | Op::MboxMatch => self.any && self.matching,
            op if is_message_instruction(op) || op == Op::MboxEnable => self.any,
            _ => true,
        }
    }
}

impl Program {
    /// An empty memory: every slot is illegal.
    pub fn new(cores: &Cores, group: &Group) -> Self {
        let range = cores.program_memory;
        let mut program = Program {
            base: range.base,
            bytes: vec![0; range.size as usize],
            slots: Arc::default(),
            issue_width: group.issue_width,
            period: group.period,
            timing: group.timing.in_ticks(group.period),
            float: cores.float,
            messages: MessageInstructions {
                any: cores.messages,
                matching: cores.mailbox.matching,
            },
            user: Arc::clone(&cores.instructions),
            takes_stores: cores.program_stores,
            first_data: if cores.null_access { 0 } else { NULL_BYTES },
            translations: Arc::default(),
        };
        let illegal = program.decode_slot(0);
        program.slots = Arc::new(vec![illegal; range.size as usize / 2]);
        program
    }

    /// The memory's bytes at an address; None if they are not all inside.
    pub fn slice(&self, address: u32, length: usize) -> Option<&[u8]> {
        let offset = address.wrapping_sub(self.base) as usize;
        self.bytes.get(offset..offset.checked_add(length)?)
    }

    /// Whether a load may read bytes at an address.
    pub fn has_data(&self, address: u32, length: usize) -> bool {
        address >= self.first_data && self.slice(address, length).is_some()
    }

    /// Returns the first address that a load may read, and the bytes from there on.
    pub fn constants(&self) -> (u32, &[u8]) {
        let hidden = self.first_data.saturating_sub(self.base) as usize;
        let hidden = hidden.min(self.bytes.len());
        (self.base.wrapping_add(hidden as u32), &self.bytes[hidden..])
    }

    /// Reads `N` bytes as a load does; None if it may not read them, or if they are not naturally aligned. Rare in inner loops.
    #[cold]
    pub fn read<const N: usize>(&self, address: u32) -> Option<[u8; N]> {
        let may_read = address as usize & (N - 1) == 0 && self.has_data(address, N);
        let bytes = self.slice(address, N).filter(|_| may_read)?;
        bytes.try_into().ok()
    }

    /// Ticks of a load from this memory beyond those of its slot. The load ends its bundle.
    pub fn more_to_load(&self, slot: &Slot) -> u64 {
        let own = u64::from(slot.ticks);
        own.max(self.period) - own + self.timing.program_memory_data
    }

    /// The slot index of an address; None outside the memory or if the address is odd.
    #[inline(always)]
    pub fn index_of(&self, address: u32) -> Option<usize> {
        let index = (address.wrapping_sub(self.base) >> 1) as usize;
        (address & 1 == 0 && index < self.slots.len()).then_some(index)
    }

    /// The address of a slot.
    #[inline(always)]
    pub fn address_of(&self, index: usize) -> u32 {
        self.base.wrapping_add((index as u32) << 1)
    }

    /// The number of slots up to the last byte that is not zero. No instruction follows: one of zeros is illegal.
    pub fn used_slots(&self) -> usize {
        let last = self.bytes.iter().rposition(|byte| *byte != 0);
        last.map_or(0, |last| last / 2 + 1)
    }

    /// Writes bytes at an offset and decodes the affected slots again.
    pub fn write(&mut self, offset: usize, bytes: &[u8]) {
        self.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        if self.is_wide() {
            self.refresh();
            return;
        }
        // An instruction may begin one halfword before the change, and the bubbles of the instruction before that depend on it.
        let first = (offset / 2).saturating_sub(4);
        let last = (offset + bytes.len()).div_ceil(2).min(self.slots.len());
        self.decode(first..last);
    }

    /// Writes a word at an offset without decoding it: [`Program::refresh`] does that before the core starts.
    pub fn put(&mut self, offset: u32, word: u32) {
        let at = offset as usize & !3;
        self.bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }

    /// Decodes the whole memory.
    pub fn refresh(&mut self) {
        self.decode(0..self.slots.len());
        if self.is_wide() {
            self.group();
        }
    }

    /// Whether several instructions can issue in a cycle.
    #[inline(always)]
    pub fn is_wide(&self) -> bool {
        self.issue_width > 1
    }

    fn decode(&mut self, slots: std::ops::Range<usize>) {
        // A new cache, since other cores may still run the program as it was.
        self.translations = Arc::default();
        for index in slots {
            let slot = self.decode_slot(index);
            Arc::make_mut(&mut self.slots)[index] = slot;
        }
    }

    /// Groups the instructions into bundles, each of which issues in one cycle.
    fn group(&mut self) {
        let line = bundle::line(&self.slots);
        let bundles = bundle::bundles(&line, self.issue_width);
        let mut next: &[Placed] = &[];
        for range in bundles.into_iter().rev() {
            let bundle = &line[range];
            let following = if follows(next, bundle) { next } else { &[] };
            self.join(bundle, following);
            next = bundle;
        }
    }

    /// Lets the instructions of a bundle issue together; `next` is the bundle that follows it on the line.
    fn join(&mut self, bundle: &[Placed], next: &[Placed]) {
        let Some((last, others)) = bundle.split_last() else {
            return;
        };
        for placed in others {
            self.set_ticks(placed.index, 0);
        }
        let latency = |placed: &Placed| self.latency_to(&placed.instruction, next);
        let bubbles = bundle.iter().map(latency).max().unwrap_or(0);
        let ticks = self.period + self.own_ticks(&last.instruction) + bubbles;
        self.set_ticks(last.index, ticks as u8);
    }

    fn set_ticks(&mut self, slot: usize, ticks: u8) {
        Arc::make_mut(&mut self.slots)[slot].ticks = ticks;
    }

    /// Bubbles after the instruction if one of the next reads its result, otherwise 0.
    fn latency_to(&self, instruction: &Instruction, next: &[Placed]) -> u64 {
        let is_read = next
            .iter()
            .any(|placed| reads(&placed.instruction, instruction));
        if is_read {
            self.result_latency(instruction.op)
        } else {
            0
        }
    }

    /// The instruction bits at a slot; a halfword outside the memory reads as zero.
    pub fn bits(&self, index: usize) -> u32 {
        word_at(&self.bytes, 2 * index)
    }

    /// The instruction at a slot; None if it is illegal or extends past the end of the memory.
    pub fn instruction(&self, index: usize) -> Option<Instruction> {
        let bits = self.bits(index);
        decode(bits)
            .or_else(|| self.user.decode(bits))
            .filter(|i| self.float.is_some() || !i.op.is_float())
            .filter(|i| self.messages.allow(i.op))
            .filter(|i| 2 * index + usize::from(i.size) <= self.bytes.len())
    }

    /// Decodes the instruction that begins at a slot, with its ticks. A slot without a legal one has no operation.
    fn decode_slot(&self, index: usize) -> Slot {
        // Fetch sees the length encoding alone; whether the instruction is legal turns out later.
        let is_word = self.bits(index) & 3 == 3;
        let entry_penalty = match is_word && self.address_of(index) & 2 != 0 {
            true => self.timing.misaligned_target as u8,
            false => 0,
        };
        let Some(instruction) = self.instruction(index) else {
            return Slot {
                rd: DISCARD,
                halfwords: 1,
                ticks: self.period as u8,
                ticks_taken: self.period as u8,
                entry_penalty,
                ..Slot::default()
            };
        };
        Slot {
            op: Some(instruction.op),
            rd: if instruction.rd == 0 {
                DISCARD
            } else {
                instruction.rd
            },
            rs1: instruction.rs1,
            rs2: instruction.rs2,
            imm: self.resolved_immediate(index, &instruction),
            halfwords: instruction.size / 2,
            ticks: self.ticks(index, &instruction),
            ticks_taken: self.ticks_taken(instruction.op),
            entry_penalty,
        }
    }

    /// The immediate, with program-counter-relative targets turned into slot indices and `auipc` into its result.
    fn resolved_immediate(&self, index: usize, instruction: &Instruction) -> i32 {
        let target = self.address_of(index).wrapping_add(instruction.imm as u32);
        match instruction.op {
            op if is_direct_transfer(op) => self.index_of(target).map_or(-1, |i| i as i32),
            Op::Auipc => target as i32,
            _ => instruction.imm,
        }
    }

    /// Ticks from the issue of an instruction to that of the next, if it falls through.
    fn ticks(&self, index: usize, instruction: &Instruction) -> u8 {
        let next = self.instruction(index + usize::from(instruction.size) / 2);
        let bubbles = match next {
            Some(next) if reads(&next, instruction) => self.result_latency(instruction.op),
            _ => 0,
        };
        (self.period + self.own_ticks(instruction) + bubbles) as u8
    }

    /// Ticks after the first cycle in which the instruction keeps all others from issuing.
    fn own_ticks(&self, instruction: &Instruction) -> u64 {
        match instruction.op {
            Op::Div | Op::Divu | Op::Rem | Op::Remu => self.timing.divide,
            Op::User => (u64::from(self.user.cycles(instruction.imm)) - 1) * self.period,
            op if op.is_float() => self
                .float
                .map_or(0, |timing| timing.cycles(op) * self.period),
            op if is_atomic_operation(op) => self.timing.atomic,
            _ => 0,
        }
    }

    /// Bubbles, in ticks, between the instruction and one that reads its result.
    fn result_latency(&self, op: Op) -> u64 {
        match op {
            op if is_load(op) || is_atomic_operation(op) => self.timing.load_use,
            op if is_multiplication(op) => self.timing.multiply_use,
            _ => 0,
        }
    }

    /// Ticks from the issue of an instruction to that of the next, if it transfers control.
    fn ticks_taken(&self, op: Op) -> u8 {
        let redirect = match op {
            Op::Jal => self.timing.jump,
            Op::Jalr | Op::Mret => self.timing.jump_register,
            _ => self.timing.taken_branch,
        };
        (self.period + redirect) as u8
    }
}

/// Whether bundle `next` begins where `bundle` ends.
fn follows(next: &[Placed], bundle: &[Placed]) -> bool {
    let end = bundle.last().map(Placed::next);
    next.first().map(|placed| placed.index) == end
}

/// Whether an instruction reads the destination register of the one before.
fn reads(instruction: &Instruction, before: &Instruction) -> bool {
    let mut sources = instruction.sources();
    let mut float_sources = instruction.float_sources();
    let is_read = |rd| sources.any(|register| register == rd);
    let is_read_as_float = |rd| float_sources.any(|register| register == rd);
    before.destination().is_some_and(is_read)
        || before.float_destination().is_some_and(is_read_as_float)
}
