//! The mailbox: up to 32 mailboxes of seven words, each with a source, destinations and interrupts to both.
//!
//! ```text
//!   claim: SOURCE --> DSET, MSET, data --> SEND 1: destinations interrupted --> SEND 2, or last DCLEAR with
//!     ^                                                                         Auto Acknowledge: source interrupted
//!     +---- SOURCE 0 gives it back <---------------------------------------------------+ (Auto Link: next mailbox sends instead)
//! ```
//!
//! Source: ARM PrimeCell Inter-Processor Communications Module (PL320) Technical Reference Manual, ARM DDI 0306B, chapters 2.2 and 3.
//! Registers are named as there; timing is defined in docs/contract/devices.md, "Mailbox (PL320)". Channel c is interrupt output IPCMINT[c]. Where
//! the manual calls behaviour unpredictable: a source that is not one-hot is cut to its lowest bit; both bits of a send register may be set, and
//! raise both interrupts.

pub mod keys;

use crate::description::{BusDevice, Facts};
use crate::port::signal::Visitor;
use crate::port::{Accessor, Peripheral};
use keys::MailboxKeys;
use serde::{Deserialize, Serialize};

/// Distance from one mailbox to the next, in bytes.
const STRIDE: u32 = 0x40;
const DATA_WORDS: usize = 7;

const SOURCE: u32 = 0x00;
const DSET: u32 = 0x04;
const DCLEAR: u32 = 0x08;
const DSTATUS: u32 = 0x0C;
const MODE: u32 = 0x10;
const MSET: u32 = 0x14;
const MCLEAR: u32 = 0x18;
const MSTATUS: u32 = 0x1C;
const SEND: u32 = 0x20;
const DATA: u32 = 0x24;

/// Masked and raw interrupt status of channel c at + 8 c and + 8 c + 4.
const STATUS: u32 = 0x800;
const CONFIGSTAT: u32 = 0x900;
/// IPCMPeriphID0..3 and IPCMPCellID0..3.
const IDENTIFICATION: u32 = 0xFE0;
const IDENTIFIERS: [u32; 8] = [0x20, 0x13, 0x04, 0x00, 0x0D, 0xF0, 0x05, 0xB1];

const MODE_AUTO_ACKNOWLEDGE: u32 = 1;
const MODE_AUTO_LINK: u32 = 2;
const SEND_DESTINATION: u32 = 1;
const SEND_SOURCE: u32 = 2;

/// The registers of a mailbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Registers {
    source: u32,
    destination: u32,
    mode: u32,
    mask: u32,
    send: u32,
    data: [u32; DATA_WORDS],
}

impl Registers {
    /// Writes IPCMxSOURCE. It can be set only while it is 0; clearing it gives the mailbox back, but leaves the data.
    fn write_source(&mut self, value: u32) {
        if value == 0 {
            let data = self.data;
            *self = Registers {
                data,
                ..Registers::default()
            };
        } else if self.source == 0 {
            self.source = value & value.wrapping_neg();
        }
    }

    /// Writes IPCMxDCLEAR; true if this acknowledges the message automatically.
    fn clear_destination(&mut self, value: u32) -> bool {
        let before = self.destination;
        self.destination &= !value;
        let all_gone = before != 0 && self.destination == 0;
        let automatic = self.mode & MODE_AUTO_ACKNOWLEDGE != 0;
        all_gone && automatic && self.send == SEND_DESTINATION
    }

    fn is_linked(&self) -> bool {
        self.mode & MODE_AUTO_LINK != 0
    }
}

/// The module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mailbox {
    mailboxes: Vec<Registers>,
    channels: usize,
}

impl Mailbox {
    /// A module whose mailboxes are all free.
    fn of(mailboxes: usize, channels: usize) -> Self {
        Mailbox {
            mailboxes: vec![Registers::default(); mailboxes],
            channels,
        }
    }

    /// One bit for each channel that exists.
    fn channel_bits(&self) -> u32 {
        u32::MAX >> (32 - self.channels)
    }

    /// The channels that a mailbox interrupts, before the mask.
    fn interrupted(&self, number: usize) -> u32 {
        let mailbox = &self.mailboxes[number];
        let when = |bit: u32, channels: u32| if mailbox.send & bit != 0 { channels } else { 0 };
        // The acknowledgement of a linked mailbox sends the next one's message instead.
        let acknowledged = if self.links(number) {
            0
        } else {
            mailbox.source
        };
        when(SEND_DESTINATION, mailbox.destination) | when(SEND_SOURCE, acknowledged)
    }

    fn links(&self, number: usize) -> bool {
        self.mailboxes[number].is_linked() && number + 1 < self.mailboxes.len()
    }

    /// IPCMRISc, or IPCMMISc if masked.
    fn interrupt_status(&self, channel: usize, masked: bool) -> u32 {
        let raises = |number: &usize| {
            let mask = if masked {
                self.mailboxes[*number].mask
            } else {
                u32::MAX
            };
            self.interrupted(*number) & mask & 1 << channel != 0
        };
        let numbers = (0..self.mailboxes.len()).filter(raises);
        numbers.map(|number| 1 << number).sum()
    }

    /// Writes IPCMxSEND. An acknowledgement sends the message of the linked mailbox, if that has one.
    fn write_send(&mut self, number: usize, value: u32) {
        let acknowledges = value & !self.mailboxes[number].send & SEND_SOURCE != 0;
        self.mailboxes[number].send = value & (SEND_DESTINATION | SEND_SOURCE);
        if acknowledges && self.links(number) {
            let next = &mut self.mailboxes[number + 1];
            if next.source != 0 {
                next.send |= SEND_DESTINATION;
            }
        }
    }

    fn write_mailbox(&mut self, number: usize, register: u32, value: u32) {
        let channels = value & self.channel_bits();
        let mailbox = &mut self.mailboxes[number];
        if register == SOURCE {
            mailbox.write_source(channels);
            return;
        }
        if mailbox.source == 0 {
            return;
        }
        match register {
            DSET => mailbox.destination |= channels,
            DCLEAR => {
                if mailbox.clear_destination(channels) {
                    self.write_send(number, SEND_SOURCE);
                }
            }
            MODE => mailbox.mode = value & (MODE_AUTO_ACKNOWLEDGE | MODE_AUTO_LINK),
            MSET => mailbox.mask |= channels,
            MCLEAR => mailbox.mask &= !channels,
            SEND => self.write_send(number, value),
            _ => {
                let word = register.checked_sub(DATA).map(|offset| offset as usize / 4);
                if let Some(place) = word.and_then(|word| mailbox.data.get_mut(word)) {
                    *place = value;
                }
            }
        }
    }

    fn read_mailbox(&self, number: usize, register: u32) -> u32 {
        let mailbox = &self.mailboxes[number];
        match register {
            SOURCE => mailbox.source,
            DSTATUS => mailbox.destination,
            MODE => mailbox.mode,
            MSTATUS => mailbox.mask,
            SEND => mailbox.send,
            DSET | DCLEAR | MSET | MCLEAR => 0,
            data => {
                let word = (data - DATA) as usize / 4;
                mailbox.data.get(word).copied().unwrap_or(0)
            }
        }
    }

    fn configuration(&self) -> u32 {
        (self.mailboxes.len() << 16 | self.channels << 8 | DATA_WORDS) as u32
    }
}

impl BusDevice for Mailbox {
    type Keys = MailboxKeys;
    const REGISTERS: Option<u32> = Some(0x1000);

    fn new(keys: MailboxKeys, _: u32, _: &Facts) -> Self {
        Mailbox::of(keys.mailboxes, keys.channels)
    }
}

impl Peripheral for Mailbox {
    fn read(&mut self, offset: u32, _: Accessor) -> u32 {
        let number = (offset / STRIDE) as usize;
        match offset {
            _ if number < self.mailboxes.len() => self.read_mailbox(number, offset % STRIDE),
            STATUS..CONFIGSTAT if (offset - STATUS) as usize / 8 < self.channels => {
                let channel = (offset - STATUS) as usize / 8;
                self.interrupt_status(channel, offset % 8 == 0)
            }
            CONFIGSTAT => self.configuration(),
            IDENTIFICATION.. => IDENTIFIERS[(offset - IDENTIFICATION) as usize / 4],
            _ => 0,
        }
    }

    fn write(&mut self, offset: u32, value: u32, _: Accessor) {
        let number = (offset / STRIDE) as usize;
        if number < self.mailboxes.len() {
            self.write_mailbox(number, offset % STRIDE, value);
        }
    }

    fn sources(&self) -> u64 {
        let interrupted = |number| self.interrupted(number) & self.mailboxes[number].mask;
        let channels = (0..self.mailboxes.len()).map(interrupted);
        u64::from(channels.fold(0, |all, one| all | one))
    }

    fn awaited(&self, channel: usize) -> Option<String> {
        Some(format!("which has no message for channel {channel}"))
    }

    fn signals(&self, visit: &mut Visitor) {
        for (number, mailbox) in self.mailboxes.iter().enumerate() {
            visit(
                format_args!("mailbox{number}.source"),
                32,
                u64::from(mailbox.source),
            );
            visit(
                format_args!("mailbox{number}.destination"),
                32,
                u64::from(mailbox.destination),
            );
            visit(
                format_args!("mailbox{number}.send"),
                2,
                u64::from(mailbox.send),
            );
        }
    }
}

#[cfg(test)]
mod tests;
