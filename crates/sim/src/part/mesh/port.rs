//! An endpoint's port to the network that counts flits and can queue them in the endpoint's outbox.

use super::outbox::Outboxes;
use crate::noc::interface::{EndpointPort, NetworkPort};
use crate::noc::Flit;

/// A port that keeps count of the flits in the network.
pub struct CountedPort<'a> {
    pub port: EndpointPort<'a>,
    pub under_way: &'a mut u64,
    pub outboxes: &'a mut Outboxes,
    /// Whether the endpoint is advanced in every cycle, and so drives its flits itself instead of using its outbox.
    pub is_advanced: bool,
}

impl NetworkPort for CountedPort<'_> {
    fn ejected(&mut self) -> Option<Flit> {
        let flit = self.port.ejected();
        *self.under_way -= u64::from(flit.is_some());
        flit
    }

    fn can_inject(&self) -> bool {
        self.port.can_inject()
    }

    fn inject(&mut self, flit: Flit) {
        *self.under_way += 1;
        self.port.inject(flit);
    }

    fn has_outbox(&self) -> bool {
        !self.is_advanced
    }

    fn drive_later(&mut self, flit: Flit) {
        *self.under_way += 1;
        self.outboxes.put(self.port.number, flit);
    }

    fn to_drive(&self) -> usize {
        self.outboxes.len(self.port.number)
    }

    fn take_back(&mut self) {
        *self.under_way -= self.to_drive() as u64;
        self.outboxes.empty(self.port.number);
    }
}
