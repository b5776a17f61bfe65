//! The shape of a network of routers: which ports are linked, and which output port leads to each endpoint.

use super::parameters::{Direction, GridParameters};
use serde::{Deserialize, Serialize};

/// The port of a mesh router to its tile. The ports of the directions follow it.
const TILE_PORT: usize = 0;

/// One end of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Port {
    Router {
        router: u16,
        port: u8,
    },
    Endpoint(u16),
    /// The end of a link with injected faults, by the index of the link. Only the router that sends over the link sees this.
    Faulty(u16),
}

impl Port {
    /// Returns the port of a router, both given by their numbers.
    pub fn of(router: usize, port: usize) -> Port {
        Port::Router {
            router: router as u16,
            port: port as u8,
        }
    }

    /// Returns the side of a mesh router that the port is on; None for the port of the tile. (The ports of switches are on no side, and there can be
    /// more of them than sides.)
    pub fn side(self) -> Option<Direction> {
        match self {
            Port::Router { port, .. } => usize::from(port)
                .checked_sub(TILE_PORT + 1)
                .and_then(|index| Direction::ALL.get(index).copied()),
            Port::Endpoint(_) | Port::Faulty(_) => None,
        }
    }
}

/// A network's shape.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Topology {
    /// For each router, the coordinates at which it is drawn.
    pub coordinates: Vec<[usize; 3]>,
    /// For each router, the other end of the link at each of its ports.
    pub links: Vec<Vec<Option<Port>>>,
    /// For each endpoint, the other end of its link.
    pub attachments: Vec<Port>,
    /// For each endpoint with a flit buffer, the size of the buffer. None: the endpoint takes each flit in the cycle in which it arrives.
    pub(super) buffer_sizes: Vec<Option<u8>>,
    /// For each router, the output port that leads to each endpoint: the tables of all routers, one after the other.
    pub(super) routes: Vec<u8>,
}

impl Topology {
    /// Returns the output port at which a router sends flits for an endpoint.
    #[inline]
    pub fn route(&self, router: usize, destination: u16) -> usize {
        usize::from(self.routes[router * self.attachments.len() + usize::from(destination)])
    }

    /// Returns the size of the buffer at the other end of a link; None if it needs no credits.
    pub fn buffer_size(&self, link: Option<Port>, buffer_flits: usize) -> Option<u8> {
        match link {
            Some(Port::Endpoint(endpoint)) => self.buffer_sizes[usize::from(endpoint)],
            _ => Some(buffer_flits as u8),
        }
    }

    /// Returns a mesh with dimension-order routing: first along x, then along y, then along z.
    pub fn grid(parameters: &GridParameters) -> Topology {
        let coordinates: Vec<[usize; 3]> = (0..parameters.routers())
            .map(|router| parameters.coordinates(router))
            .collect();
        let attachments: Vec<Port> = (0..parameters.endpoints())
            .map(|endpoint| attachment(parameters, endpoint))
            .collect();
        let mut links: Vec<Vec<Option<Port>>> = coordinates
            .iter()
            .map(|&at| mesh_links(parameters, at))
            .collect();
        for (endpoint, &attachment) in attachments.iter().enumerate() {
            if let Port::Router { router, port } = attachment {
                links[usize::from(router)][usize::from(port)] =
                    Some(Port::Endpoint(endpoint as u16));
            }
        }
        let routes = coordinates
            .iter()
            .flat_map(|&at| dimension_order(at, &coordinates, &attachments))
            .collect();
        Topology {
            buffer_sizes: vec![None; attachments.len()],
            coordinates,
            links,
            attachments,
            routes,
        }
    }
}

fn direction_port(direction: Direction) -> usize {
    TILE_PORT + 1 + direction as usize
}

fn attachment(parameters: &GridParameters, endpoint: usize) -> Port {
    let (router, port) = match endpoint.checked_sub(parameters.routers()) {
        None => (endpoint, TILE_PORT),
        Some(index) => {
            let edge = parameters.edges[index];
            (
                parameters.router(edge.router),
                direction_port(edge.direction),
            )
        }
    };
    Port::of(router, port)
}

/// Returns the links of a router to its neighbours. A flat mesh has no ports up and down, unless an endpoint is attached to one.
fn mesh_links(parameters: &GridParameters, at: [usize; 3]) -> Vec<Option<Port>> {
    let is_flat = parameters.size[2] == 1
        && parameters
            .edges
            .iter()
            .all(|edge| edge.direction.dimension() < 2);
    let directions = if is_flat { 4 } else { 6 };
    let link = |direction: &Direction| {
        parameters.neighbour(at, *direction).map(|there| {
            Port::of(
                parameters.router(there),
                direction_port(direction.opposite()),
            )
        })
    };
    std::iter::once(None)
        .chain(Direction::ALL[..directions].iter().map(link))
        .collect()
}

/// Returns, for a router, the output port to each endpoint.
fn dimension_order(at: [usize; 3], coordinates: &[[usize; 3]], attachments: &[Port]) -> Vec<u8> {
    let port_to = |&attachment: &Port| match attachment {
        Port::Router { router, port } => direction(at, coordinates[usize::from(router)])
            .map_or(port, |direction| direction_port(direction) as u8),
        Port::Endpoint(_) | Port::Faulty(_) => unreachable!("endpoints are linked to routers"),
    };
    attachments.iter().map(port_to).collect()
}

/// Returns the first direction on the path to another router; None at the destination.
fn direction(from: [usize; 3], to: [usize; 3]) -> Option<Direction> {
    let dimension = (0..3).find(|&dimension| from[dimension] != to[dimension])?;
    let backward = usize::from(to[dimension] < from[dimension]);
    Some(Direction::ALL[2 * dimension + backward])
}
