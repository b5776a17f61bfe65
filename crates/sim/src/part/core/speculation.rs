//! Running ahead of what may come from outside, and going back to the cycle in which it does.
//!
//! A core that another component could interrupt, or whose data memory another master can reach, runs on over local instructions all the
//! same. Its registers at the beginning are kept, and what its stores overwrite. When an interrupt becomes visible in a cycle that the core
//! has passed, or its memory is reached in one, all is put back and the core runs again, up to that cycle. When global time has caught up
//! with the core, nothing can come between any more, and the notes are dropped.

use super::classes::{Class, ClassCycles};
use super::data_memory::DataMemory;
use super::registers::Registers;
use super::run::Journal;
use super::{Core, State};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// How far a core may run ahead, in ticks: what has to be run again is not much more than this. A core that is taken back tries less
/// the next time, one that is not tries more.
pub(super) const LONGEST_REACH: u64 = 4096;
const SHORTEST_REACH: u64 = 32;

/// What is needed to go back to where running ahead began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Speculation {
    registers: Registers,
    index: usize,
    time: Cycle,
    bundle_since: Option<Cycle>,
    instructions: u64,
    ticks: ClassCycles,
    wait_class: Class,
    run_ahead: u64,
    /// Passages of trace points that had been noted.
    passages: usize,
    journal: Undo,
}

/// What was overwritten, oldest first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Undo {
    /// Address and former contents of the word that a store touched.
    stores: Vec<(u32, [u8; 4])>,
    /// Transfers of control that the profile has counted.
    transfers: Vec<(usize, usize)>,
}

impl Journal for Undo {
    #[inline(always)]
    fn store(&mut self, data: &DataMemory, address: u32) {
        let word = address & !3;
        // A store elsewhere is not executed by the loop that reports it.
        if let Some(former) = data.read::<4>(word) {
            self.stores.push((word, former));
        }
    }

    #[inline(always)]
    fn transfer(&mut self, from: usize, to: usize) {
        self.transfers.push((from, to));
    }
}

impl Core {
    /// Runs on over local instructions, to `limit` at most, so that it can be taken back. The core must be running. Does nothing while
    /// what it has run over may still have to be taken back.
    pub fn speculate(&mut self, limit: Cycle) {
        if self.speculation.is_some() || self.pending_interrupt(self.time).is_some() {
            return;
        }
        let mut speculation = Box::new(self.snapshot());
        let bound = limit
            .min(self.time + self.reach)
            .min(self.control.timer_due());
        if self.time < bound {
            self.execute_noting(bound, &mut speculation.journal);
        }
        self.run_ahead += self.time - speculation.time;
        self.speculation = Some(speculation);
    }

    /// Global time has reached the core: what it has run over stands.
    pub fn settle(&mut self) {
        if self.speculation.take().is_some() {
            self.reach = LONGEST_REACH.min(2 * self.reach);
        }
    }

    /// Something may interrupt the core from cycle `from` on: if the core has passed that cycle, takes it back to it.
    pub(super) fn reconsider(&mut self, from: Cycle) {
        if self.speculation.is_some() && self.pending_interrupt(from).is_some() {
            self.take_back_to(from);
        }
    }

    /// If the core has run ahead of cycle `from`, takes it back to it: what issues in `from` and later has not happened.
    pub(super) fn take_back_to(&mut self, from: Cycle) {
        let is_before = self.time < from || self.time == from && !self.is_within_bundle();
        if is_before {
            return;
        }
        if let Some(speculation) = self.speculation.take() {
            self.restore(*speculation);
            self.execute_noting(from, &mut ());
            self.reach = SHORTEST_REACH.max(self.reach / 2);
        }
    }

    fn snapshot(&self) -> Speculation {
        Speculation {
            registers: self.registers.clone(),
            index: self.index,
            time: self.time,
            bundle_since: self.bundle_since,
            instructions: self.instructions,
            ticks: self.ticks,
            wait_class: self.wait_class,
            run_ahead: self.run_ahead,
            passages: self.passages(),
            journal: Undo::default(),
        }
    }

    fn restore(&mut self, speculation: Speculation) {
        for &(address, former) in speculation.journal.stores.iter().rev() {
            self.data.write(address, former);
        }
        for &(from, to) in &speculation.journal.transfers {
            self.profile.undo_transfer(from, to);
        }
        self.registers = speculation.registers;
        self.index = speculation.index;
        self.time = speculation.time;
        self.bundle_since = speculation.bundle_since;
        self.instructions = speculation.instructions;
        self.ticks = speculation.ticks;
        self.wait_class = speculation.wait_class;
        self.run_ahead = speculation.run_ahead;
        self.forget_passages(speculation.passages);
        self.state = State::Running { shared: false };
    }
}
