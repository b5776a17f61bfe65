//! The network interface of an endpoint: packets to flits, one flit a cycle, and back.

mod endpoint;
pub mod packet;
pub mod queues;

pub use endpoint::{Station, TileEvent, TileInterface};
pub use packet::{FlitCounts, Header, Kind, Packet};

use crate::noc::{Flit, Network};

/// The one virtual channel that tiles use: packets of a pair stay in order.
const VIRTUAL_CHANNEL: usize = 0;

/// One endpoint of the network, in one cycle.
pub trait NetworkPort {
    /// The flit that has arrived in this cycle; taken by this.
    fn ejected(&mut self) -> Option<Flit>;

    /// Whether the network takes a flit.
    fn can_inject(&self) -> bool;

    /// Drives a flit, at most one in a cycle.
    fn inject(&mut self, flit: Flit);

    /// Whether it takes flits that are to be driven from this cycle on, each in the first in which the network takes it.
    fn has_outbox(&self) -> bool {
        false
    }

    /// Such a flit, for those before it. The endpoint drives none itself until it is advanced in the cycle after the last of them.
    fn drive_later(&mut self, _flit: Flit) {}

    /// How many of them have not been driven.
    fn to_drive(&self) -> usize {
        0
    }

    /// Takes them back.
    fn take_back(&mut self) {}
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
