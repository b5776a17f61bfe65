//! An endpoint whose flits are counted.

use crate::noc::interface::{EndpointPort, NetworkPort};
use crate::noc::Flit;

/// An endpoint of the network that keeps count of what is under way.
pub struct CountedPort<'a> {
    pub port: EndpointPort<'a>,
    pub under_way: &'a mut u64,
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
}
