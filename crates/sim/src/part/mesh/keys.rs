//! `[mesh]`: the keys of a mesh of tiles: the place of each tile, and the traffic at the edges.
//!
//! Tiles are numbered row by row, x fastest. One or more are memories, one is the host, the others are cores; memories and cores are numbered in
//! the order of their tiles. The contents of a core's tile are a table of another part (`message_buffers`). What each latency means is defined in
//! docs/contract/message-buffers.md.

mod read;
mod show;
mod values;

use serde::{Deserialize, Serialize};

use crate::description::keys::{
    keys, Bytes, Cycles, Flits, Fraction, Nested, Number, OneOrMore, Words,
};
use crate::noc::position::Position;
use crate::noc::{Direction, Edge, GridParameters, Pipeline};
pub use values::{Edges, Sides};

keys! {
    /// A mesh of tiles. With it each core's tile has message buffers.
    pub struct MeshKeys in "mesh" {
        /// Tiles in x and y, or in x, y and z: one for each core, each memory and the host.
        size: Sides => "[4, 5]",
        /// Stages of a router.
        pipeline: Pipeline = Pipeline::FourStage,
        /// Flits that a router buffers at an input.
        buffer: Flits<1, 255> = 4,
        /// Maximum payload of a packet.
        packet: Words<2, 16> = 16,
        /// The memories at the periphery, a tile each, with addresses one after the other in the order of the tiles: a table, or several.
        memories as "memory": OneOrMore<MemoryTile> => "{ at = [0, 0], size = \"16 MiB\" }",
        /// Position of the host: x and y, or x, y and z.
        host: Position => "[3, 4]",
        /// Traffic that has nothing to do with the cores.
        injectors: Option<Nested<Injectors>> => "none",
    }
}

keys! {
    /// A dual-ported memory: one port reads, one writes.
    #[derive(Copy, Eq)]
    pub struct MemoryTile {
        /// Position: x and y, or x, y and z.
        at: Position => "[0, 0]",
        /// Size in bytes.
        bytes as "size": Bytes => "\"16 MiB\"",
        /// Access to a word.
        access: Cycles<1, 1000> = 1,
    }
}

keys! {
    /// Traffic between two opposite edges of the mesh, as cache misses and write-backs cause it.
    pub struct Injectors {
        /// Edge with the requesters, and the opposite edge, with the responders; y is 0 in the north, x is 0 in the west.
        requesters as "edges": Edges => "[\"north\", \"south\"]",
        /// Requests per requester and cycle.
        rate: Fraction = 0.0,
        /// Share of write-backs among the requests; the others are misses.
        write_back: Fraction = 0.25,
        /// Seed of the pseudo-random numbers.
        seed: Number<0, { u64::MAX }> = 1,
    }
}

/// The mesh with its tiles. `T` describes the tile of a core.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mesh<T> {
    /// The network: its endpoints are the tiles, then the injectors that request, then those that answer.
    pub network: GridParameters,
    /// Maximum payload words of a packet.
    pub packet_words: usize,
    /// The memories at the periphery, in the order of their tiles.
    pub memories: Vec<MemoryTile>,
    /// The coordinates of the host.
    pub host: [usize; 3],
    /// The interface between each core and the network.
    pub tile: T,
    /// Traffic that has nothing to do with the cores.
    pub injectors: Option<Injectors>,
}

impl<T> Mesh<T> {
    /// The tile of each core.
    pub fn core_tiles(&self) -> Vec<usize> {
        let is_core = |tile: &usize| {
            self.memory_at(*tile).is_none() && *tile != self.network.router(self.host)
        };
        (0..self.network.routers()).filter(is_core).collect()
    }

    /// The number of the memory at a tile, if there is one.
    pub fn memory_at(&self, tile: usize) -> Option<usize> {
        let is_there = |memory: &MemoryTile| self.network.router(memory.at) == tile;
        self.memories.iter().position(is_there)
    }
}

/// The free ports of the mesh on one of its sides, in the order of the routers.
fn ports_along(network: &GridParameters, direction: Direction) -> Vec<Edge> {
    let routers = (0..network.routers()).map(|number| network.coordinates(number));
    routers
        .filter(|router| network.neighbour(*router, direction).is_none())
        .map(|router| Edge { router, direction })
        .collect()
}
