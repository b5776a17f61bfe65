//! The bus HIBI: its FIFOs and turns, the DMA controllers of the cores, and the other agents with their addresses.
//!
//! What each latency means is defined in `docs/contract/hibi.md`.

use super::Range;
use serde::{Deserialize, Serialize};

/// The bus with everything at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hibi {
    /// Words that a wrapper holds of its agent.
    pub send_words: usize,
    /// Words that a wrapper holds for its agent.
    pub receive_words: usize,
    /// Words of a turn at most.
    pub longest_turn: u32,
    /// How the next owner is found.
    pub arbitration: Arbitration,
    /// The controllers of the cores.
    pub dma: Dma,
    /// The others, in the order of the file.
    pub agents: Vec<Agent>,
}

impl Hibi {
    /// The bridge to the PC, if there is one.
    pub fn bridge(&self) -> Option<&Bridge> {
        self.agents.iter().find_map(|agent| match &agent.kind {
            AgentKind::PcBridge(bridge) => Some(bridge),
            _ => None,
        })
    }
}

/// How the next owner of the bus is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arbitration {
    /// It is offered to one wrapper a cycle, in turn.
    RoundRobin,
    /// The next one in turn that has a word has it in the next cycle.
    Immediate,
}

/// The names of arbitrations in platform files.
pub const ARBITRATIONS: [(&str, Arbitration); 2] = [
    ("round-robin", Arbitration::RoundRobin),
    ("immediate", Arbitration::Immediate),
];

/// The DMA controller that each core has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dma {
    /// Its registers, at the same addresses for each core.
    pub registers: Range,
    /// First HIBI address of core 0.
    pub address: u32,
    /// HIBI addresses of a core, in bytes.
    pub stride: u32,
    /// Receive channels that go round in their buffers: the first ones.
    pub streams: usize,
    /// Receive channels that take a packet: those behind them.
    pub packets: usize,
    /// Cycles of a load from a register.
    pub read: u64,
    /// Cycles of a store to a register.
    pub write: u64,
    /// Cycles from the end of the store that starts a transfer to its first word in the wrapper.
    pub start: u64,
    /// Whether writing the address can start a transfer.
    pub start_by_address: bool,
    /// Words that go from memory to the wrapper in a cycle.
    pub send_width: usize,
    /// Words that are sent by a store each: so many targets can be set up.
    pub send_windows: usize,
    /// Whether loads can wait for words of streams, and words be moved from them.
    pub waiting_loads: bool,
}

impl Dma {
    /// The HIBI addresses of a core.
    pub fn of(&self, core: usize) -> Range {
        Range {
            base: self.address.wrapping_add(self.stride * core as u32),
            size: self.stride,
        }
    }
}

/// Something at the bus beside the cores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agent {
    pub name: String,
    /// Its HIBI addresses.
    pub range: Range,
    pub kind: AgentKind,
}

/// What it is, with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum AgentKind {
    /// External memory behind a DMA controller.
    Memory {
        bytes: u32,
        /// Transfers under way at most.
        channels: usize,
        /// Cycles from the last parameter to the first word that is read.
        access: u64,
    },
    /// The accelerator for the discrete cosine transform.
    Dct {
        /// Cycles of a transform.
        cycles: u64,
    },
    /// The way to the PC.
    PcBridge(Bridge),
}

impl AgentKind {
    /// The name of the kind, as platform files write it.
    pub fn name(&self) -> &'static str {
        match self {
            AgentKind::Memory { .. } => "hibi-memory",
            AgentKind::Dct { .. } => "dct",
            AgentKind::PcBridge(_) => "pc-bridge",
        }
    }
}

/// The kinds of device that are at this bus, as platform files write them; the first is that of the cores.
pub const KINDS: [&str; 4] = ["hibi-dma", "hibi-memory", "dct", "pc-bridge"];

/// The bridge to the PC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bridge {
    /// Cycles from a word's leaving one side to its coming to the other.
    pub latency: u64,
    /// Cycles from one word to the next of the same direction.
    pub interval: u64,
}
