//! `[hibi]` and the devices on it: the keys of the bus, of the cores' DMA controllers, and of the other agents.
//!
//! What each latency means is defined in docs/contract/hibi.md.

mod read;
mod show;

use serde::{Deserialize, Serialize};

use crate::description::keys::{choice, keys, Words, Words32};
use crate::description::Range;

keys! {
    /// A bus between DMA controllers of the cores and other agents, in addition to the bus and the crossbar or instead of them.
    #[derive(Eq)]
    pub struct Wires in "hibi" {
        /// Words from its agent that a wrapper holds.
        send_words as "send_fifo": Words<1, 4096> = 4,
        /// Words for its agent that a wrapper holds.
        receive_words as "receive_fifo": Words<1, 4096> = 4,
        /// Maximum number of words that an owner sends before the bus is offered to others.
        longest_turn: Words32<1, { u32::MAX as u64 }> = 255,
        /// Arbitration: how the next owner is chosen.
        arbitration: Arbitration = Arbitration::RoundRobin,
    }
}

/// The bus with its agents: controllers `D` of the cores, and others of the kinds `K`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hibi<D, K> {
    /// The bus itself.
    pub wires: Wires,
    /// The controllers of the cores.
    pub dma: D,
    /// The other agents, in the order of the platform file.
    pub agents: Vec<Agent<K>>,
}

/// An agent on the bus other than a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agent<K> {
    pub name: String,
    /// Its HIBI addresses.
    pub range: Range,
    /// Its kind, with its keys.
    pub kind: K,
}

choice! {
    /// How the next owner of the bus is found.
    pub enum Arbitration {
        /// The bus is offered to one wrapper a cycle, in turn.
        RoundRobin = "round-robin",
        /// The next wrapper in turn that has a word owns the bus in the next cycle.
        Immediate = "immediate",
    }
}
