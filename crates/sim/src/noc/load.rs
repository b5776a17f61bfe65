//! The traffic on each link, for tables and pictures of the network.

use super::parameters::Direction;
use super::topology::Port;
use super::Network;
use serde::{Deserialize, Serialize};

/// The traffic on a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinkLoad {
    pub from: Place,
    pub to: Place,
    /// The side of the mesh router that the link is on; of `from`, if both ends are routers. None for the link to a tile.
    pub side: Option<Direction>,
    pub flits: u64,
    /// Flits in the buffer at its end.
    pub waiting: u64,
}

/// The component at an end of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The router with these coordinates.
    Router([usize; 3]),
    /// The endpoint of this number.
    Endpoint(usize),
}

impl LinkLoad {
    /// Is it a link between two routers?
    pub fn is_between_routers(&self) -> bool {
        matches!((self.from, self.to), (Place::Router(_), Place::Router(_)))
    }
}

impl Network {
    /// Returns the traffic since the beginning on each link, including those of the endpoints.
    pub fn link_loads(&self) -> Vec<LinkLoad> {
        let endpoints = 0..self.endpoints.len();
        let routers = 0..self.routers.len();
        endpoints
            .map(|endpoint| self.load_from_endpoint(endpoint))
            .chain(routers.flat_map(|router| self.loads_from_router(router)))
            .collect()
    }

    fn load_from_endpoint(&self, endpoint: usize) -> LinkLoad {
        let attachment = self.topology.attachments[endpoint];
        LinkLoad {
            from: Place::Endpoint(endpoint),
            to: self.place(attachment),
            side: attachment.side(),
            flits: self.endpoints[endpoint].injected,
            waiting: self.buffered_flits(attachment),
        }
    }

    fn loads_from_router(&self, router: usize) -> impl Iterator<Item = LinkLoad> + '_ {
        let ports = self.topology.links[router].iter().enumerate();
        ports.filter_map(move |(port, link)| {
            let here = Port::of(router, port);
            let there = (*link)?;
            Some(LinkLoad {
                from: self.place(here),
                to: self.place(there),
                side: here.side(),
                flits: self.routers[router].carried(port),
                waiting: self.buffered_flits(there),
            })
        })
    }

    /// Endpoints have no buffer that the network knows of.
    fn buffered_flits(&self, port: Port) -> u64 {
        match port {
            Port::Router { router, port } => self.routers[usize::from(router)].buffered_flits(port),
            Port::Endpoint(_) | Port::Faulty(_) => 0,
        }
    }

    fn place(&self, port: Port) -> Place {
        match port {
            Port::Router { router, .. } => {
                Place::Router(self.topology.coordinates[usize::from(router)])
            }
            Port::Endpoint(endpoint) => Place::Endpoint(usize::from(endpoint)),
            Port::Faulty(_) => unreachable!("a topology knows links by their true ends"),
        }
    }
}
