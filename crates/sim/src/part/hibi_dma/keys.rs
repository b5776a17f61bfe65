//! The keys of the cores' DMA controllers at HIBI.

use super::registers::{CHANNEL_STRIDE, MAX_CHANNELS, MAX_WINDOWS, NAMES, QUICK_END};
use crate::description::device::agent::{AgentDevice, ControllerFacts};
use crate::description::header::{constant, size};
use crate::description::keys::{
    keys, Address, Bytes, Chip, Count, Cycles, Flag, Key, Keys, Macro, Words,
};
use crate::description::{AnyDevice, Range, Result, Table};

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
        /// Number of receive channels with circular buffers (streams); they come first.
        #[header = "WEFT_HIBI_DMA_STREAMS"]
        streams: Count<0, { MAX_CHANNELS as u64 }> = 8,
        /// Number of receive channels that take one packet; they follow the streams. Both together are at most 30.
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
        /// Words that the controller moves from memory to the wrapper in a cycle.
        send_width: Words<1, 4> = 1,
        /// Targets to which a store sends a word.
        #[header = "WEFT_HIBI_DMA_SEND_WINDOWS"]
        send_windows: Count<0, { MAX_WINDOWS as u64 }> = 0,
        /// Whether loads can wait for words of streams, and the controller can move words out of streams.
        #[header = "WEFT_HIBI_DMA_WAITING_LOADS"]
        waiting_loads: Flag = false,
    } check fits
}

impl Dma {
    fn fits(&self, table: &Table, chip: &Chip) -> Result<()> {
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

/// The device has no address of its own: the cores' addresses follow each other.
impl AgentDevice for Dma {
    const ALL: &'static [&'static [Key]] = &[AnyDevice::KEYS, Dma::KEYS];
}

impl ControllerFacts for Dma {
    fn registers(&self) -> Range {
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

    fn of(&self, core: usize) -> Range {
        Range {
            base: self.address.wrapping_add(self.stride * core as u32),
            size: self.stride,
        }
    }

    fn load_cycles(&self) -> u64 {
        self.read
    }

    fn constants(&self) -> Vec<Macro> {
        let names = NAMES.iter();
        names
            .map(|(name, value)| constant(name, size(*value)))
            .collect()
    }
}
