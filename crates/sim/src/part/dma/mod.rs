//! The DMA controller: eight channels that move data between memories in bursts, along linked lists of items.
//!
//! ```text
//!   registers, channels 0..7 --> lowest enabled channel --> master 1 reads --> [ buffer, 16 words ] --> master 2 writes
//! ```
//!
//! Source: ARM PrimeCell DMA Controller (PL080) Technical Reference Manual, ARM DDI 0196, chapters 2 and 3. Registers are named as there; timing is
//! defined in docs/contract/devices.md, "DMA controller (PL080)". It differs in two things. Its buffer holds a burst of 16 words, so that both
//! masters
//! work at once (H. Xiao et al. 2012, section 5.1). And it has no requests of peripherals: a channel that is not set to memory-to-memory, or whose
//! widths or addresses do not fit together, stops with an error. Memories are little-endian; M1 and M2 of DMACConfiguration cannot be set.

mod channel;
pub mod keys;

use crate::description::{BusDevice, Facts};
use crate::port::signal::Visitor;
use crate::port::{Accessor, Peripheral, Transfer};
use channel::Channel;
use keys::DmaKeys;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

const CHANNELS: usize = 8;

const INT_STATUS: u32 = 0x000;
const INT_TC_STATUS: u32 = 0x004;
const INT_TC_CLEAR: u32 = 0x008;
const INT_ERROR_STATUS: u32 = 0x00C;
const INT_ERROR_CLEAR: u32 = 0x010;
const RAW_INT_TC_STATUS: u32 = 0x014;
const RAW_INT_ERROR_STATUS: u32 = 0x018;
const ENABLED_CHANNELS: u32 = 0x01C;
const CONFIGURATION: u32 = 0x030;
const SYNC: u32 = 0x034;
/// The registers of channel n at + 0x20 n.
const CHANNEL: u32 = 0x100;
const CHANNEL_STRIDE: u32 = 0x20;
const CHANNELS_END: u32 = CHANNEL + CHANNEL_STRIDE * CHANNELS as u32;
/// DMACPeriphID0..3 and DMACPCellID0..3.
const IDENTIFICATION: u32 = 0xFE0;
const IDENTIFIERS: [u32; 8] = [0x80, 0x10, 0x04, 0x0A, 0x0D, 0xF0, 0x05, 0xB1];

/// The controller.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dma {
    /// DMACConfiguration, bit E.
    enabled: bool,
    sync: u32,
    channels: [Channel; CHANNELS],
    /// Bytes that master 1 has read and master 2 has not written.
    buffer: VecDeque<u8>,
}

impl Dma {
    /// One bit for each channel for which `holds` is true.
    fn channel_bits(&self, holds: impl Fn(&Channel) -> bool) -> u32 {
        let numbers = (0..CHANNELS).filter(|number| holds(&self.channels[*number]));
        numbers.map(|number| 1 << number).sum()
    }

    /// The active channel: the one with the lowest number that has something to do.
    fn active(&self) -> Option<usize> {
        let ready = |channel: &Channel| channel.transfer().is_some();
        let first = self.channels.iter().position(ready);
        first.filter(|_| self.enabled)
    }

    fn clear(&mut self, bits: u32, clear: impl Fn(&mut Channel)) {
        let named = |number: &usize| bits & 1 << number != 0;
        for number in (0..CHANNELS).filter(named) {
            clear(&mut self.channels[number]);
        }
    }
}

impl BusDevice for Dma {
    type Keys = DmaKeys;
    const REGISTERS: Option<u32> = Some(0x1000);

    fn new(_: DmaKeys, _: u32, _: &Facts) -> Self {
        Dma::default()
    }
}

impl Peripheral for Dma {
    fn read(&mut self, offset: u32, _: Accessor) -> u32 {
        match offset {
            INT_STATUS => self.channel_bits(|c| c.raises_count() || c.raises_error()),
            INT_TC_STATUS => self.channel_bits(Channel::raises_count),
            INT_ERROR_STATUS => self.channel_bits(Channel::raises_error),
            RAW_INT_TC_STATUS => self.channel_bits(|channel| channel.terminal_count),
            RAW_INT_ERROR_STATUS => self.channel_bits(|channel| channel.error),
            ENABLED_CHANNELS => self.channel_bits(Channel::is_enabled),
            CONFIGURATION => u32::from(self.enabled),
            SYNC => self.sync,
            CHANNEL..CHANNELS_END => {
                let number = (offset - CHANNEL) / CHANNEL_STRIDE;
                self.channels[number as usize].read(offset % CHANNEL_STRIDE)
            }
            IDENTIFICATION.. => IDENTIFIERS[(offset - IDENTIFICATION) as usize / 4],
            _ => 0,
        }
    }

    fn write(&mut self, offset: u32, value: u32, _: Accessor) {
        match offset {
            INT_TC_CLEAR => self.clear(value, |channel| channel.terminal_count = false),
            INT_ERROR_CLEAR => self.clear(value, |channel| channel.error = false),
            CONFIGURATION => self.enabled = value & 1 != 0,
            SYNC => self.sync = value & 0xFFFF,
            CHANNEL..CHANNELS_END => {
                let number = (offset - CHANNEL) / CHANNEL_STRIDE;
                self.channels[number as usize].write(offset % CHANNEL_STRIDE, value);
            }
            _ => {}
        }
    }

    /// DMACINTR, both interrupts together.
    fn sources(&self) -> u64 {
        let raises = |channel: &Channel| channel.raises_count() || channel.raises_error();
        u64::from(self.channels.iter().any(raises))
    }

    fn transfer(&self) -> Option<Transfer> {
        self.channels[self.active()?].transfer()
    }

    fn take(&mut self, data: &[u8]) {
        self.buffer.extend(data);
    }

    fn give(&mut self, data: &mut [u8]) {
        for byte in data {
            *byte = self.buffer.pop_front().unwrap_or(0);
        }
    }

    fn transferred(&mut self, moved: bool) {
        let left: Vec<u8> = self.buffer.drain(..).collect();
        if let Some(number) = self.active() {
            self.channels[number].transferred(moved, &left);
        }
    }

    fn signals(&self, visit: &mut Visitor) {
        let bits = |bits: u32| u64::from(bits);
        visit(
            format_args!("enabled"),
            8,
            bits(self.channel_bits(Channel::is_enabled)),
        );
        visit(
            format_args!("terminal_count"),
            8,
            bits(self.channel_bits(|c| c.terminal_count)),
        );
        visit(
            format_args!("error"),
            8,
            bits(self.channel_bits(|c| c.error)),
        );
        for (number, channel) in self.channels.iter().enumerate() {
            visit(
                format_args!("channel{number}.left"),
                12,
                u64::from(channel.left()),
            );
        }
    }
}

#[cfg(test)]
mod tests;
