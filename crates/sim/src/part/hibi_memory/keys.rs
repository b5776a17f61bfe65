//! The keys of external memory at HIBI.

use super::{CHANNEL_BYTES, READ, WRITE};
use crate::description::device::agent::{AgentDevice, AgentFacts};
use crate::description::header::{address, constant, size};
use crate::description::keys::{keys, Bytes, Count, Cycles, Macro};
use crate::description::quantity;

keys! {
    /// External memory at HIBI, with a DMA controller of several channels.
    #[derive(Copy, Eq)]
    pub struct MemoryKeys in "hibi-memory" {
        /// Size in bytes.
        bytes as "size": Bytes => "\"16 MiB\"",
        /// Maximum number of transfers in progress.
        channels: Count<1, 64> = 8,
        /// From the last parameter to the first word read.
        access: Cycles<1, 1000> = 8,
    }
}

impl AgentDevice for MemoryKeys {}

impl AgentFacts for MemoryKeys {
    fn text(&self) -> String {
        let bytes = quantity::bytes(self.bytes);
        format!("{bytes}, {} channels", self.channels)
    }

    /// The memory's addresses, and after them those of the channels.
    fn bytes(&self) -> Option<u32> {
        let ports = CHANNEL_BYTES * self.channels as u32;
        self.bytes.checked_add(ports)
    }

    fn constants(&self, base: u32) -> Vec<Macro> {
        vec![
            constant("SIZE", size(self.bytes)),
            constant("CHANNELS", self.channels),
            constant("CHANNEL_ADDRESS", address(base + self.bytes)),
            constant("CHANNEL_STRIDE", size(CHANNEL_BYTES)),
            constant("READ", READ),
            constant("WRITE", WRITE),
        ]
    }
}
