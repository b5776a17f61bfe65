//! `[hibi]` and the devices at it: the keys of the bus, of the cores' DMA controllers, and of the other agents.
//!
//! What each latency means is defined in `docs/contract/hibi.md`.

mod agents;
mod read;
mod show;

use crate::description::keys::{choice, keys, Words, Words32};
use crate::part::hibi_dma::keys::Dma;
use crate::part::pc_bridge::keys::Bridge;
pub use agents::{Agent, AgentKind};
pub use read::TYPES;

keys! {
    /// A bus between DMA controllers of the cores and other agents, in addition to the bus and the crossbar or instead of them.
    #[derive(Eq)]
    pub struct Hibi in "hibi" {
        /// Words that a wrapper holds of its agent.
        send_words as "send_fifo": Words<1, 4096> = 4,
        /// Words that a wrapper holds for its agent.
        receive_words as "receive_fifo": Words<1, 4096> = 4,
        /// Words that an owner sends before the bus is offered to others.
        longest_turn: Words32<1, { u32::MAX as u64 }> = 255,
        /// How the next owner is found.
        arbitration: Arbitration = Arbitration::RoundRobin,
    } and {
        /// The controllers of the cores.
        dma: Dma,
        /// The others, in the order of the file.
        agents: Vec<Agent>,
    }
}

choice! {
    /// How the next owner of the bus is found.
    pub enum Arbitration {
        /// It is offered to one wrapper a cycle, in turn.
        RoundRobin = "round-robin",
        /// The next one in turn that has a word has it in the next cycle.
        Immediate = "immediate",
    }
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
