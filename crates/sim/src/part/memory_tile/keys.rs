//! `[mesh.memory]`: the keys of the memory at the periphery of the mesh.

use crate::description::keys::{keys, Bytes, Cycles};
use crate::noc::position::Position;

keys! {
    /// A dual-ported memory: one port reads, one writes.
    #[derive(Copy, Eq)]
    pub struct MemoryTile {
        /// Where it is: x and y, or x, y and z.
        at: Position => "[0, 0]",
        /// Its bytes.
        bytes as "size": Bytes => "\"16 MiB\"",
        /// An access to a word.
        access: Cycles<1, 1000> = 1,
    }
}
