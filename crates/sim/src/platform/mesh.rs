//! A mesh of tiles: where each tile lies, and the sizes and latencies of what is in one.
//!
//! Tiles are numbered row by row, x fastest; one is the memory tile, one the host, the others are cores in the order of their tiles.
//! What each latency means is defined in `docs/message-buffers.md`.

use serde::{Deserialize, Serialize};

use super::Range;

/// The mesh with its tiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    /// Tiles in x, y and z.
    pub size: [usize; 3],
    /// The stages of a router.
    pub pipeline: Pipeline,
    /// Virtual channels of each link.
    pub virtual_channels: usize,
    /// Flits that the buffer of a virtual channel holds.
    pub buffer_flits: usize,
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
    /// Cycles a word, local memory to output buffer.
    pub copy_in: u64,
    /// Cycles a word, input buffer to local memory.
    pub copy_out: u64,
    /// Cycles between an event and what the manager does about it.
    pub manager: u64,
    /// Whether the envelope goes out at the call, and data are forwarded while they are copied.
    pub cut_through: bool,
}

/// Traffic between two opposite edges of the mesh, as cache misses and write-backs cause it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Injectors {
    /// The edge of those that request.
    pub requesters: Side,
    /// Requests of a requester in a cycle, 0 to 1.
    pub rate: f64,
    /// The share of write-backs, 0 to 1; the others are misses.
    pub write_back: f64,
    /// What the pseudo-random numbers begin with.
    pub seed: u64,
}

/// The stages of a router.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pipeline {
    /// Route computation, virtual-channel allocation, switch allocation, switch traversal.
    FourStage,
    /// Routes are computed a router ahead, and the switch is allocated speculatively.
    LookAhead,
}

impl Pipeline {
    /// All pipelines.
    pub const ALL: [Pipeline; 2] = [Pipeline::FourStage, Pipeline::LookAhead];

    /// The name in platform files.
    pub fn name(self) -> &'static str {
        match self {
            Pipeline::FourStage => "four-stage",
            Pipeline::LookAhead => "look-ahead",
        }
    }
}

/// An edge of the mesh: y is 0 in the north, x is 0 in the west.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    North,
    South,
    West,
    East,
}

impl Side {
    /// All sides.
    pub const ALL: [Side; 4] = [Side::North, Side::South, Side::West, Side::East];

    /// The name in platform files.
    pub fn name(self) -> &'static str {
        match self {
            Side::North => "north",
            Side::South => "south",
            Side::West => "west",
            Side::East => "east",
        }
    }

    /// The side across.
    pub fn opposite(self) -> Side {
        match self {
            Side::North => Side::South,
            Side::South => Side::North,
            Side::West => Side::East,
            Side::East => Side::West,
        }
    }
}

impl Mesh {
    /// All tiles.
    pub fn tiles(&self) -> usize {
        self.size.iter().product()
    }

    /// The number of the tile at a position.
    pub fn tile(&self, [x, y, z]: Position) -> usize {
        x + self.size[0] * (y + self.size[1] * z)
    }

    /// The position of a tile.
    pub fn position(&self, tile: usize) -> Position {
        let [columns, rows, _] = self.size;
        [tile % columns, tile / columns % rows, tile / columns / rows]
    }

    /// The tile of each core.
    pub fn core_tiles(&self) -> Vec<usize> {
        let others = [self.tile(self.memory.at), self.tile(self.host)];
        let is_core = |tile: &usize| !others.contains(tile);
        (0..self.tiles()).filter(is_core).collect()
    }
}
