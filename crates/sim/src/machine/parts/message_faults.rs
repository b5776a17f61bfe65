//! Faults that strike the exchange of messages: a holder of a lock that stops, a word that is damaged on its way.
//!
//! Both wait for what they strike. While none does, an exchange makes one test more.

use super::messages::Messages;
use crate::part::core::Core;
use crate::port::Strike;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// Faults that are still to strike, and those that have.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Faults {
    /// How many holders of a lock are still to stop.
    holders: usize,
    /// How many words are still to be damaged.
    words: usize,
    strikes: Vec<Strike>,
}

/// Blocks and words that each unit has before an exchange.
pub(super) type Delivered = Vec<(usize, usize)>;

impl Messages {
    /// What the network of the message units is called in descriptions of faults.
    pub const NETWORK: &'static str = "crossbar";

    /// The core that holds a lock dies in `now`, or the first that gets one after that.
    pub fn doom_holder(&mut self, now: Cycle, cores: &mut [Core]) {
        self.faults.holders += 1;
        self.stop_holder(now, cores);
    }

    /// The next word that is delivered has a bit changed.
    pub fn doom_word(&mut self) {
        self.faults.words += 1;
    }

    /// The faults that have struck.
    pub fn strikes(&self) -> &[Strike] {
        &self.faults.strikes
    }

    /// What the units have, if a fault is to strike.
    #[inline]
    pub(super) fn before_delivery(&self) -> Option<Delivered> {
        let is_due = self.faults.holders + self.faults.words > 0;
        is_due.then(|| self.nodes.iter().map(|unit| unit.delivered()).collect())
    }

    /// Strikes what an exchange has brought, before any core sees it.
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

    /// A lock is granted with an answer to the core, or while the core waits for one: it has not been run ahead.
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
