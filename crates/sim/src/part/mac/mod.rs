//! The medium access control (MAC) unit of a WiMedia ultra-wideband device: a master and a device on the bus, with one interrupt.
//!
//! ```text
//!             bus: registers (`registers`, `status`)          interrupt: events and enable
//!                     |                                             ^
//!   +-----------------+---------------------------------------------+----------------------------+
//!   |  clock of superframes, alarms (`radio`)                                                    |
//!   |                                                                                            |
//!   |  air --> receive (`radio`) --> AES-CCM (`secure`) --> 4 frames -----+                      |
//!   |  (`air`)        |                                                   v                      |
//!   |                 +-- beacons -----------------------------------> [ mover ] <--> bus masters, memory
//!   |  air <-- send <-- AES-CCM <-- send buffer 4 KiB <-------------------+                      |
//!   +--------------------------------------------------------------------------------------------+
//! ```
//!
//! Source: H. Xiao et al. 2012, section 5.3 and figure 18, which give no registers. Registers and times are ours, defined in docs/contract/mac.md.
//! Frames are those of ECMA-368.

mod air;
mod frame;
pub mod keys;
mod mover;
mod radio;
mod registers;
mod secure;
mod status;
#[cfg(test)]
mod tests;

use crate::description::{BusDevice, Facts};
use crate::units::Cycle;
use frame::{Frame, HEADER};
use keys::MacKeys;
use mover::{Movement, Mover, Purpose};
use radio::{Happening, Radio, Reception};
use secure::Key;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Bytes of the send buffer.
const SEND_BYTES: usize = 0x1000;

/// Maximum number of received frames that wait for the program; a further one is lost.
const RECEIVE_BUFFERS: usize = 4;
/// Entries of the beacon ring in memory, and the bytes of one.
const RING_ENTRIES: u32 = 16;
const RING_ENTRY: u32 = 512;
/// Bytes of an entry before the body of the beacon: body length, time, and the MAC header in three words.
const RING_HEAD: usize = 20;
/// Maximum number of beacons that wait to be moved to the ring or are being moved; a further one is lost.
const BEACONS: usize = 4;
/// Entries of the key table; a further key replaces the oldest.
const KEYS: usize = 8;
/// Words of the registers for MAC header and security header.
const HEADER_WORDS: usize = 6;

/// Events, as bits of the event register. The alarms are the bits from `ALARM` on.
const BEACON_RECEIVED: u32 = 1 << 0;
const DATA_RECEIVED: u32 = 1 << 1;
const MOVED: u32 = 1 << 2;
const SENT: u32 = 1 << 3;
const ALARM: u32 = 1 << 4;

/// Fields of the send register as it is written.
const SEND_AT_TIME: u32 = 1 << 31;
const LENGTH: u32 = 0xffff;

/// A received frame that is no beacon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Received {
    frame: Frame,
    time: u32,
    /// Whether the frame is not secure, or its MIC is right. Otherwise it has no payload.
    good: bool,
}

/// The MAC unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mac {
    /// Boxed, since each device of a chip takes as much host memory as the largest kind.
    radio: Box<Radio>,
    mover: Mover,
    events: u32,
    enabled: u32,
    ring: u32,
    /// Since the ring's address was written: beacons moved or on their way to the ring, and beacons in it.
    beacons_heard: u32,
    beacons_stored: u32,
    received: VecDeque<Received>,
    key_words: [u32; 4],
    /// The key table: keys with the TKIDs that name them, oldest first.
    keys: VecDeque<(u32, Key)>,
    send_header: [u32; HEADER_WORDS],
    send_time: u32,
    /// Bytes of payload of the frame that waits to be sent or is being sent.
    sending: Option<usize>,
    send_buffer: Vec<u8>,
    move_address: u32,
    move_length: u32,
    move_error: bool,
}

impl Mac {
    /// A stopped unit. `burst`: maximum words of a bus transfer; `clock_hz`: cycles a second.
    pub fn of(burst: u32, clock_hz: u64) -> Self {
        Mac {
            radio: Box::new(Radio::new(clock_hz)),
            mover: Mover::new(burst),
            send_buffer: vec![0; SEND_BYTES],
            ..Mac::default()
        }
    }

    /// The key with this TKID, if the table has it.
    fn key(&self, tkid: u32) -> Option<Key> {
        let found = self.keys.iter().find(|(name, _)| *name == tkid);
        found.map(|(_, key)| *key)
    }

    /// Takes the key in the key registers into the table, in place of the one of the same name, or of the oldest.
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

    /// Handles an event of the radio at the end of `now`.
    fn happen(&mut self, happening: Happening, now: Cycle) {
        match happening {
            Happening::Superframe | Happening::FirstSymbol(_) => {}
            Happening::Alarm(number) => self.events |= ALARM << number,
            Happening::Security => self.take_key(),
            Happening::Heard => {
                if let Some(reception) = self.radio.receiving.take() {
                    self.hear(reception);
                }
            }
            Happening::Sending => self.send(now),
            Happening::Sent => {
                self.sending = None;
                self.events |= SENT;
            }
        }
    }

    /// Looks up the key of the frame that is being received, in the cycle in which its security header is complete.
    fn take_key(&mut self) {
        let receiving = self.radio.receiving.as_ref();
        let key = receiving.and_then(|it| self.key(it.frame.tkid()));
        if let Some(reception) = &mut self.radio.receiving {
            reception.key = key;
        }
    }

    fn hear(&mut self, reception: Reception) {
        match reception.frame.is_beacon() {
            true => self.store_beacon(&reception.frame, reception.time),
            false => self.receive(reception),
        }
    }

    /// Queues a beacon to be moved to the next entry of the ring in memory.
    fn store_beacon(&mut self, frame: &Frame, time: u32) {
        if self.mover.waiting(Purpose::Beacon) == BEACONS {
            return;
        }
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

    /// Deciphers and queues a received frame that is no beacon.
    fn receive(&mut self, reception: Reception) {
        if self.received.len() == RECEIVE_BUFFERS {
            return;
        }
        let Reception {
            mut frame,
            time,
            key,
            ..
        } = reception;
        let good = !frame.is_secure() || key.is_some_and(|key| secure::unprotect(&mut frame, &key));
        if !good {
            frame.octets.truncate(frame.headers());
        }
        self.received.push_back(Received { frame, time, good });
        self.events |= DATA_RECEIVED;
    }

    /// Sends the frame in the registers and the send buffer from the next cycle on. A secure one of unknown key goes out in clear, without a MIC.
    fn send(&mut self, now: Cycle) {
        let words = self.send_header.iter();
        let mut frame = Frame {
            octets: words.flat_map(|word| word.to_le_bytes()).collect(),
        };
        frame.octets.truncate(frame.headers());
        let secure = frame.is_secure();
        let payload = self.sending.unwrap_or(0);
        frame.octets.extend_from_slice(&self.send_buffer[..payload]);
        if let Some(key) = secure.then(|| self.key(frame.tkid())).flatten() {
            secure::protect(&mut frame, &key);
        }
        self.radio.send(now, frame);
    }

    /// Handles a write to the send register. It has no effect while a frame waits or goes out, or when superframes do not run.
    fn plan_sending(&mut self, value: u32, now: Cycle) {
        if self.sending.is_none() && self.radio.is_running() {
            self.sending = Some(((value & LENGTH) as usize).min(SEND_BYTES));
            let at_time = value & SEND_AT_TIME != 0;
            self.radio
                .plan_sending(now, at_time.then_some(self.send_time));
        }
    }

    /// Handles a write to the move register. It has no effect while an earlier movement of these is not over. A movement of no bytes is done at once.
    fn start_move(&mut self, direction: u32) {
        let purposes = [Purpose::Received, Purpose::Send];
        if purposes.map(|it| self.mover.waiting(it)) != [0, 0] {
            return;
        }
        let length = (self.move_length as usize).checked_next_multiple_of(4);
        let length = length.unwrap_or(usize::MAX);
        let movement = match direction {
            1 => {
                let front = self.received.front();
                let payload = front.map_or(&[][..], |received| received.frame.payload());
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

    /// Writes to the send buffer, unless a frame waits to be sent or goes out.
    fn write_send_buffer(&mut self, at: usize, word: &[u8]) {
        if self.sending.is_none() {
            self.send_buffer[at..at + word.len()].copy_from_slice(word);
        }
    }

    /// Drops the oldest received frame, unless its payload is being moved.
    fn drop_received(&mut self) {
        if self.mover.waiting(Purpose::Received) == 0 {
            self.received.pop_front();
        }
    }

    /// Raises the event of a movement that has ended.
    fn moved(&mut self, movement: Movement) {
        match movement.purpose {
            Purpose::Beacon => {
                self.beacons_stored = self.beacons_stored.wrapping_add(1);
                self.events |= BEACON_RECEIVED;
            }
            Purpose::Received | Purpose::Send => self.events |= MOVED,
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
