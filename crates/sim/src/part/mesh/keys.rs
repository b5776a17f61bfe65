//! `[mesh]`: the keys of a mesh of tiles: where each tile is, and the traffic at the edges.
//!
//! Tiles are numbered row by row, x fastest; one is the memory tile, one the host, the others are cores in the order of their tiles.
//! What each latency means is defined in `docs/contract/message-buffers.md`.

mod read;
mod show;
mod values;

use serde::{Deserialize, Serialize};

use crate::description::keys::{keys, Flits, Fraction, Nested, NestedOrEmpty, Number, Words};
use crate::noc::position::Position;
use crate::noc::{Direction, Edge, GridParameters, Pipeline};
use crate::part::memory_tile::keys::MemoryTile;
pub use crate::part::message_buffers::keys::MessageUnit;
pub use values::{Edges, Sides};

keys! {
    /// A mesh of tiles. With it each tile has message buffers.
    pub struct MeshKeys in "mesh" {
        /// Tiles in x and y, or in x, y and z: one for each core, the memory and the host.
        size: Sides => "[4, 5]",
        /// Stages of a router.
        pipeline: Pipeline = Pipeline::FourStage,
        /// Flits that a router buffers at an input.
        buffer: Flits<1, 255> = 4,
        /// Payload of a packet at most.
        packet: Words<2, 16> = 16,
        /// The memory at the periphery.
        memory: Nested<MemoryTile> => "{ at = [0, 0], size = \"16 MiB\" }",
        /// Where the host is.
        host: Position => "[3, 4]",
        /// The message buffers of each core's tile.
        message_unit: NestedOrEmpty<MessageUnit>,
        /// Traffic that has nothing to do with the cores.
        injectors: Option<Nested<Injectors>> => "none",
    }
}

keys! {
    /// Traffic between two opposite edges of the mesh, as cache misses and write-backs cause it.
    pub struct Injectors {
        /// The edge of those that request, and the opposite one, of those that answer; y is 0 in the north, x in the west.
        requesters as "edges": Edges => "[\"north\", \"south\"]",
        /// Requests of a requester in a cycle.
        rate: Fraction = 0.0,
        /// The share of write-backs; the others are misses.
        write_back: Fraction = 0.25,
        /// What the pseudo-random numbers begin with.
        seed: Number<0, { u64::MAX }> = 1,
    }
}

/// The mesh with its tiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    /// The network: its endpoints are the tiles, then the injectors that request, then those that answer.
    pub network: GridParameters,
    /// Payload words of a packet at most.
    pub packet_words: usize,
    /// The memory at the periphery.
    pub memory: MemoryTile,
    /// Where the host is.
    pub host: [usize; 3],
    /// The message buffers of each core's tile.
    pub message_unit: MessageUnit,
    /// Traffic that has nothing to do with the cores.
    pub injectors: Option<Injectors>,
}

impl Mesh {
    /// The tile of each core.
    pub fn core_tiles(&self) -> Vec<usize> {
        let others = [self.memory.at, self.host].map(|at| self.network.router(at));
        let is_core = |tile: &usize| !others.contains(tile);
        (0..self.network.routers()).filter(is_core).collect()
    }
}

/// The free ports of a mesh at one of its sides, in the order of the routers.
fn ports_along(network: &GridParameters, direction: Direction) -> Vec<Edge> {
    let routers = (0..network.routers()).map(|number| network.coordinates(number));
    routers
        .filter(|router| network.neighbour(*router, direction).is_none())
        .map(|router| Edge { router, direction })
        .collect()
}
