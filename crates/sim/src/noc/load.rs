//! What each link has carried, for tables and pictures of the network.

use super::parameters::Direction;
use super::topology::Port;
use super::Network;
use serde::{Deserialize, Serialize};

/// What a link has carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinkLoad {
    pub from: Place,
    pub to: Place,
    /// The side of a mesh's router that it is at: of `from`, if both are routers. None for the link of its tile.
    pub side: Option<Direction>,
    pub flits: u64,
    /// Flits that wait in the buffer at its end.
    pub waiting: u64,
}

/// What is at an end of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The router with these coordinates.
    Router([usize; 3]),
    /// The endpoint of this number.
    Endpoint(usize),
}

impl LinkLoad {
    /// Whether it is a link of the mesh itself, not of an endpoint.
    pub fn is_between_routers(&self) -> bool {
        matches!((self.from, self.to), (Place::Router(_), Place::Router(_)))
    }
}

impl Network {
    /// What each link has carried since the beginning, those of the endpoints among them.
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
            waiting: self.waiting(attachment),
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
                waiting: self.waiting(there),
            })
        })
    }

    /// Endpoints keep nothing that the network knows of.
    fn waiting(&self, port: Port) -> u64 {
        match port {
            Port::Router { router, port } => self.routers[usize::from(router)].waiting(port),
            Port::Endpoint(_) | Port::Harmful(_) => 0,
        }
    }

    fn place(&self, port: Port) -> Place {
        match port {
            Port::Router { router, .. } => Place::Router(self.topology.places[usize::from(router)]),
            Port::Endpoint(endpoint) => Place::Endpoint(usize::from(endpoint)),
            Port::Harmful(_) => unreachable!("a topology knows links by their true ends"),
        }
    }
}
