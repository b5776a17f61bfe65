//! The MAC unit of a WiMedia ultra-wideband device (H. Xiao et al. 2012, section 5.3, figure 18): it keeps the clock of the superframe,
//! receives and sends frames, ciphers and checks secure ones, and moves payloads between its buffers and memory; all it has to say it
//! says by one interrupt. The source gives no registers: these are ours (docs/guides/uwb.md), the times are in docs/contract/timing.md.

mod frame;
pub mod keys;
mod mover;
mod radio;
mod secure;
mod status;
#[cfg(test)]
mod tests;

use crate::description::{BusDevice, Facts};
use crate::port::signal::Visitor;
use crate::port::{word_at, word_of, Accessor, Peripheral, Transfer};
use crate::units::Cycle;
use frame::{Frame, HEADER, SECURITY};
use keys::MacKeys;
use mover::{Movement, Mover, Purpose};
use radio::{Happening, Radio, ALARMS};
use secure::Key;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Where the send buffer begins, and how long it is.
const SEND_BUFFER: u32 = 0x1000;
const SEND_BYTES: usize = 0x1000;

/// Frames received that wait for the program; one more is lost.
const RECEIVE_BUFFERS: usize = 4;
/// Entries of the ring of beacons in memory, and the bytes of one.
const RING_ENTRIES: u32 = 16;
const RING_ENTRY: u32 = 512;
/// Bytes of an entry before the body of the beacon: its length, its time, the MAC header in three words.
const RING_HEAD: usize = 20;
/// Keys; one more takes the place of the oldest.
const KEYS: usize = 8;
/// Words of MAC header and security header in the registers.
const HEADER_WORDS: usize = 6;

/// Events, as bits of the event register; the alarms follow from `ALARM` on.
const BEACON_RECEIVED: u32 = 1 << 0;
const DATA_RECEIVED: u32 = 1 << 1;
const MOVED: u32 = 1 << 2;
const SENT: u32 = 1 << 3;
const ALARM: u32 = 1 << 4;

/// Flags of the registers that are written.
const SEND_AT_TIME: u32 = 1 << 31;
const LENGTH: u32 = 0xffff;

/// A frame received that is no beacon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Received {
    frame: Frame,
    time: u32,
    /// Not secure, or the MIC is right.
    good: bool,
}

/// The unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mac {
    radio: Radio,
    mover: Mover,
    events: u32,
    enabled: u32,
    ring: u32,
    /// Beacons that are on their way to the ring or in it, and those in it, since its address was written.
    beacons_heard: u32,
    beacons_stored: u32,
    received: VecDeque<Received>,
    key_words: [u32; 4],
    /// With the TKIDs that name them, the oldest first.
    keys: VecDeque<(u32, Key)>,
    send_header: [u32; HEADER_WORDS],
    send_time: u32,
    /// Bytes of payload of the frame that waits to be sent or goes out.
    sending: Option<usize>,
    send_buffer: Vec<u8>,
    move_address: u32,
    move_length: u32,
    move_error: bool,
}

impl Mac {
    /// Stopped; `burst`: words that it moves in a bus transfer at most, `clock_hz`: cycles a second.
    fn of(burst: u32, clock_hz: u64) -> Self {
        Mac {
            radio: Radio::new(clock_hz),
            mover: Mover::new(burst),
            send_buffer: vec![0; SEND_BYTES],
            ..Mac::default()
        }
    }

    fn key(&self, tkid: u32) -> Option<Key> {
        let found = self.keys.iter().find(|(name, _)| *name == tkid);
        found.map(|(_, key)| *key)
    }

    fn load_key(&mut self, tkid: u32) {
        let mut key = [0; 16];
        for (octets, word) in key.chunks_mut(4).zip(self.key_words) {
            octets.copy_from_slice(&word.to_le_bytes());
        }
        self.keys.retain(|(name, _)| *name != tkid);
        if self.keys.len() == KEYS {
            self.keys.pop_front();
        }
        self.keys.push_back((tkid, key));
    }

    fn happen(&mut self, happening: Happening, now: Cycle) {
        match happening {
            Happening::Superframe => {}
            Happening::Alarm(number) => self.events |= ALARM << number,
            Happening::Heard { frame, time } if frame.is_beacon() => {
                self.store_beacon(&frame, time)
            }
            Happening::Heard { frame, time } => self.receive(frame, time),
            Happening::Sending => self.send(now),
            Happening::Sent => {
                self.sending = None;
                self.events |= SENT;
            }
        }
    }

    /// A beacon goes to memory at once, into the next entry of the ring.
    fn store_beacon(&mut self, frame: &Frame, time: u32) {
        let (header, body) = frame.octets.split_at(HEADER);
        let body = &body[..body.len().min(RING_ENTRY as usize - RING_HEAD)];
        let mut entry = (body.len() as u32).to_le_bytes().to_vec();
        entry.extend(time.to_le_bytes());
        entry.extend_from_slice(header);
        entry.resize(RING_HEAD, 0);
        entry.extend_from_slice(body);
        let number = self.beacons_heard % RING_ENTRIES;
        let address = self.ring.wrapping_add(number * RING_ENTRY);
        self.beacons_heard = self.beacons_heard.wrapping_add(1);
        self.mover
            .push(Movement::new(Purpose::Beacon, address, entry));
    }

    fn receive(&mut self, mut frame: Frame, time: u32) {
        if self.received.len() == RECEIVE_BUFFERS {
            return;
        }
        let good = match frame.is_secure() {
            true => {
                let key = self.key(frame.tkid());
                key.is_some_and(|key| secure::unprotect(&mut frame, &key))
            }
            false => true,
        };
        self.received.push_back(Received { frame, time, good });
        self.events |= DATA_RECEIVED;
    }

    /// The frame in the registers and the send buffer goes out. A secure one of unknown key goes out in clear, without a MIC.
    fn send(&mut self, now: Cycle) {
        let header: Vec<u8> = self
            .send_header
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let secure = header[0] & 8 != 0;
        let headers = if secure { HEADER + SECURITY } else { HEADER };
        let mut frame = Frame {
            octets: header[..headers].to_vec(),
        };
        let payload = self.sending.unwrap_or(0);
        frame.octets.extend_from_slice(&self.send_buffer[..payload]);
        if let Some(key) = secure.then(|| self.key(frame.tkid())).flatten() {
            secure::protect(&mut frame, &key);
        }
        self.radio.send(now, frame);
    }

    /// A write to the send register: a frame that waits or goes out is not disturbed, and when stopped nothing is sent.
    fn plan_sending(&mut self, value: u32, now: Cycle) {
        if self.sending.is_none() && self.radio.is_running() {
            self.sending = Some(((value & LENGTH) as usize).min(SEND_BYTES));
            let at_time = value & SEND_AT_TIME != 0;
            self.radio
                .plan_sending(now, at_time.then_some(self.send_time));
        }
    }

    /// A write to the move register. Nothing to move is moved at once.
    fn start_move(&mut self, direction: u32) {
        let length = self.move_length as usize;
        let movement = match direction {
            1 => {
                let payload = self
                    .received
                    .front()
                    .map_or(&[][..], |received| received.frame.payload());
                let data = payload[..length.min(payload.len())].to_vec();
                Movement::new(Purpose::Received, self.move_address, data)
            }
            2 => {
                let room = vec![0; length.min(SEND_BYTES)];
                Movement::new(Purpose::Send, self.move_address, room)
            }
            _ => return,
        };
        self.move_error = false;
        match movement.data.is_empty() {
            true => self.events |= MOVED,
            false => self.mover.push(movement),
        }
    }

    fn moved(&mut self, movement: Movement) {
        match movement.purpose {
            Purpose::Beacon => {
                self.beacons_stored = self.beacons_stored.wrapping_add(1);
                self.events |= BEACON_RECEIVED;
            }
            Purpose::Received => self.events |= MOVED,
            Purpose::Send => {
                self.send_buffer[..movement.data.len()].copy_from_slice(&movement.data);
                self.events |= MOVED;
            }
        }
    }
}

impl BusDevice for Mac {
    type Keys = MacKeys;
    const REGISTERS: Option<u32> = Some(0x2000);

    fn new(keys: MacKeys, _: u32, chip: &Facts) -> Self {
        Mac::of(keys.burst, chip.clock_hz)
    }
}

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
        if let Some(word) = word_of(offset, SEND_BUFFER, SEND_BYTES / 4) {
            return word_at(&self.send_buffer, 4 * word);
        }
        let sent = self.radio.sent.front();
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
            0x110 => sent.map_or(0, |sent| sent.frame.octets.len() as u32),
            0x114 => sent.map_or(0, |sent| sent.time),
            0x118 => self.radio.read_octets(),
            _ => 0,
        }
    }

    fn write(&mut self, offset: u32, value: u32, access: Accessor) {
        if let Some(alarm) = word_of(offset, 0x020, ALARMS) {
            self.radio.alarms[alarm] = value;
            return;
        }
        if let Some(word) = word_of(offset, 0x090, HEADER_WORDS) {
            self.send_header[word] = value;
            return;
        }
        if let Some(word) = word_of(offset, 0x0d0, self.key_words.len()) {
            self.key_words[word] = value;
            return;
        }
        if let Some(word) = word_of(offset, SEND_BUFFER, SEND_BYTES / 4) {
            self.send_buffer[4 * word..4 * word + 4].copy_from_slice(&value.to_le_bytes());
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
            0x048 => {
                self.received.pop_front();
            }
            0x080 => self.plan_sending(value, access.cycle),
            0x084 => self.send_time = value,
            0x0c0 => self.move_address = value,
            0x0c4 => self.move_length = value,
            0x0c8 => self.start_move(value),
            0x0e0 => self.load_key(value & 0xff_ffff),
            0x100 => self.radio.writing_time = value,
            0x104 => self.radio.write_octets(value),
            0x108 => self.radio.put_on_air(value),
            0x11c => self.radio.drop_sent(),
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
        self.mover.take(data);
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
