//! An endpoint's port to the network that counts flits and can queue them in the endpoint's outbox.

use super::outbox::Outboxes;
use crate::noc::interface::{EndpointPort, NetworkPort};
use crate::noc::Flit;

/// A port that keeps count of the flits in the network.
pub struct CountedPort<'a> {
    pub port: EndpointPort<'a>,
    pub in_flight: &'a mut u64,
    pub outboxes: &'a mut Outboxes,
    /// Whether the endpoint is advanced in every cycle, and so drives its flits itself instead of using its outbox.
    pub is_advanced: bool,
}

impl NetworkPort for CountedPort<'_> {
    fn ejected(&mut self) -> Option<Flit> {
        let flit = self.port.ejected();
        *self.in_flight -= u64::from(flit.is_some());
        flit
    }

    fn can_inject(&self) -> bool {
        self.port.can_inject()
    }

    fn inject(&mut self, flit: Flit) {
        *self.in_flight += 1;
        self.port.inject(flit);
    }

    fn has_outbox(&self) -> bool {
        !self.is_advanced
    }

    fn push_to_outbox(&mut self, flit: Flit) {
        *self.in_flight += 1;
        self.outboxes.put(self.port.number, flit);
    }

    fn outbox_length(&self) -> usize {
        self.outboxes.len(self.port.number)
    }

    fn clear_outbox(&mut self) {
        *self.in_flight -= self.outbox_length() as u64;
        self.outboxes.empty(self.port.number);
    }
}
