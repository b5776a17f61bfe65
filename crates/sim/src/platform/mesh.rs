//! A mesh of tiles: where each tile lies, and the sizes and latencies of what is in one.
//!
//! Tiles are numbered row by row, x fastest; one is the memory tile, one the host, the others are cores in the order of their tiles.
//! What each latency means is defined in `docs/contract/message-buffers.md`.

use serde::{Deserialize, Serialize};

use super::Range;
use crate::noc::{Direction, Edge, GridParameters, Pipeline};

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
    pub host: Position,
    /// The message buffers of each core's tile.
    pub message_unit: MessageUnit,
    /// Traffic that has nothing to do with the cores.
    pub injectors: Option<Injectors>,
}

/// Coordinates x, y, z of a tile.
pub type Position = [usize; 3];

/// A dual-ported memory: one port reads, one writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryTile {
    /// Where it is.
    pub at: Position,
    /// Its size in bytes, a multiple of 4.
    pub bytes: u32,
    /// Cycles of an access to a word.
    pub access: u64,
}

/// The message buffers of a tile, with their manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageUnit {
    /// The registers that the tile's core accesses.
    pub registers: Range,
    /// Size of the output buffer in bytes, a multiple of 4.
    pub output_bytes: u32,
    /// Size of the input buffer in bytes, a multiple of 4.
    pub input_bytes: u32,
    /// Entries of the address translation table.
    pub tasks: usize,
    /// Entries of the status table.
    pub blocks: usize,
    /// Cycles of a core's access to a register.
    pub access: u64,
    /// Cycles of a copy from local memory to the output buffer, for each `copy_words`.
    pub copy_in: u64,
    /// Cycles of a copy from the input buffer to local memory, for each `copy_words`.
    pub copy_out: u64,
    /// Words that are copied at once, a power of two: the width of the DMA engine's ports, and of a line of the buffers.
    pub copy_words: usize,
    /// Cycles between an event and what the manager does about it.
    pub manager: u64,
    /// Whether the envelope goes out at the call, and data are forwarded while they are copied.
    pub cut_through: bool,
}

/// Traffic between two opposite edges of the mesh, as cache misses and write-backs cause it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Injectors {
    /// The edge of those that request.
    pub requesters: Direction,
    /// Requests of a requester in a cycle, 0 to 1.
    pub rate: f64,
    /// The share of write-backs, 0 to 1; the others are misses.
    pub write_back: f64,
    /// What the pseudo-random numbers begin with.
    pub seed: u64,
}

/// The names of the routers' pipelines in platform files.
pub const PIPELINES: [(&str, Pipeline); 2] = [
    ("four-stage", Pipeline::FourStage),
    ("look-ahead", Pipeline::LookAhead),
];

/// The names of the edges of a mesh in platform files.
pub const SIDES: [(&str, Direction); 4] = [
    ("north", Direction::North),
    ("south", Direction::South),
    ("west", Direction::West),
    ("east", Direction::East),
];

impl Mesh {
    /// The tile of each core.
    pub fn core_tiles(&self) -> Vec<usize> {
        let others = [self.memory.at, self.host].map(|at| self.network.router(at));
        let is_core = |tile: &usize| !others.contains(tile);
        (0..self.network.routers()).filter(is_core).collect()
    }
}

/// The free ports of a mesh at one of its sides, in the order of the routers.
pub fn ports_along(network: &GridParameters, direction: Direction) -> Vec<Edge> {
    let routers = (0..network.routers()).map(|number| network.coordinates(number));
    routers
        .filter(|router| network.neighbour(*router, direction).is_none())
        .map(|router| Edge { router, direction })
        .collect()
}
