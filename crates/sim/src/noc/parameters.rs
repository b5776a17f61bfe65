//! The parameters of a network, and the check of those of a mesh.

use crate::description::keys::choice;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Maximum number of routers. Each has a routing table with an entry for each endpoint.
pub const MAX_ROUTERS: usize = 4096;
/// Maximum number of virtual channels of a mesh port.
const MAX_MESH_CHANNELS: usize = 8;
/// Maximum number of priority classes.
pub const MAX_CLASSES: usize = 8;
/// Maximum number of virtual channels of all ports of a router together.
pub const MAX_CHANNELS: usize = 64;
/// Maximum size of a virtual channel's buffer, in flits.
pub const MAX_BUFFER_FLITS: usize = 255;

/// The parameters of a mesh.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GridParameters {
    /// Routers along x, y and z; a flat mesh has 1 along z. Each router has one tile.
    pub size: [usize; 3],
    pub pipeline: Pipeline,
    /// Virtual channels of each link.
    pub virtual_channels: usize,
    /// Flits that the input buffer of a virtual channel holds.
    pub buffer_flits: usize,
    /// Further endpoints, on ports at the edge that no link uses. They are numbered after the tiles, in this order.
    pub edges: Vec<Edge>,
}

/// The parameters that all routers of a network have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RouterParameters {
    pub pipeline: Pipeline,
    pub virtual_channels: usize,
    pub buffer_flits: usize,
    pub allocation: Allocation,
    /// Do packets of a higher class win arbitration? Otherwise classes are ignored.
    pub has_classes: bool,
    /// Does a packet stay in the virtual channel in which it was injected? Otherwise it takes any free one.
    pub keeps_channel: bool,
    /// Are the last two virtual channels reserved for circuits? The first of them carries packets that open, use and close circuits, the second one
    /// their answers.
    pub has_circuits: bool,
}

impl RouterParameters {
    /// Does a virtual channel belong to circuits?
    pub fn is_of_circuits(&self, virtual_channel: usize) -> bool {
        self.has_circuits && virtual_channel + 2 >= self.virtual_channels
    }
}

choice! {
    /// How an output arbitrates between requests of the same class.
    pub enum Allocation {
        /// The first request after the last winner.
        RoundRobin = "round-robin",
        /// The request of the input with the lowest number.
        FixedPriority = "fixed-priority",
    }
}

choice! {
    /// The pipeline stages of a router. `docs/contract/timing.md` has their cycles.
    pub enum Pipeline {
        /// Route computation, virtual channel allocation, switch allocation, switch traversal.
        FourStage = "four-stage",
        /// Routes are computed one hop ahead. Both allocations are in one stage, switch allocation speculatively.
        LookAhead = "look-ahead",
    }
}

/// A free port at the edge of the mesh.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edge {
    /// Coordinates of the router.
    pub router: [usize; 3],
    pub direction: Direction,
}

/// The output directions of a router other than to its tile. North is towards y = 0, down towards z = 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    East,
    West,
    South,
    North,
    Up,
    Down,
}

/// Why a mesh cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GridError {
    #[error("a mesh of {0}x{1}x{2} routers has none; each size must be at least 1")]
    Empty(usize, usize, usize),
    #[error(
        "a mesh of {0}x{1}x{2} routers is too large; at most {MAX_ROUTERS} routers are possible"
    )]
    TooLarge(usize, usize, usize),
    #[error("{0} virtual channels are not possible; 1 to {MAX_MESH_CHANNELS} are")]
    VirtualChannels(usize),
    #[error("a buffer of {0} flits is not possible; 1 to {MAX_BUFFER_FLITS} flits are")]
    Buffer(usize),
    #[error("there is no free port {1:?} at router {0:?}; only the routers at that side of the mesh have one, for one endpoint")]
    Edge([usize; 3], Direction),
}

impl Direction {
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::West,
        Direction::South,
        Direction::North,
        Direction::Up,
        Direction::Down,
    ];

    /// Returns the dimension of the direction: 0 is x, 1 y, 2 z.
    pub fn dimension(self) -> usize {
        self as usize / 2
    }

    /// Does the coordinate increase in this direction?
    pub fn is_forward(self) -> bool {
        matches!(self, Direction::East | Direction::South | Direction::Up)
    }

    pub fn opposite(self) -> Direction {
        Direction::ALL[self as usize ^ 1]
    }
}

impl GridParameters {
    /// Returns the parameters of the mesh's routers: best effort only, round robin.
    pub fn router_parameters(&self) -> RouterParameters {
        RouterParameters {
            pipeline: self.pipeline,
            virtual_channels: self.virtual_channels,
            buffer_flits: self.buffer_flits,
            allocation: Allocation::RoundRobin,
            has_classes: false,
            keeps_channel: false,
            has_circuits: false,
        }
    }

    /// Returns the number of routers, each of which has a tile.
    pub fn routers(&self) -> usize {
        self.size.iter().product()
    }

    /// Returns the number of endpoints: tiles, then those at the edges.
    pub fn endpoints(&self) -> usize {
        self.routers() + self.edges.len()
    }

    /// Returns the coordinates of a router; x varies fastest.
    pub fn coordinates(&self, router: usize) -> [usize; 3] {
        let [x, y, _] = self.size;
        [router % x, router / x % y, router / (x * y)]
    }

    /// Returns the number of the router at these coordinates.
    pub fn router(&self, at: [usize; 3]) -> usize {
        at[0] + self.size[0] * (at[1] + self.size[1] * at[2])
    }

    /// Returns the coordinates of the neighbour in a direction, if there is one.
    pub fn neighbour(&self, at: [usize; 3], direction: Direction) -> Option<[usize; 3]> {
        let dimension = direction.dimension();
        let mut there = at;
        there[dimension] = if direction.is_forward() {
            at[dimension] + 1
        } else {
            at[dimension].checked_sub(1)?
        };
        (there[dimension] < self.size[dimension]).then_some(there)
    }

    /// Checks that such a mesh can be built.
    ///
    /// # Errors
    /// If a parameter is out of range, or an endpoint at the edge has no free port.
    pub fn check(&self) -> Result<(), GridError> {
        let [x, y, z] = self.size;
        let routers = x.checked_mul(y).and_then(|area| area.checked_mul(z));
        match routers {
            Some(0) => return Err(GridError::Empty(x, y, z)),
            Some(1..=MAX_ROUTERS) => {}
            _ => return Err(GridError::TooLarge(x, y, z)),
        }
        if !(1..=MAX_MESH_CHANNELS).contains(&self.virtual_channels) {
            return Err(GridError::VirtualChannels(self.virtual_channels));
        }
        if !(1..=MAX_BUFFER_FLITS).contains(&self.buffer_flits) {
            return Err(GridError::Buffer(self.buffer_flits));
        }
        self.check_edges()
    }

    fn check_edges(&self) -> Result<(), GridError> {
        for (index, edge) in self.edges.iter().enumerate() {
            let inside = (0..3).all(|dimension| edge.router[dimension] < self.size[dimension]);
            let is_free = inside && self.neighbour(edge.router, edge.direction).is_none();
            if !is_free || self.edges[..index].contains(edge) {
                return Err(GridError::Edge(edge.router, edge.direction));
            }
        }
        Ok(())
    }
}
