//! The controllers' side of the switches: what `bus::switches` asks while a transfer goes on.

use super::master::Step;
use super::Switched;
use crate::port::transfer::{Targets, Transfer};
use crate::units::Cycle;

impl Switched {
    /// A controller asks, or no longer asks, for a transfer from cycle `from` on.
    pub fn ask(&mut self, controller: usize, asks: bool, from: Cycle) {
        self.masters[controller].ask(asks, from);
    }

    /// The controllers whose transfers begin in this cycle.
    pub fn beginning(&self, now: Cycle) -> Vec<usize> {
        let begins = |number: &usize| self.masters[*number].begins(now);
        (0..self.masters.len()).filter(begins).collect()
    }

    /// Begins with a transfer; its first access.
    pub fn begin(
        &mut self,
        controller: usize,
        transfer: Transfer,
        targets: Targets,
    ) -> Option<Step> {
        self.masters[controller].begin(transfer, targets)
    }

    /// Where the access under way reads, and how many bytes; None: it writes.
    pub fn has_read(&self, controller: usize) -> Option<(u32, u32)> {
        self.masters[controller].reading()
    }

    /// The next access of the transfer; None: it is done.
    pub fn go_on(&mut self, controller: usize) -> Option<Step> {
        self.masters[controller].go_on()
    }

    /// A controller carries out an access at an address from cycle `at` on; `data`: what it writes.
    pub fn post_step(
        &mut self,
        controller: usize,
        step: Step,
        address: u32,
        data: [u8; 4],
        at: Cycle,
    ) {
        self.masters[controller].post(step, address, data, at + self.parameters.request);
    }

    /// The transfer is over.
    pub fn end(&mut self, controller: usize) {
        self.masters[controller].end();
    }
}
