//! What a tile is connected with: the network, and the data memory of its core.

use crate::noc::interface::{EndpointPort, NetworkPort};
use crate::noc::Flit;

/// The endpoint of a tile, which keeps count of what is under way.
pub struct TilePort<'a> {
    pub port: EndpointPort<'a>,
    pub under_way: &'a mut u64,
}

impl NetworkPort for TilePort<'_> {
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
