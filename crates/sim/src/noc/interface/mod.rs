//! The network interface of an endpoint: splits packets into flits, one flit in a cycle, and reassembles them.

mod endpoint;
pub mod packet;
pub mod queues;

pub use endpoint::{Station, TileEvent, TileInterface};
pub use packet::{FlitCounts, Header, Kind, Packet};

use crate::noc::{Flit, Network};

/// The virtual channel that tiles use. With only one, packets between two endpoints stay in order.
const VIRTUAL_CHANNEL: usize = 0;

/// One endpoint of the network, during one cycle.
pub trait NetworkPort {
    /// Removes and returns the flit that has arrived in this cycle.
    fn ejected(&mut self) -> Option<Flit>;

    /// Has the router room for a flit?
    fn can_inject(&self) -> bool;

    /// Drives a flit, at most one in a cycle.
    fn inject(&mut self, flit: Flit);

    /// Does the port have an outbox: does it accept flits for later cycles, and send each in the first cycle in which the network has room for it?
    fn has_outbox(&self) -> bool {
        false
    }

    /// Puts a flit into the outbox, after those already there. The endpoint must not send flits itself until the cycle after the last of them was
    /// sent.
    fn push_to_outbox(&mut self, _flit: Flit) {}

    /// Returns the number of flits in the outbox.
    fn outbox_length(&self) -> usize {
        0
    }

    /// Empties the outbox.
    fn clear_outbox(&mut self) {}
}

/// An endpoint of a mesh.
pub struct EndpointPort<'a> {
    pub network: &'a mut Network,
    pub number: usize,
}

impl NetworkPort for EndpointPort<'_> {
    fn ejected(&mut self) -> Option<Flit> {
        self.network.ejected(self.number)
    }

    fn can_inject(&self) -> bool {
        self.network.can_inject(self.number, VIRTUAL_CHANNEL)
    }

    fn inject(&mut self, flit: Flit) {
        self.network.inject(self.number, VIRTUAL_CHANNEL, flit);
    }
}
