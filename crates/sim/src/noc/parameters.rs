//! What a mesh is built from, and what cannot be built.

use crate::description::keys::choice;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Routers whose tables are kept at most; a table has an entry for each endpoint.
pub const MAX_ROUTERS: usize = 4096;
/// Virtual channels of a port of a mesh at most.
const MAX_MESH_CHANNELS: usize = 8;
/// Priorities at most.
pub const MAX_CLASSES: usize = 8;
/// Virtual channels of all ports of a router at most.
pub const MAX_CHANNELS: usize = 64;
/// Flits that the buffer of a virtual channel has room for at most.
pub const MAX_BUFFER_FLITS: usize = 255;

/// The parameters of a mesh.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GridParameters {
    /// Routers along x, y and z; 1 in z is a flat mesh. Each router has one tile.
    pub size: [usize; 3],
    pub pipeline: Pipeline,
    /// Virtual channels of every link.
    pub virtual_channels: usize,
    /// Flits that each virtual channel buffers at the input of a router.
    pub buffer_flits: usize,
    /// Endpoints beside the tiles, on ports that no link uses; numbered behind the tiles in this order.
    pub edges: Vec<Edge>,
}

/// What the routers of a network have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RouterParameters {
    pub pipeline: Pipeline,
    pub virtual_channels: usize,
    pub buffer_flits: usize,
    pub allocation: Allocation,
    /// Whether packets of a higher class go first; otherwise all are alike.
    pub has_classes: bool,
    /// Whether a packet stays in the virtual channel in which it was injected; otherwise it takes any.
    pub keeps_channel: bool,
    /// Whether the last two virtual channels are those of circuits: the first of them for what opens, uses and closes them, the other
    /// for what comes back.
    pub has_circuits: bool,
}

impl RouterParameters {
    /// Whether a virtual channel is one of those of circuits.
    pub fn is_of_circuits(&self, virtual_channel: usize) -> bool {
        self.has_circuits && virtual_channel + 2 >= self.virtual_channels
    }
}

choice! {
    /// Which of several requests of the same class an output takes.
    pub enum Allocation {
        /// The first behind the last winner.
        RoundRobin = "round-robin",
        /// That of the input with the lowest number.
        FixedPriority = "fixed-priority",
    }
}

choice! {
    /// The stages of a router. `docs/contract/timing.md` has their cycles.
    pub enum Pipeline {
        /// Route computation, virtual channel allocation, switch allocation, switch traversal.
        FourStage = "four-stage",
        /// The route was computed at the hop before; both allocations are in one stage, the switch's on speculation.
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

/// The ways out of a router beside that to its tile. North is towards y = 0, down towards z = 0.
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

    /// The dimension along which it leads: 0 is x, 1 y, 2 z.
    pub fn dimension(self) -> usize {
        self as usize / 2
    }

    /// Whether the coordinate grows that way.
    pub fn is_forward(self) -> bool {
        matches!(self, Direction::East | Direction::South | Direction::Up)
    }

    pub fn opposite(self) -> Direction {
        Direction::ALL[self as usize ^ 1]
    }
}

impl GridParameters {
    /// Its routers: best effort, round robin.
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

    /// Routers, each with its tile.
    pub fn routers(&self) -> usize {
        self.size.iter().product()
    }

    /// Endpoints: tiles, then those at the edges.
    pub fn endpoints(&self) -> usize {
        self.routers() + self.edges.len()
    }

    /// The coordinates of a router, x fastest.
    pub fn coordinates(&self, router: usize) -> [usize; 3] {
        let [x, y, _] = self.size;
        [router % x, router / x % y, router / (x * y)]
    }

    /// The number of the router at these coordinates.
    pub fn router(&self, at: [usize; 3]) -> usize {
        at[0] + self.size[0] * (at[1] + self.size[1] * at[2])
    }

    /// The router next to this one, if the mesh does not end there.
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

    /// Whether such a mesh can be built.
    ///
    /// # Errors
    /// When a parameter is out of range, or an endpoint at the edge has no port of its own.
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
