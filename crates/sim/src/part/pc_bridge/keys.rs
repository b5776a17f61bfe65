//! The keys of the bridge to the PC.

use crate::description::device::agent::{AgentDevice, AgentFacts};
use crate::description::keys::{keys, Bytes, Cycles};

keys! {
    /// The bridge to the PC.
    #[derive(Copy, Eq)]
    pub struct Bridge in "pc-bridge" {
        /// Its HIBI addresses, in bytes.
        addresses: Bytes = 0x1000,
        /// From the departure of a word on one side to its arrival on the other.
        latency: Cycles<1, 1000> = 60,
        /// From one word to the next of the same direction.
        interval: Cycles<1, 1000> = 10,
    }
}

impl AgentDevice for Bridge {}

impl AgentFacts for Bridge {
    fn text(&self) -> String {
        String::from("to the PC")
    }

    fn bytes(&self) -> Option<u32> {
        Some(self.addresses)
    }

    fn leads_to_pc(&self) -> bool {
        true
    }
}
