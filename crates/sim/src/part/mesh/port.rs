//! An endpoint whose flits are counted, and may be driven for it.

use super::outbox::Outboxes;
use crate::noc::interface::{EndpointPort, NetworkPort};
use crate::noc::Flit;

/// An endpoint of the network that keeps count of what is under way.
pub struct CountedPort<'a> {
    pub port: EndpointPort<'a>,
    pub under_way: &'a mut u64,
    pub outboxes: &'a mut Outboxes,
    /// Whether the endpoint is advanced in each cycle, and drives its flits itself.
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
