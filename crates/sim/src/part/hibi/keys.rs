//! `[hibi]` and the devices at it: the keys of the bus, of the cores' DMA controllers, and of the other agents.
//!
//! What each latency means is defined in `docs/contract/hibi.md`.

mod agents;
mod read;
mod show;

use crate::part::hibi_dma::registers::{CHANNEL_STRIDE, MAX_CHANNELS, MAX_WINDOWS, QUICK_END};
use crate::platform::keys::{
    choice, keys, Address, Bytes, Chip, Count, Cycles, Flag, Words, Words32,
};
use crate::platform::reader::Table;
use crate::platform::{PlatformError, Range};
pub use agents::{Agent, AgentFacts, AgentKind, Bridge, DctKeys, MemoryKeys};
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

keys! {
    /// The DMA controllers of all cores; there must be one such device.
    #[derive(Eq)]
    pub struct Dma in "hibi-dma" {
        /// Address of the registers, the same for each core.
        base: Address => "0xa000_0000",
        /// First HIBI address of core 0.
        #[header = "WEFT_HIBI_ADDRESS"]
        address: Address => "0x0100_0000",
        /// HIBI addresses of a core, in bytes.
        #[header = "WEFT_HIBI_ADDRESS_STRIDE"]
        stride as "addresses": Bytes = 0x1000,
        /// Receive channels that go round in their buffers: the first ones.
        #[header = "WEFT_HIBI_DMA_STREAMS"]
        streams: Count<0, { MAX_CHANNELS as u64 }> = 8,
        /// Receive channels that take a packet: those after them; 30 of both together at most.
        #[header = "WEFT_HIBI_DMA_PACKETS"]
        packets: Count<0, { MAX_CHANNELS as u64 }> = 8,
        /// A load from a register.
        read: Cycles<1, 100> = 3,
        /// A store to a register.
        write: Cycles<1, 100> = 2,
        /// From the end of the store that starts a transfer to its first word in the wrapper.
        start: Cycles<1, 100> = 4,
        /// Whether writing the address can start a transfer.
        #[header = "WEFT_HIBI_DMA_STARTS_BY_ADDRESS"]
        start_by_address: Flag = false,
        /// Words that go from memory to the wrapper in a cycle.
        send_width: Words<1, 4> = 1,
        /// Targets to which a store sends a word.
        #[header = "WEFT_HIBI_DMA_SEND_WINDOWS"]
        send_windows: Count<0, { MAX_WINDOWS as u64 }> = 0,
        /// Whether loads can wait for words of streams, and words be moved from them.
        #[header = "WEFT_HIBI_DMA_WAITING_LOADS"]
        waiting_loads: Flag = false,
    } check fits
}

impl Dma {
    /// Its registers, at the same addresses for each core.
    pub fn registers(&self) -> Range {
        let channels = (self.streams + self.packets).max(1) as u32;
        let size = match self.send_windows > 0 || self.waiting_loads {
            true => QUICK_END,
            false => CHANNEL_STRIDE * channels,
        };
        Range {
            base: self.base,
            size,
        }
    }

    /// The HIBI addresses of a core.
    pub fn of(&self, core: usize) -> Range {
        Range {
            base: self.address.wrapping_add(self.stride * core as u32),
            size: self.stride,
        }
    }

    fn fits(&self, table: &Table, chip: &Chip) -> Result<(), PlatformError> {
        if let Some(field) = table.optional("packets") {
            field.integer(0..=(MAX_CHANNELS - self.streams) as u64)?;
        } else if let Some(field) = table.optional("streams") {
            field.integer(0..=(MAX_CHANNELS - self.packets) as u64)?;
        }
        let end = u64::from(self.address) + u64::from(self.stride) * chip.cores as u64;
        match end <= 1 << 32 {
            true => Ok(()),
            false => Err(table.required("address", "")?.error(format!(
                "gives the cores HIBI addresses up to {end:#x}, beyond 32 bits; lower `address` or `addresses`"
            ))),
        }
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
