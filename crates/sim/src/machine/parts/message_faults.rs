//! Faults in message passing: a core stops while it holds a lock; a word is corrupted in transit.
//!
//! Each fault is pending until its victim appears. While no fault is pending, an exchange costs one test more.

use super::messages::Messages;
use crate::part::core::Core;
use crate::port::Strike;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The pending faults, and the effects of those that have happened.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Faults {
    /// Number of pending faults that stop a holder of a lock.
    holders: usize,
    /// Number of pending faults that corrupt a word.
    words: usize,
    strikes: Vec<Strike>,
}

/// The numbers of blocks and of words in each unit before an exchange.
pub(super) type Delivered = Vec<(usize, usize)>;

impl Messages {
    /// The name of the message units' network in descriptions of faults.
    pub const NETWORK: &'static str = "crossbar";

    /// Kills the core that holds a lock in cycle `now`, or, if none does, the first core that gets one later.
    pub fn doom_holder(&mut self, now: Cycle, cores: &mut [Core]) {
        self.faults.holders += 1;
        self.stop_holder(now, cores);
    }

    /// Corrupts a bit of the next word that is delivered.
    pub fn doom_word(&mut self) {
        self.faults.words += 1;
    }

    /// Returns the effects of the faults so far.
    pub fn strikes(&self) -> &[Strike] {
        &self.faults.strikes
    }

    /// Returns what the units contain before an exchange, if a fault is pending.
    #[inline]
    pub(super) fn before_delivery(&self) -> Option<Delivered> {
        let is_due = self.faults.holders + self.faults.words > 0;
        is_due.then(|| self.nodes.iter().map(|unit| unit.delivered()).collect())
    }

    /// Applies pending faults to what an exchange has delivered, before a core sees it.
    #[cold]
    pub(super) fn strike(&mut self, before: &Delivered, now: Cycle, cores: &mut [Core]) {
        if self.faults.holders > 0 {
            self.stop_holder(now, cores);
        }
        for (core, before) in before.iter().enumerate() {
            if self.faults.words > 0 && self.nodes[core].damage_delivery(*before) {
                self.faults.words -= 1;
                self.faults.strikes.push(Strike {
                    cycle: now,
                    place: Self::NETWORK.to_owned(),
                    what: format!("changed a bit of a word for core {core}"),
                });
            }
        }
    }

    /// Kills a core that holds a lock. Such a core has not run ahead: it gets the lock by an answer, for which it waits.
    fn stop_holder(&mut self, now: Cycle, cores: &mut [Core]) {
        let Some((lock, core)) = self.sync.held().find(|(_, core)| cores[*core].may_die()) else {
            return;
        };
        cores[core].die(now);
        self.faults.holders -= 1;
        self.faults.strikes.push(Strike {
            cycle: now,
            place: format!("core {core}"),
            what: format!("died, and holds lock {lock}"),
        });
    }
}
