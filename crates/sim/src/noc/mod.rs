//! A network of routers: wormhole switching, virtual channels and credits; dimension-order routing on a mesh.
//!
//! ```text
//!   endpoint --inject--> router --> links --> router --> links --> ... --> router --eject--> endpoint
//!            <-credits--        <--credits--         <--credits--
//! ```
//!
//! Sources: S. S. Kumar et al., "Low Overhead Message Passing for High Performance Many-Core Processors", 2013, section III, for the network; W. J.
//! Dally and B. Towles, "Principles and Practices of Interconnection Networks", 2004, for such routers. The network carries flits and knows nothing
//! of messages. In each cycle the endpoints first take the flits that have arrived and then may inject; then the network ticks.

mod faults;
mod flit;
pub mod interface;
mod links;
mod load;
mod names;
mod obstacles;
mod parameters;
mod picture;
pub mod position;
pub mod random;
mod router;
mod shape;
mod topology;
pub mod traffic;
mod words;

pub use flit::{CircuitStep, Flit, Mark};
pub use load::{LinkLoad, Place};
pub use names::Names;
pub use obstacles::{Awaited, Buffer};
pub use parameters::{
    Allocation, Direction, Edge, GridError, GridParameters, Pipeline, RouterParameters,
    MAX_CHANNELS, MAX_CLASSES,
};
pub use picture::picture;
pub use shape::{Shape, TopologyError};
pub use topology::{Port, Topology};

/// The name of the shape that [`GridParameters`] describes.
pub const GRID: &str = "mesh";

use crate::port::bits;
use crate::units::Cycle;
use faults::FaultyLink;
use links::{Arrivals, Links};
use router::Router;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The routers, the links between them, and the ends of the links at endpoints.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Network {
    topology: Arc<Topology>,
    routers: Vec<Router>,
    links: Links,
    endpoints: Vec<Endpoint>,
    /// Bit masks, 64 to a word: the routers with a flit in a buffer, and the endpoints at which a flit has arrived.
    busy: Vec<u64>,
    arrived: Vec<u64>,
    /// Did anything move in the last cycle?
    moves: bool,
    /// The links with injected faults, and the cycle of the next tick, which dates their effects.
    faulty: Vec<FaultyLink>,
    pub clock: Cycle,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Endpoint {
    /// For each virtual channel, the free places in the router's input buffer, as far as known.
    credits: Vec<u8>,
    arrived: Option<Flit>,
    injected: u64,
    ejected: u64,
}

impl Network {
    /// Returns an empty mesh.
    ///
    /// # Panics
    /// If [`GridParameters::check`] refuses the parameters.
    pub fn new(parameters: &GridParameters) -> Network {
        parameters.check().expect("such a mesh can be built");
        Network::of(Topology::grid(parameters), &parameters.router_parameters())
    }

    /// Returns an empty network of any shape.
    pub fn of(topology: Topology, parameters: &RouterParameters) -> Network {
        let endpoint = Endpoint {
            credits: vec![parameters.buffer_flits as u8; parameters.virtual_channels],
            ..Endpoint::default()
        };
        let routers: Vec<Router> = (0..topology.links.len())
            .map(|number| Router::new(number, &topology, parameters))
            .collect();
        Network {
            busy: vec![0; routers.len().div_ceil(64)],
            arrived: vec![0; topology.attachments.len().div_ceil(64)],
            endpoints: vec![endpoint; topology.attachments.len()],
            routers,
            links: Links::default(),
            moves: true,
            faulty: Vec::new(),
            clock: Cycle(0),
            topology: Arc::new(topology),
        }
    }

    /// Has the router room for a flit from this endpoint in this virtual channel?
    #[inline]
    pub fn can_inject(&self, endpoint: usize, virtual_channel: usize) -> bool {
        self.endpoints[endpoint].credits[virtual_channel] > 0
    }

    /// The endpoint sends a flit in this cycle: at most one in a cycle, and all flits of a packet in sequence in one virtual channel.
    ///
    /// # Panics
    /// If there is no room; see [`Network::can_inject`].
    #[inline]
    pub fn inject(&mut self, endpoint: usize, virtual_channel: usize, mut flit: Flit) {
        let end = &mut self.endpoints[endpoint];
        assert!(end.credits[virtual_channel] > 0, "injected without credit");
        end.credits[virtual_channel] -= 1;
        end.injected += 1;
        flit.virtual_channel = virtual_channel as u8;
        self.links.inject(self.topology.attachments[endpoint], flit);
    }

    /// Removes and returns the flit that has arrived at an endpoint in this cycle. The endpoint must take it before the next tick.
    #[inline]
    pub fn ejected(&mut self, endpoint: usize) -> Option<Flit> {
        self.arrived[endpoint / 64] &= !(1 << (endpoint % 64));
        self.endpoints[endpoint].arrived.take()
    }

    /// An endpoint with a buffer has removed a flit from it: returns a credit to the router.
    pub fn return_credit(&mut self, endpoint: usize, virtual_channel: u8) {
        self.links
            .send_credit(self.topology.attachments[endpoint], virtual_channel);
    }

    /// Returns the endpoints at which a flit has arrived in this cycle.
    pub fn arrivals(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.arrived.iter().enumerate();
        words.flat_map(|(word, &set)| bits(set).map(move |bit| 64 * word + bit))
    }

    /// Calls `takes` with each flit that has arrived in this cycle and its endpoint. If it returns true, the flit is removed, and the endpoint does
    /// not see it.
    pub fn consume_arrivals(&mut self, mut takes: impl FnMut(usize, &Flit) -> bool) {
        for word in 0..self.arrived.len() {
            for bit in bits(self.arrived[word]) {
                let endpoint = 64 * word + bit;
                let arrived = self.endpoints[endpoint].arrived.as_ref();
                if arrived.is_some_and(|flit| takes(endpoint, flit)) {
                    self.ejected(endpoint);
                }
            }
        }
    }

    /// Has a flit arrived at any endpoint in this cycle?
    pub fn has_arrivals(&self) -> bool {
        self.arrived.iter().any(|&set| set != 0)
    }

    /// Simulates one cycle of all routers and links that hold a flit or a credit.
    ///
    /// # Panics
    /// If an endpoint has not taken a flit before the next one arrives.
    pub fn tick(&mut self) {
        self.moves = false;
        for word in 0..self.busy.len() {
            for bit in bits(self.busy[word]) {
                let router = &mut self.routers[64 * word + bit];
                self.moves |= router.tick(&mut self.links, &self.topology);
                if router.is_idle() {
                    self.busy[word] &= !(1 << bit);
                }
            }
        }
        let arrivals = self.links.advance();
        self.moves |= !arrivals.flits.is_empty() || !arrivals.credits.is_empty();
        self.deliver(&arrivals);
        self.links.reuse(arrivals);
    }

    fn deliver(&mut self, arrivals: &Arrivals) {
        for &(to, ref flit) in &arrivals.flits {
            match to {
                Port::Router { router, port } => {
                    let router = usize::from(router);
                    self.routers[router].arrive(port, flit, &self.topology);
                    self.busy[router / 64] |= 1 << (router % 64);
                }
                Port::Endpoint(endpoint) => self.eject(usize::from(endpoint), *flit),
                Port::Faulty(link) => self.deliver_over_faulty(link, flit),
            }
        }
        for &(to, virtual_channel) in &arrivals.credits {
            match to {
                Port::Router { router, port } => {
                    self.routers[usize::from(router)].credit(port, virtual_channel);
                }
                Port::Endpoint(endpoint) => {
                    let end = &mut self.endpoints[usize::from(endpoint)];
                    end.credits[usize::from(virtual_channel)] += 1;
                }
                Port::Faulty(link) => self.credit_over_faulty(link, virtual_channel),
            }
        }
    }

    fn eject(&mut self, endpoint: usize, flit: Flit) {
        let end = &mut self.endpoints[endpoint];
        assert!(end.arrived.is_none(), "the last flit was not taken");
        end.arrived = Some(flit);
        end.ejected += 1;
        self.arrived[endpoint / 64] |= 1 << (endpoint % 64);
    }

    /// Returns what is on the wires to one end of a link in this cycle: the flit, and the virtual channels with a credit, as a bit set.
    pub fn wires(&self, to: Port) -> (Option<&Flit>, u64) {
        (self.links.flit(to), self.links.credits(to))
    }

    /// Is the network empty, so that no tick changes anything until an endpoint injects?
    pub fn is_idle(&self) -> bool {
        let nothing = |sets: &[u64]| sets.iter().all(|&set| set == 0);
        self.links.is_empty() && nothing(&self.busy) && nothing(&self.arrived)
    }

    /// Does nothing move although there are flits in the network? All of them are then blocked by circuits.
    pub fn is_stuck(&self) -> bool {
        !self.moves && self.links.is_empty() && !self.has_arrivals()
    }

    /// Returns the numbers of flits injected and ejected since the beginning.
    pub fn flits(&self) -> (u64, u64) {
        let sum = |count: fn(&Endpoint) -> u64| self.endpoints.iter().map(count).sum();
        (sum(|end| end.injected), sum(|end| end.ejected))
    }
}
