//! The MAC unit as a device on the bus: its registers (docs/contract/mac.md, "Registers"), its two masters, its interrupt.

use super::radio::ALARMS;
use super::{Mac, HEADER_WORDS, SEND_BYTES};
use crate::port::signal::Visitor;
use crate::port::{word_of, Accessor, Peripheral, Transfer};
use crate::units::Cycle;

/// Offset of the send buffer.
const SEND_BUFFER: u32 = 0x1000;

impl Peripheral for Mac {
    fn read(&mut self, offset: u32, access: Accessor) -> u32 {
        if let Some(alarm) = word_of(offset, 0x020, ALARMS) {
            return self.radio.alarms[alarm];
        }
        if let Some(word) = word_of(offset, 0x050, HEADER_WORDS) {
            return self.received_header(word);
        }
        if let Some(word) = word_of(offset, 0x090, HEADER_WORDS) {
            return self.send_header[word];
        }
        let (sent_octets, sent_time) = self.radio.air.sent();
        match offset {
            0x000 => u32::from(self.radio.is_running()),
            0x004 => self.events,
            0x008 => self.enabled,
            0x00c => self.radio.superframe,
            0x010 => self.radio.time(access.cycle),
            0x014 => self.radio.length,
            0x030 => self.ring,
            0x034 => self.beacons_stored,
            0x040 => self.received_status(),
            0x044 => self.received.front().map_or(0, |received| received.time),
            0x080 => self.send_status(),
            0x084 => self.send_time,
            0x0c0 => self.move_address,
            0x0c4 => self.move_length,
            0x0c8 => self.move_status(),
            0x110 => sent_octets,
            0x114 => sent_time,
            0x118 => self.radio.air.read_octets(),
            _ => 0,
        }
    }

    fn write(&mut self, offset: u32, value: u32, access: Accessor) {
        if let Some(alarm) = word_of(offset, 0x020, ALARMS) {
            self.radio.alarms[alarm] = value;
            return;
        }
        if let Some(word) = word_of(offset, 0x090, HEADER_WORDS) {
            if self.sending.is_none() {
                self.send_header[word] = value;
            }
            return;
        }
        if let Some(word) = word_of(offset, 0x0d0, self.key_words.len()) {
            self.key_words[word] = value;
            return;
        }
        if let Some(word) = word_of(offset, SEND_BUFFER, SEND_BYTES / 4) {
            self.write_send_buffer(4 * word, &value.to_le_bytes());
            return;
        }
        match offset {
            0x000 if value & 1 == 0 => {
                self.radio.stop();
                self.sending = None;
            }
            0x000 if !self.radio.is_running() => self.radio.run(access.cycle),
            0x004 => self.events &= !value,
            0x008 => self.enabled = value,
            0x014 => self.radio.length = value.max(1),
            0x030 => {
                self.ring = value & !3;
                self.beacons_heard = 0;
                self.beacons_stored = 0;
            }
            0x048 => self.drop_received(),
            0x080 => self.plan_sending(value, access.cycle),
            0x084 => self.send_time = value,
            0x0c0 => self.move_address = value,
            0x0c4 => self.move_length = value,
            0x0c8 => self.start_move(value),
            0x0e0 => self.load_key(value & 0xff_ffff),
            0x100 => self.radio.air.writing_time = value,
            0x104 => self.radio.air.write_octets(value),
            0x108 => self.radio.air.put(value),
            0x11c => self.radio.air.drop_sent(),
            _ => {}
        }
    }

    fn next_event(&self) -> Cycle {
        self.radio.next_event()
    }

    fn advance(&mut self, now: Cycle) {
        while let Some(happening) = self.radio.happen(now) {
            self.happen(happening, now);
        }
    }

    fn transfer(&self) -> Option<Transfer> {
        self.mover.transfer()
    }

    fn take(&mut self, data: &[u8]) {
        if let Some(at) = self.mover.take() {
            self.write_send_buffer(at, data);
        }
    }

    fn give(&mut self, data: &mut [u8]) {
        self.mover.give(data);
    }

    fn transferred(&mut self, moved: bool) {
        self.move_error |= !moved;
        if let Some(movement) = self.mover.transferred(moved) {
            self.moved(movement);
        }
    }

    fn signals(&self, visit: &mut Visitor) {
        visit(
            format_args!("superframe"),
            32,
            u64::from(self.radio.superframe),
        );
        visit(format_args!("events"), 8, u64::from(self.events));
        visit(format_args!("enabled"), 8, u64::from(self.enabled));
        visit(
            format_args!("sending"),
            1,
            u64::from(self.sending.is_some()),
        );
        visit(format_args!("moving"), 1, u64::from(self.mover.is_busy()));
        visit(format_args!("frames"), 3, self.received.len() as u64);
        visit(format_args!("beacons"), 32, u64::from(self.beacons_stored));
    }

    fn sources(&self) -> u64 {
        u64::from(self.events & self.enabled != 0)
    }
}
