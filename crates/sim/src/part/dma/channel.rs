//! A channel of the DMA controller: source, destination, transfers left, and the address of its next list item.
//!
//! ```text
//!              enable            a burst each time
//!   disabled ------------> moving ------------------> nothing left --+--> no next item: disabled
//!      ^                     ^                                       |
//!      | error               |       fetch of the item, four words   v
//!   any state                +---------------------------------- next item
//! ```

use crate::port::{word_at, BeatSequence, Transfer, MAX_BEATS};
use serde::{Deserialize, Serialize};

const SRC_ADDR: u32 = 0x00;
const DEST_ADDR: u32 = 0x04;
const LLI: u32 = 0x08;
const CONTROL: u32 = 0x0C;
const CONFIGURATION: u32 = 0x10;

/// DMACCxControl.
const TRANSFER_SIZE: u32 = 0xFFF;
const SOURCE_BURST_SHIFT: u32 = 12;
const DESTINATION_BURST_SHIFT: u32 = 15;
const SOURCE_WIDTH_SHIFT: u32 = 18;
const DESTINATION_WIDTH_SHIFT: u32 = 21;
const SOURCE_INCREMENT: u32 = 1 << 26;
const DESTINATION_INCREMENT: u32 = 1 << 27;
const TERMINAL_COUNT_INTERRUPT: u32 = 1 << 31;

/// DMACCxConfiguration.
const ENABLE: u32 = 1;
const FLOW_CONTROL: u32 = 7 << 11;
const INTERRUPT_ERROR: u32 = 1 << 14;
const INTERRUPT_COUNT: u32 = 1 << 15;
const HALT: u32 = 1 << 18;
const CONFIGURATION_BITS: u32 = 0x7_FBDF & !ACTIVE;
/// Bit A, data in the channel's buffer, reads as 0, since no register can be read during a burst.
const ACTIVE: u32 = 1 << 17;

/// Transfers in a burst, by the three bits of SBSize and DBSize.
const BURST_SIZES: [u32; 8] = [1, 4, 8, 16, 32, 64, 128, 256];
/// Words of a list item: DMACCxSrcAddr, DMACCxDestAddr, DMACCxLLI, DMACCxControl.
const ITEM_WORDS: u32 = 4;

/// The registers of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    source: u32,
    destination: u32,
    list_item: u32,
    control: u32,
    configuration: u32,
    /// The present item is done, and the next one has not been fetched.
    fetches: bool,
    /// DMACRawIntTCStatus.
    pub terminal_count: bool,
    /// DMACRawIntErrorStatus.
    pub error: bool,
}

impl Channel {
    pub fn read(&self, register: u32) -> u32 {
        match register {
            SRC_ADDR => self.source,
            DEST_ADDR => self.destination,
            LLI => self.list_item,
            CONTROL => self.control,
            CONFIGURATION => self.configuration,
            _ => 0,
        }
    }

    /// Writes a register. A running channel uses the new value from its next burst on.
    pub fn write(&mut self, register: u32, value: u32) {
        match register {
            SRC_ADDR => self.source = value,
            DEST_ADDR => self.destination = value,
            // Bit 0 selects the master that fetches the next item; both reach the same memories.
            LLI => self.list_item = value & !2,
            CONTROL => self.control = value,
            CONFIGURATION => self.configuration = value & CONFIGURATION_BITS,
            _ => return,
        }
        if !self.is_enabled() {
            self.fetches = false;
        }
        self.begin_item();
    }

    pub fn is_enabled(&self) -> bool {
        self.configuration & ENABLE != 0
    }

    /// The terminal count interrupt, after its mask.
    pub fn raises_count(&self) -> bool {
        self.terminal_count && self.configuration & INTERRUPT_COUNT != 0
    }

    /// The error interrupt, after its mask.
    pub fn raises_error(&self) -> bool {
        self.error && self.configuration & INTERRUPT_ERROR != 0
    }

    /// Transfers of the source that remain.
    pub fn left(&self) -> u32 {
        self.control & TRANSFER_SIZE
    }

    /// The channel's next transfer on the bus: a burst, or the fetch of a list item.
    pub fn transfer(&self) -> Option<Transfer> {
        if !self.is_enabled() || self.configuration & HALT != 0 {
            return None;
        }
        if self.fetches {
            return Some(Transfer {
                read: Some(BeatSequence {
                    address: self.next_item(),
                    width: 4,
                    beats: ITEM_WORDS,
                    increments: true,
                }),
                write: None,
            });
        }
        let (bytes, source, destination) = (
            self.burst_bytes(),
            self.source_width(),
            self.destination_width(),
        );
        Some(Transfer {
            read: Some(BeatSequence {
                address: self.source,
                width: source,
                beats: bytes / source,
                increments: self.control & SOURCE_INCREMENT != 0,
            }),
            write: Some(BeatSequence {
                address: self.destination,
                width: destination,
                beats: bytes / destination,
                increments: self.control & DESTINATION_INCREMENT != 0,
            }),
        })
    }

    /// Ends a burst or a fetch. `left` has what was read and not written, which is a list item.
    pub fn transferred(&mut self, moved: bool, left: &[u8]) {
        if !moved {
            self.stop_with_error();
        } else if self.fetches {
            self.load_item(left);
        } else {
            self.advance();
        }
    }

    /// Advances addresses and transfer size after a burst.
    fn advance(&mut self) {
        let bytes = self.burst_bytes();
        let beats = bytes / self.source_width();
        let step = |increments: u32| {
            if self.control & increments != 0 {
                bytes
            } else {
                0
            }
        };
        self.source = self.source.wrapping_add(step(SOURCE_INCREMENT));
        self.destination = self.destination.wrapping_add(step(DESTINATION_INCREMENT));
        self.control -= beats;
        self.begin_item();
    }

    /// Loads the registers from a list item.
    fn load_item(&mut self, item: &[u8]) {
        let word = |index: usize| word_at(item, 4 * index);
        self.source = word(0);
        self.destination = word(1);
        self.list_item = word(2) & !2;
        self.control = word(3);
        self.fetches = false;
        self.begin_item();
    }

    fn next_item(&self) -> u32 {
        self.list_item & !3
    }

    /// Checks what an enabled channel can do with its present registers: continue, end the item, or stop with an error.
    fn begin_item(&mut self) {
        if !self.is_enabled() || self.fetches {
            return;
        }
        if self.left() == 0 {
            self.end_item();
        } else if !self.is_possible() {
            self.stop_with_error();
        }
    }

    /// Ends an item: raises the terminal count, and fetches the next item or disables the channel.
    fn end_item(&mut self) {
        self.terminal_count |= self.control & TERMINAL_COUNT_INTERRUPT != 0;
        if self.next_item() != 0 {
            self.fetches = true;
        } else {
            self.configuration &= !ENABLE;
        }
    }

    fn stop_with_error(&mut self) {
        self.error = true;
        self.fetches = false;
        self.configuration &= !ENABLE;
    }

    /// Whether the registers describe a transfer that this controller supports: memory to memory, aligned, in whole transfers.
    fn is_possible(&self) -> bool {
        let widths = self.control >> SOURCE_WIDTH_SHIFT & 7 <= 2
            && self.control >> DESTINATION_WIDTH_SHIFT & 7 <= 2;
        widths
            && self.configuration & FLOW_CONTROL == 0
            && self.source % self.source_width() == 0
            && self.destination % self.destination_width() == 0
            && (self.left() * self.source_width()) % self.destination_width() == 0
    }

    /// Bytes of the next burst: as many as both burst sizes allow, but at least one transfer of the wider master, and at most what is left, or 16
    /// transfers.
    fn burst_bytes(&self) -> u32 {
        let (source, destination) = (self.source_width(), self.destination_width());
        let (narrow, wide) = (source.min(destination), source.max(destination));
        let burst =
            |shift: u32, width: u32| BURST_SIZES[(self.control >> shift & 7) as usize] * width;
        burst(SOURCE_BURST_SHIFT, source)
            .min(burst(DESTINATION_BURST_SHIFT, destination))
            .max(wide)
            .min(MAX_BEATS * narrow)
            .min(self.left() * source)
    }

    fn source_width(&self) -> u32 {
        1 << (self.control >> SOURCE_WIDTH_SHIFT & 3)
    }

    fn destination_width(&self) -> u32 {
        1 << (self.control >> DESTINATION_WIDTH_SHIFT & 3)
    }
}
