//! The main pipeline: registers, program memory, and which instruction issues next, in which cycle.
//!
//! The stages IF, ID, EX and WB have no registers here; only their effect on time is modelled (docs/contract/core.md, "Instructions"). The state is
//! always that just before an issue or, while the core waits, in the middle of an instruction. Whatever advances `time` also accounts for the ticks
//! (`accounting`).

use super::accounting::Accounting;
use super::classes::{Class, ClassCycles};
use super::keys::{Group, Timing};
use super::profile::PcProfile;
use super::program::{Program, Slot};
use super::registers::Registers;
use super::state::State;
use super::translations::Hot;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use weft_isa::Instruction;

/// The main pipeline of a core.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Pipeline {
    pub state: State,
    /// Cycle of the next issue, or, while waiting, the next cycle in which something can change.
    pub time: Cycle,
    /// Slot of the next (or waiting) instruction.
    pub index: usize,
    /// The address outside the program memory to which control has gone: the fetch fails.
    pub fetch_fault: Option<u32>,
    /// The cycle in which the first instructions of a bundle have issued, if the rest of it has not.
    pub bundle_since: Option<Cycle>,
    pub registers: Registers,
    pub program: Arc<Program>,
    pub accounting: Accounting,
    /// What the core keeps for running translations.
    #[serde(skip)]
    pub hot: Hot,
    /// The core issues nothing before this cycle, whatever it waits for: an injected fault stalls it.
    pub resumes: Cycle,
    /// Ticks from one edge of the core's clock to the next. The core acts at edges only.
    pub period: u64,
    /// Latencies, in ticks.
    pub timing: Timing,
}

impl Pipeline {
    /// The halted pipeline of a core of this group.
    pub fn new(group: &Group, program: Arc<Program>) -> Self {
        Pipeline {
            state: State::Halted,
            time: Cycle::NEVER,
            index: 0,
            fetch_fault: None,
            bundle_since: None,
            registers: Registers::default(),
            accounting: Accounting::new(group.period, program.slots.len()),
            hot: Hot::default(),
            resumes: Cycle(0),
            program,
            period: group.period,
            timing: group.timing.in_ticks(group.period),
        }
    }

    /// Begins at an address in cycle 0, or later if the first instruction is not aligned.
    pub fn reset(&mut self, entry: u32) {
        self.jump(entry);
        let penalty = match self.fetch_fault {
            None => u64::from(self.slot().entry_penalty),
            Some(_) => 0,
        };
        self.accounting.bubbles(penalty);
        self.state = State::Running { shared: false };
        self.time = Cycle(0) + penalty;
    }

    /// The address of the next instruction, or of the one that waits.
    pub fn pc(&self) -> u32 {
        self.fetch_fault
            .unwrap_or_else(|| self.program.address_of(self.index))
    }

    /// The slot of the next (or waiting) instruction, which has been fetched.
    pub fn slot(&self) -> &Slot {
        &self.program.slots[self.index]
    }

    /// The instruction at the program counter, if it is a legal one.
    pub fn instruction(&self) -> Option<Instruction> {
        match self.fetch_fault {
            None => self.program.instruction(self.index),
            Some(_) => None,
        }
    }

    /// Whether the core executes instructions.
    pub fn is_running(&self) -> bool {
        matches!(self.state, State::Running { .. })
    }

    /// Whether instructions of the bundle that the next one belongs to have issued in this cycle.
    pub fn is_within_bundle(&self) -> bool {
        self.bundle_since == Some(self.time)
    }

    /// The first edge of the core's clock, not before the tick `at`, at which the core may do something.
    #[inline(always)]
    pub fn edge(&self, at: Cycle) -> Cycle {
        at.edge(self.period).max(self.resumes)
    }

    /// Sends control to an address without cost, as a debugger or reset does.
    pub fn jump(&mut self, address: u32) {
        match self.program.index_of(address) {
            Some(index) => {
                (self.index, self.fetch_fault) = (index, None);
                self.accounting.profile.enter(index);
            }
            None => self.fetch_fault = Some(address),
        }
    }

    /// Continues at another address instead of the next instruction, on behalf of a debugger. The core must be running.
    pub fn redirect_by_debugger(&mut self, address: u32) {
        if self.fetch_fault.is_none() {
            self.accounting.profile.withdraw(self.index, 0);
        }
        self.jump(address);
        self.state = State::Running { shared: false };
    }

    /// Withdraws the next instruction from the profile: it will not issue after all. The cost of getting there stays counted.
    pub fn withdraw(&mut self) {
        if self.fetch_fault.is_none() {
            let penalty = self.slot().entry_penalty;
            self.accounting.profile.withdraw(self.index, penalty);
        }
    }

    /// Issues an instruction that takes `extra` ticks more than its slot says, and falls through to the next. The instruction ends its bundle, even
    /// if its slot says that another one follows.
    pub fn finish(&mut self, slot: &Slot, extra: u64) {
        let ticks = u64::from(slot.ticks).max(self.period) + extra;
        self.accounting.issue();
        self.accounting.bubbles(ticks - self.period);
        let more = ticks as i64 - i64::from(slot.ticks);
        self.accounting.profile.wait(self.index, more);
        self.time += ticks;
        self.index += usize::from(slot.halfwords);
    }

    /// Issues an instruction that ends when another component has answered.
    pub fn begin_wait(&mut self, state: State, class: Class) {
        self.accounting.issue();
        self.stall(self.time + self.period, state, class);
    }

    /// Stalls: nothing issues from cycle `since` on.
    pub fn stall(&mut self, since: Cycle, state: State, class: Class) {
        self.accounting.begin_wait(since, class);
        (self.state, self.time) = (state, Cycle::NEVER);
    }

    /// Ends the wait: the core continues with the same instruction in its first cycle from `at` on.
    pub fn end_wait(&mut self, at: Cycle) {
        let at = self.edge(at);
        self.accounting.end_wait(self.index, at);
        (self.state, self.time) = (State::Running { shared: false }, at);
    }

    /// Counts a wait that never ends up to `now`; returns the cycle up to which it has been counted.
    pub fn end_accounted_wait(&mut self, now: Cycle) -> Cycle {
        let at = now.edge(self.period).max(self.accounting.waits_since());
        self.accounting.end_wait(self.index, at);
        at
    }

    /// Completes the waiting instruction: the next one issues in cycle `at`.
    pub fn complete(&mut self, at: Cycle) {
        self.end_wait(at);
        let slot = *self.slot();
        // The result came through the sub-pipeline: there is no load-use bubble.
        let less = self.period as i64 - i64::from(slot.ticks);
        self.accounting.profile.wait(self.index, less);
        self.index += usize::from(slot.halfwords);
    }

    /// As [`Self::complete`], and writes the instruction's result to its destination register.
    pub fn complete_with(&mut self, at: Cycle, value: u32) {
        self.registers.set(self.slot().rd, value);
        self.complete(at);
    }

    /// Transfers control from the present instruction, whose issue has been counted, to `address`. The next instruction issues a cycle and `bubbles`
    /// ticks later (more if the target is misaligned).
    pub fn redirect(&mut self, address: u32, bubbles: u64) {
        let ticks = self.period + bubbles;
        if self.fetch_fault.is_none() {
            self.leave(ticks);
        }
        let target = self.program.index_of(address);
        let penalty = target.map_or(0, |to| self.program.slots[to].entry_penalty);
        self.accounting.bubbles(bubbles + u64::from(penalty));
        self.time += ticks + u64::from(penalty);
        self.jump(address);
    }

    /// Transfers control to the handler of an interrupt in cycle `now`, instead of issuing.
    pub fn enter_handler(&mut self, handler: u32, now: Cycle) {
        self.jump(handler);
        self.time = now + self.timing.trap_entry;
        if self.fetch_fault.is_none() {
            let entry = self.timing.trap_entry as i64;
            self.accounting.profile.wait(self.index, entry);
            self.time += u64::from(self.slot().entry_penalty);
        }
        self.accounting.bubbles(self.time - now);
    }

    /// Ends straight-line execution after the present instruction, which has waited, without a transfer of control.
    pub fn leave_wait(&mut self) {
        self.leave(self.period);
    }

    /// Ends straight-line execution after the present instruction, which takes `ticks`.
    fn leave(&mut self, ticks: u64) {
        let more = ticks as i64 - i64::from(self.slot().ticks_taken);
        self.accounting.profile.exit(self.index);
        self.accounting.profile.wait(self.index, more);
    }

    /// Cycles before the tick `now` by class; one that has begun counts whole.
    pub fn classes(&self, now: Cycle) -> ClassCycles {
        let next_issue = self.is_running().then_some(self.time);
        self.accounting.classes(now.edge(self.period), next_issue)
    }

    /// Executed instructions with their cycles, in address order.
    pub fn profile(&self) -> Vec<PcProfile> {
        let next = match (&self.state, self.fetch_fault) {
            (State::Running { .. } | State::PostedStore | State::Held { .. }, None) => {
                Some(self.index)
            }
            (State::Dead { issued: false, .. }, None) => Some(self.index),
            (State::Halted | State::Empty, _) | (_, Some(_)) => None,
            _ => Some(self.index + usize::from(self.slot().halfwords)),
        };
        self.accounting.profile.collect(&self.program, next)
    }
}
