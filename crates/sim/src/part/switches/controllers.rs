//! Transfers of controllers (DMA) over the switches: a sequence of accesses, one at a time.

use super::initiator::Done;
use super::master::BeatAccess;
use super::Switched;
use crate::port::Attachments;
use crate::units::Cycle;

impl Switched {
    /// Samples which controllers request a transfer from the cycle after `now` on.
    pub fn follow_controllers(&mut self, now: Cycle, attached: &impl Attachments) {
        for (number, controller) in self.controllers.iter_mut().enumerate() {
            controller.set_request(attached.transfer(number).is_some(), now + 1);
        }
    }

    /// The controllers whose transfers begin in this cycle.
    pub(super) fn beginning_transfers(&self, now: Cycle) -> Vec<usize> {
        let begins = |number: &usize| self.controllers[*number].begins(now);
        (0..self.controllers.len()).filter(begins).collect()
    }

    /// Begins a controller's transfer with its first access.
    pub(super) fn begin_transfer(
        &mut self,
        controller: usize,
        now: Cycle,
        attached: &mut impl Attachments,
    ) {
        let access = attached.transfer(controller).and_then(|transfer| {
            let targets = attached.memories(&transfer)?;
            self.controllers[controller].begin(transfer, targets)
        });
        self.issue_or_end(controller, access, now, attached);
    }

    /// Ends an access of a controller: hands it what was read, and begins the next access.
    pub(super) fn continue_transfer(
        &mut self,
        controller: usize,
        done: Done,
        now: Cycle,
        attached: &mut impl Attachments,
    ) {
        if let Some((address, width)) = self.controllers[controller].reading {
            let first = (address & 3) as usize;
            let bytes = done.value.to_le_bytes();
            attached.take(controller, &bytes[first..first + width as usize]);
        }
        let access = self.controllers[controller].next_access();
        self.issue_or_end(controller, access, now, attached);
    }

    /// Posts the next access of a transfer; without one the transfer is complete, or impossible.
    fn issue_or_end(
        &mut self,
        controller: usize,
        access: Option<BeatAccess>,
        now: Cycle,
        attached: &mut impl Attachments,
    ) {
        let Some(access) = access else {
            let has_moved = self.controllers[controller].end();
            return attached.transferred(controller, has_moved, now);
        };
        let mut data = [0; 4];
        if access.writes {
            attached.give(controller, &mut data[..access.beat.width as usize]);
        }
        if let Some(address) = attached.address_of(access.beat.target) {
            let first = now + 1 + self.parameters.request;
            self.controllers[controller].post(access, address, data, first);
        }
    }
}
