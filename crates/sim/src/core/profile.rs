//! How often each instruction was executed and what it cost, at the price of two additions for each transfer of control.
//!
//! Straight-line execution is counted by its ends: control *enters* at a slot and *leaves* behind one. The number of times a
//! slot was executed is the running sum of entries minus exits up to it. Cycles that depend on other components are added to
//! the slot that waited.

use super::program::Program;
use std::collections::HashMap;

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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ends {
    /// Transfers of control to this slot, less interrupts taken before it issued.
    entries: i64,
    /// Transfers of control away by the instruction in this slot.
    exits: i64,
}

/// The counters of one core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    ends: Vec<Ends>,
    /// Cycles beyond what the slot's own figures say.
    waits: HashMap<u32, i64>,
}

impl Profile {
    /// Counters for a program memory of `slots` halfwords.
    pub fn new(slots: usize) -> Self {
        Profile {
            ends: vec![Ends::default(); slots],
            waits: HashMap::new(),
        }
    }

    /// Control goes from the instruction in slot `from` to slot `to`, though not by falling through.
    #[inline(always)]
    pub fn transfer(&mut self, from: usize, to: usize) {
        self.ends[from].exits += 1;
        self.ends[to].entries += 1;
    }

    /// Execution begins at slot `index`.
    pub fn enter(&mut self, index: usize) {
        self.ends[index].entries += 1;
    }

    /// Execution ends with the instruction in slot `index`.
    pub fn exit(&mut self, index: usize) {
        self.ends[index].exits += 1;
    }

    /// The instruction in slot `index` will not issue after all: an interrupt comes first. What it cost to get there stays.
    pub fn withdraw(&mut self, index: usize, entry_penalty: u8) {
        self.ends[index].entries -= 1;
        self.wait(index, i64::from(entry_penalty));
    }

    /// The instruction in slot `index` took `cycles` more than its slot says (fewer, if negative).
    pub fn wait(&mut self, index: usize, cycles: i64) {
        if cycles != 0 {
            *self.waits.entry(index as u32).or_default() += cycles;
        }
    }

    /// All instructions executed so far, in address order; `next` is the slot that would issue next, if the core still runs.
    pub fn collect(&self, program: &Program, next: Option<usize>) -> Vec<PcProfile> {
        let mut running = 0_i64;
        let mut found = Vec::new();
        for (index, ends) in self.ends.iter().enumerate() {
            running += ends.entries - i64::from(next == Some(index));
            if running > 0
                && program.slots()[index].op.is_some()
                && self.starts_here(program, index, &found)
            {
                found.push(self.entry(program, index, running));
            }
            running -= ends.exits;
        }
        found
    }

    /// Whether slot `index` is an instruction rather than the second half of the one before it.
    fn starts_here(&self, program: &Program, index: usize, found: &[PcProfile]) -> bool {
        let address = program.address_of(index);
        self.ends[index].entries != 0
            || found
                .last()
                .is_none_or(|last| last.pc + u32::from(last.size) <= address)
    }

    fn entry(&self, program: &Program, index: usize, executed: i64) -> PcProfile {
        let slot = &program.slots()[index];
        let ends = &self.ends[index];
        let sequential = (executed - ends.exits) * i64::from(slot.cycles);
        let taken = ends.exits * i64::from(slot.cycles_taken)
            + ends.entries * i64::from(slot.entry_penalty);
        let waits = self.waits.get(&(index as u32)).copied().unwrap_or(0);
        PcProfile {
            pc: program.address_of(index),
            size: slot.halfwords * 2,
            executed: executed as u64,
            cycles: (sequential + taken + waits).max(0) as u64,
        }
    }
}
