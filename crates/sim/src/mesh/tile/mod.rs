//! What is behind the endpoints of the mesh: tiles with a core and message buffers, the memory tile, the host, traffic injectors.
//!
//! Source: S. S. Kumar, M. Tjin A Djie, R. van Leuken, "Low Overhead Message Passing for High Performance Many-Core Processors", 2013
//! (*pronto*), sections III to V. Every latency is defined in `docs/message-buffers.md`.
//!
//! All of these are advanced by their owner. In a cycle, after the cores have issued and before the network advances, `tick` is called for
//! each for which the network has a flit or `next_event` has named the cycle; otherwise nothing happens in it. What is decided in a cycle is decided on
//! the registers as they stand at its start.

mod checks;
mod commands;
mod copy;
mod host;
mod injector;
mod input;
mod interface;
mod journal;
mod memory_read;
mod memory_tile;
mod message_buffers;
mod output;
mod packet;
pub mod registers;
mod statistics;
#[cfg(test)]
mod tests;
mod translation;
mod waiting;

pub use commands::Access;
pub use host::{Host, Placement};
pub use injector::{RequestStatistics, Requester, RequesterParameters, Responder};
pub use journal::{Block, Command, Step, StepKind};
pub use memory_tile::{Arrival, MemoryTile};
pub use message_buffers::{Event, MessageBuffers, Parameters};
pub use packet::{FlitCounts, Kind};
pub use statistics::{Stall, StallCycles, TileStatistics, Traffic};
pub use waiting::{BlockedSend, Waiting};

use crate::mesh::{Flit, Mesh};

/// The one virtual channel that tiles use: packets of a pair stay in order.
const VIRTUAL_CHANNEL: usize = 0;

/// One endpoint of the network, in one cycle.
pub trait NetworkPort {
    /// The flit that has arrived in this cycle; taken by this.
    fn ejected(&mut self) -> Option<Flit>;

    /// Whether the network takes a flit.
    fn can_inject(&self) -> bool;

    /// Drives a flit, at most one in a cycle.
    fn inject(&mut self, flit: Flit);
}

/// An endpoint of a mesh.
pub struct MeshPort<'a> {
    pub mesh: &'a mut Mesh,
    pub number: usize,
}

impl NetworkPort for MeshPort<'_> {
    fn ejected(&mut self) -> Option<Flit> {
        self.mesh.ejected(self.number)
    }

    fn can_inject(&self) -> bool {
        self.mesh.can_inject(self.number, VIRTUAL_CHANNEL)
    }

    fn inject(&mut self, flit: Flit) {
        self.mesh.inject(self.number, VIRTUAL_CHANNEL, flit);
    }
}

/// The data memory of a tile, as its message unit reaches it.
pub trait LocalMemory {
    /// The word at an address of the memory that is a multiple of 4. A core that has run ahead is taken back by it.
    fn read(&mut self, address: u32) -> u32;

    /// Writes 1 to 4 bytes of the word at such an address, the first ones.
    fn write(&mut self, address: u32, bytes: &[u8]);
}
