//! `[mesh.memory]`: the keys of the memory at the periphery of the mesh.

use crate::part::mesh::keys::Position;
use crate::platform::keys::{keys, Bytes, Cycles};

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
