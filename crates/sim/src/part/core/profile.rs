//! How often each instruction was executed and what it cost, for two additions per transfer of control.
//!
//! Straight-line execution is counted by its ends: control *enters* at a slot and *exits* after one. A slot was executed as often as
//! control entered up to it, minus the exits before it:
//!
//! ```text
//!   slot        0   1   2   3   4      a loop of slots 2 and 3, executed three times
//!   entries     1   0   2   0   0
//!   exits       0   0   0   2   0
//!   executed    1   1   3   3   1
//! ```
//!
//! Cycles that depend on other components are added to the slot that waited.

use super::program::Program;
use serde::{Deserialize, Serialize};
// An array of integers whose zeros take no host memory until one is written: the program memories of 1,024 cores have 3 GiB of them.
use weft_translate::Counters;

/// Executions and cycles of one instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PcProfile {
    pub pc: u32,
    /// Bytes of the instruction.
    pub size: u8,
    /// Times it was issued.
    pub executed: u64,
    /// Cycles from its issue to that of the next instruction, summed.
    pub cycles: u64,
}

/// Transfers of control to this slot, less interrupts taken before it issued.
const ENTRIES: usize = 0;
/// Transfers of control away from this slot, by its instruction.
const EXITS: usize = 1;
/// Ticks beyond what the slot's own figures say.
const WAITS: usize = 2;

/// The counters of one core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    slots: Vec<Counters>,
}

impl Profile {
    /// Counters for a program memory of `slots` halfwords.
    pub fn new(slots: usize) -> Self {
        Profile {
            slots: vec![Counters::default(); slots],
        }
    }

    /// Counts a transfer of control from the instruction in slot `from` to slot `to`.
    #[inline(always)]
    pub fn transfer(&mut self, from: usize, to: usize) {
        self.slots[from][EXITS] += 1;
        self.slots[to][ENTRIES] += 1;
    }

    /// Takes back transfers of control that have been rolled back.
    pub fn undo_transfers(&mut self, from: usize, to: usize, times: u64) {
        self.slots[from][EXITS] -= times as i64;
        self.slots[to][ENTRIES] -= times as i64;
    }

    /// The counters of each slot, which translations count in as well.
    pub fn counters(&mut self) -> &mut [Counters] {
        &mut self.slots
    }

    /// Execution begins at slot `index`.
    pub fn enter(&mut self, index: usize) {
        self.slots[index][ENTRIES] += 1;
    }

    /// Execution ends with the instruction in slot `index`.
    pub fn exit(&mut self, index: usize) {
        self.slots[index][EXITS] += 1;
    }

    /// Takes back the entry at slot `index`, whose instruction does not issue after all, as an interrupt comes first. The cost of getting there stays
    /// counted.
    pub fn withdraw(&mut self, index: usize, entry_penalty: u8) {
        self.slots[index][ENTRIES] -= 1;
        self.wait(index, i64::from(entry_penalty));
    }

    /// Counts `ticks` that the instruction in slot `index` took beyond what its slot says (fewer, if negative).
    pub fn wait(&mut self, index: usize, ticks: i64) {
        self.slots[index][WAITS] += ticks;
    }

    /// Returns about how often the instruction in each of the first `slots` slots has been executed: the stretch being executed may be missing.
    pub fn executions(&self, slots: usize) -> Vec<u64> {
        let mut running = 0_i64;
        let counted = self.slots.iter().take(slots).map(|counters| {
            let executed = running + counters[ENTRIES];
            running = executed - counters[EXITS];
            executed.max(0) as u64
        });
        counted.collect()
    }

    /// Returns all instructions executed so far, in address order; `next` is the slot that would issue next, if the core still runs.
    pub fn collect(&self, program: &Program, next: Option<usize>) -> Vec<PcProfile> {
        let mut running = 0_i64;
        let mut found = Vec::new();
        let used = self.slots.iter().take(program.used_slots());
        for (index, counters) in used.enumerate() {
            running += counters[ENTRIES] - i64::from(next == Some(index));
            if running > 0
                && program.slots[index].op.is_some()
                && self.starts_here(program, index, &found)
            {
                found.push(self.entry(program, index, running));
            }
            running -= counters[EXITS];
        }
        found
    }

    /// Whether slot `index` is an instruction rather than the second half of the one before it.
    fn starts_here(&self, program: &Program, index: usize, found: &[PcProfile]) -> bool {
        let address = program.address_of(index);
        self.slots[index][ENTRIES] != 0
            || found
                .last()
                .is_none_or(|last| last.pc + u32::from(last.size) <= address)
    }

    fn entry(&self, program: &Program, index: usize, executed: i64) -> PcProfile {
        let slot = &program.slots[index];
        let counters = &self.slots[index];
        let sequential = (executed - counters[EXITS]) * i64::from(slot.ticks);
        let taken = counters[EXITS] * i64::from(slot.ticks_taken)
            + counters[ENTRIES] * i64::from(slot.entry_penalty);
        PcProfile {
            pc: program.address_of(index),
            size: slot.halfwords * 2,
            executed: executed as u64,
            cycles: (sequential + taken + counters[WAITS]).max(0) as u64 / program.period,
        }
    }
}
