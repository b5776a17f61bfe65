//! The agents at HIBI other than the cores' controllers: external memory, an accelerator, the bridge to the PC.

use serde::{Deserialize, Serialize};

use crate::part::{dct, hibi_memory as memory};
use crate::platform::device::device_kinds;
use crate::platform::header::{address, constant, size};
use crate::platform::keys::{keys, Bytes, Count, Cycles, Macro};
use crate::platform::{quantity, Range};

/// Something at the bus in addition to the cores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agent {
    pub name: String,
    /// Its HIBI addresses.
    pub range: Range,
    pub kind: AgentKind,
}

/// What the room of a kind of agent tells about an agent.
pub trait AgentFacts {
    /// What it is, in a few words.
    fn text(&self) -> String;

    /// Bytes of HIBI addresses; None if there are too many.
    fn bytes(&self) -> Option<u32>;

    /// What C programs see of it, each after `WEFT_<NAME>_`.
    fn constants(&self, _base: u32) -> Vec<Macro> {
        Vec::new()
    }

    /// Whether it serves requests of cores.
    fn is_accelerator(&self) -> bool {
        false
    }
}

device_kinds! {
    /// What an agent is, with its keys.
    pub enum AgentKind of AgentFacts {
        /// External memory after a DMA controller.
        Memory(MemoryKeys),
        /// The accelerator for the discrete cosine transform.
        Dct(DctKeys),
        /// The link to the PC.
        PcBridge(Bridge),
    } types by super::read::HibiDevice
}

keys! {
    /// External memory at HIBI, with a DMA controller of several channels.
    #[derive(Copy, Eq)]
    pub struct MemoryKeys in "hibi-memory" {
        /// Its bytes.
        bytes as "size": Bytes => "\"16 MiB\"",
        /// Transfers in progress at most.
        channels: Count<1, 64> = 8,
        /// From the last parameter to the first word that is read.
        access: Cycles<1, 1000> = 8,
    }
}

impl AgentFacts for MemoryKeys {
    fn text(&self) -> String {
        let bytes = quantity::bytes(self.bytes);
        format!("{bytes}, {} channels", self.channels)
    }

    /// The channels' ports follow the memory.
    fn bytes(&self) -> Option<u32> {
        let ports = memory::CHANNEL_BYTES * self.channels as u32;
        self.bytes.checked_add(ports)
    }

    fn constants(&self, base: u32) -> Vec<Macro> {
        vec![
            constant("SIZE", size(self.bytes)),
            constant("CHANNELS", self.channels),
            constant("CHANNEL_ADDRESS", address(base + self.bytes)),
            constant("CHANNEL_STRIDE", size(memory::CHANNEL_BYTES)),
            constant("READ", memory::READ),
            constant("WRITE", memory::WRITE),
        ]
    }
}

keys! {
    /// The accelerator for the discrete cosine transform of 8 x 8 samples.
    #[derive(Copy, Eq)]
    pub struct DctKeys in "dct" {
        /// A transform.
        cycles: Cycles<1, 1000> = 64,
    }
}

impl AgentFacts for DctKeys {
    fn text(&self) -> String {
        format!("8 x 8, {} cycles", self.cycles)
    }

    fn bytes(&self) -> Option<u32> {
        Some(dct::BYTES)
    }

    fn is_accelerator(&self) -> bool {
        true
    }
}

keys! {
    /// The bridge to the PC.
    #[derive(Copy, Eq)]
    pub struct Bridge in "pc-bridge" {
        /// HIBI addresses, in bytes.
        addresses: Bytes = 0x1000,
        /// From a word's leaving one side to its coming to the other.
        latency: Cycles<1, 1000> = 60,
        /// From one word to the next of the same direction.
        interval: Cycles<1, 1000> = 10,
    }
}

impl AgentFacts for Bridge {
    fn text(&self) -> String {
        String::from("to the PC")
    }

    fn bytes(&self) -> Option<u32> {
        Some(self.addresses)
    }
}
