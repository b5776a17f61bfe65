//! Transfers of controllers (DMA) over the switches: a sequence of accesses, one at a time.

use super::initiator::Done;
use super::master::Step;
use super::Switched;
use crate::port::Attachments;
use crate::units::Cycle;

impl Switched {
    /// Samples which controllers ask for a transfer from the cycle after `now` on.
    pub fn follow_controllers(&mut self, now: Cycle, attached: &impl Attachments) {
        for (number, master) in self.masters.iter_mut().enumerate() {
            master.ask(attached.transfer(number).is_some(), now + 1);
        }
    }

    /// The controllers whose transfers begin in this cycle.
    pub(super) fn beginning(&self, now: Cycle) -> Vec<usize> {
        let begins = |number: &usize| self.masters[*number].begins(now);
        (0..self.masters.len()).filter(begins).collect()
    }

    /// Begins a controller's transfer with its first access.
    pub(super) fn begin_transfer(
        &mut self,
        controller: usize,
        now: Cycle,
        attached: &mut impl Attachments,
    ) {
        let step = attached.transfer(controller).and_then(|transfer| {
            let targets = attached.memories(&transfer)?;
            self.masters[controller].begin(transfer, targets)
        });
        self.go_on(controller, step, now, attached);
    }

    /// Ends an access of a controller: hands it what was read, and begins the next access.
    pub(super) fn continue_transfer(
        &mut self,
        controller: usize,
        done: Done,
        now: Cycle,
        attached: &mut impl Attachments,
    ) {
        if let Some((address, width)) = self.masters[controller].reading {
            let first = (address & 3) as usize;
            let bytes = done.value.to_le_bytes();
            attached.take(controller, &bytes[first..first + width as usize]);
        }
        let step = self.masters[controller].go_on();
        self.go_on(controller, step, now, attached);
    }

    /// Posts the next access of a transfer; without one the transfer is complete, or impossible.
    fn go_on(
        &mut self,
        controller: usize,
        step: Option<Step>,
        now: Cycle,
        attached: &mut impl Attachments,
    ) {
        let Some(step) = step else {
            let has_moved = self.masters[controller].end();
            return attached.transferred(controller, has_moved, now);
        };
        let mut data = [0; 4];
        if step.writes {
            attached.give(controller, &mut data[..step.beat.width as usize]);
        }
        if let Some(address) = attached.address_of(step.beat.target) {
            let first = now + 1 + self.parameters.request;
            self.masters[controller].post(step, address, data, first);
        }
    }
}
