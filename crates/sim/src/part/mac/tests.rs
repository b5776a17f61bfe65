//! The unit by its registers, with a memory that answers at once.

mod losses;

use super::status::*;
use super::*;
use crate::port::{Accessor, Peripheral};

const CLOCK: u64 = 200_000_000;
/// Frame control of secure data, and of a beacon.
const SECURE_DATA: [u8; 2] = [0xd8, 0x12];
const BEACON: [u8; 2] = [0x00, 0x00];
const KEY_WORDS: [u32; 4] = [0x0302_0100, 0x0706_0504, 0x0b0a_0908, 0x0f0e_0d0c];
const KEY: Key = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const TKID: u32 = 0x01_9876;

struct Bench {
    mac: Mac,
    now: Cycle,
    memory: Vec<u8>,
}

impl Bench {
    fn new() -> Self {
        Bench {
            mac: Mac::of(4, CLOCK),
            now: Cycle(100),
            memory: vec![0; 0x4000],
        }
    }

    fn access(&self) -> Accessor {
        Accessor {
            core: 0,
            cycle: self.now,
        }
    }

    fn read(&mut self, offset: u32) -> u32 {
        self.mac.read(offset, self.access())
    }

    fn write(&mut self, offset: u32, value: u32) {
        self.mac.write(offset, value, self.access());
    }

    fn load_key(&mut self) {
        for (register, word) in (0xd0..).step_by(4).zip(KEY_WORDS) {
            self.write(register, word);
        }
        self.write(0xe0, TKID);
    }

    /// Puts a frame on the air in the next superframe.
    fn put_on_air(&mut self, time: u32, octets: &[u8]) {
        self.write(0x100, time);
        for word in octets.chunks(4) {
            let mut padded = [0; 4];
            padded[..word.len()].copy_from_slice(word);
            self.write(0x104, u32::from_le_bytes(padded));
        }
        self.write(0x108, octets.len() as u32);
    }

    /// Handles all events until the end of `cycle`; movements take no time.
    fn run_until(&mut self, cycle: Cycle) {
        while self.mac.next_event() <= cycle {
            self.now = self.mac.next_event();
            self.mac.advance(self.now);
            self.move_data();
        }
        self.now = cycle;
    }

    fn move_data(&mut self) {
        while let Some(transfer) = self.mac.transfer() {
            if let Some(lane) = transfer.read {
                for at in (lane.address as usize..)
                    .step_by(4)
                    .take(lane.beats as usize)
                {
                    self.mac.take(&self.memory[at..at + 4]);
                }
            }
            if let Some(lane) = transfer.write {
                for at in (lane.address as usize..)
                    .step_by(4)
                    .take(lane.beats as usize)
                {
                    self.mac.give(&mut self.memory[at..at + 4]);
                }
            }
            self.mac.transferred(true);
        }
    }

    /// Returns and drops the oldest sent frame.
    fn sent(&mut self) -> Vec<u8> {
        let octets = self.read(0x110) as usize;
        let words = octets.div_ceil(4);
        let mut frame: Vec<u8> = (0..words)
            .flat_map(|_| self.read(0x118).to_le_bytes())
            .collect();
        frame.truncate(octets);
        self.write(0x11c, 1);
        frame
    }
}

fn secure_frame(payload: &[u8]) -> Frame {
    let mut octets = SECURE_DATA.to_vec();
    octets.extend([0x01, 0x10, 0x02, 0x20, 0x08, 0x00, 0x18, 0x80]);
    octets.extend([0x76, 0x98, 0x01, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
    octets.extend_from_slice(payload);
    Frame { octets }
}

/// Returns the payload lengths of the frames that wait, and drops them.
fn payloads(bench: &mut Bench) -> Vec<u32> {
    let mut lengths = Vec::new();
    while bench.read(0x040) != 0 {
        lengths.push(bench.read(0x040) & LENGTH);
        bench.write(0x048, 1);
    }
    lengths
}

#[test]
fn alarms_come_at_their_times_in_each_superframe() {
    let mut bench = Bench::new();
    assert_eq!(bench.read(0x014), 65_536 * 200);
    bench.write(0x014, 1000);
    bench.write(0x020, 0);
    bench.write(0x024, 999);
    bench.write(0x028, 1000);
    bench.write(0x008, u32::MAX);
    bench.write(0x000, 1);
    assert_eq!(
        bench.mac.next_event(),
        Cycle(101),
        "the first cycle of superframe 0"
    );
    bench.run_until(Cycle(101));
    assert_eq!((bench.read(0x004), bench.mac.sources()), (1 << 4, 1));
    bench.write(0x004, 1 << 4);
    assert_eq!((bench.read(0x004), bench.mac.sources()), (0, 0));
    bench.run_until(Cycle(1099));
    assert_eq!((bench.read(0x004), bench.read(0x010)), (0, 998));
    bench.run_until(Cycle(1100));
    assert_eq!((bench.read(0x004), bench.read(0x00c)), (1 << 5, 1));
    bench.run_until(Cycle(1101));
    assert_eq!((bench.read(0x004), bench.read(0x010)), (3 << 4, 0));
    bench.run_until(Cycle(3000));
    assert_eq!(
        bench.read(0x004),
        3 << 4,
        "alarm 2 lies beyond the superframe"
    );
    bench.write(0x000, 0);
    assert_eq!(bench.mac.next_event(), Cycle::NEVER);
}

#[test]
fn a_secure_frame_is_deciphered_and_moved() {
    let mut bench = Bench::new();
    let payload: Vec<u8> = (0..50).collect();
    let clear = secure_frame(&payload);
    let mut frame = clear.clone();
    secure::protect(&mut frame, &KEY);
    bench.load_key();
    bench.put_on_air(1000, &frame.octets);
    bench.write(0x000, 1);
    // 13.125 us, 12 + 50 + 8 + 4 octets at 60 a us, and the cipher's 33 cycles, in a superframe that begins in 101.
    let there = 101 + 1000 + (13_125_u64 * 200 + 74_000 * 200 / 60).div_ceil(1000) + 33;
    bench.run_until(Cycle(there - 1));
    assert_eq!((bench.read(0x004), bench.read(0x040)), (0, 0));
    bench.run_until(Cycle(there));
    assert_eq!(bench.read(0x004), DATA_RECEIVED);
    assert_eq!(bench.read(0x040), RECEIVED_VALID | RECEIVED_GOOD | 50);
    assert_eq!(bench.read(0x044), 1000);
    let header: Vec<u8> = (0x050..0x068)
        .step_by(4)
        .flat_map(|r| bench.read(r).to_le_bytes())
        .collect();
    assert_eq!(header[..22], clear.octets[..22]);
    bench.write(0x0c0, 0x200);
    bench.write(0x0c4, 50);
    bench.write(0x0c8, 1);
    assert_eq!(bench.read(0x0c8), MOVE_BUSY);
    bench.move_data();
    assert_eq!(bench.memory[0x200..0x234], [&payload[..], &[0, 0]].concat());
    assert_eq!(bench.read(0x004), DATA_RECEIVED | MOVED);
    bench.write(0x048, 1);
    assert_eq!(bench.read(0x040), 0);
}

#[test]
fn a_wrong_mic_and_an_unknown_key_are_told() {
    let mut bench = Bench::new();
    let mut frame = secure_frame(b"payload");
    secure::protect(&mut frame, &KEY);
    bench.put_on_air(5000, &frame.octets);
    frame.octets[25] ^= 1;
    bench.put_on_air(500, &frame.octets);
    bench.load_key();
    bench.write(0x000, 1);
    bench.run_until(Cycle(9000));
    assert_eq!(
        bench.read(0x040),
        RECEIVED_VALID,
        "without its payload, which may be anyone's"
    );
    bench.write(0x048, 1);
    assert_eq!(bench.read(0x040), RECEIVED_VALID | RECEIVED_GOOD | 7);
    bench.write(0x048, 1);
    // Eight other keys push the first one out.
    for other in 0..8 {
        bench.write(0x0e0, other);
    }
    frame.octets[25] ^= 1;
    bench.put_on_air(1000, &frame.octets);
    bench.run_until(Cycle(65_536 * 200 + 6000));
    assert_eq!(
        bench.read(0x040) & (RECEIVED_VALID | RECEIVED_GOOD),
        RECEIVED_VALID
    );
}

#[test]
fn a_fifth_frame_is_lost() {
    let mut bench = Bench::new();
    for time in 0..5 {
        let mut octets = vec![0xc0, 0x00];
        octets.resize(HEADER + 1 + time as usize, 0);
        bench.put_on_air(100_000 * (5 - time), &octets);
    }
    bench.write(0x000, 1);
    bench.run_until(Cycle(1_000_000));
    assert_eq!(
        payloads(&mut bench),
        [5, 4, 3, 2],
        "in the order of their times, the last one lost"
    );
}

#[test]
fn beacons_go_to_the_ring() {
    let mut bench = Bench::new();
    let mut beacon = BEACON.to_vec();
    beacon.extend([0xff, 0xff, 2, 0x20, 8, 0, 0, 0]);
    beacon.extend(1..=18);
    bench.write(0x030, 0x1000);
    bench.put_on_air(34_000, &beacon);
    bench.put_on_air(51_000, &beacon);
    bench.write(0x000, 1);
    bench.run_until(Cycle(60_000));
    for (entry, time) in [(0x1000, 34_000_u32), (0x1200, 51_000)] {
        let bytes = &bench.memory[entry..];
        assert_eq!(
            bytes[..8],
            [18_u32.to_le_bytes(), time.to_le_bytes()].concat()
        );
        assert_eq!(bytes[8..20], [&beacon[..10], &[0, 0]].concat());
        assert_eq!(bytes[20..38], beacon[10..]);
    }
    assert_eq!((bench.read(0x004), bench.read(0x034)), (BEACON_RECEIVED, 2));
}

#[test]
fn a_frame_is_sent_at_its_time() {
    let mut bench = Bench::new();
    bench.load_key();
    bench.write(0x000, 1);
    bench.memory[0x400..0x430].copy_from_slice(&[0x5a; 48]);
    bench.write(0x0c0, 0x400);
    bench.write(0x0c4, 48);
    bench.write(0x0c8, 2);
    bench.move_data();
    let clear = secure_frame(&[0x5a; 48]);
    for (register, word) in (0x090..).step_by(4).zip(clear.octets[..22].chunks(4)) {
        let mut padded = [0; 4];
        padded[..word.len()].copy_from_slice(word);
        bench.write(register, u32::from_le_bytes(padded));
    }
    bench.write(0x084, 700);
    bench.write(0x080, SEND_AT_TIME | 48);
    assert_eq!(bench.read(0x080), SENDING | 48);
    let air = (13_125_u64 * 200 + 72_000 * 200 / 60).div_ceil(1000);
    bench.run_until(Cycle(101 + 700 + air - 2));
    assert_eq!(bench.read(0x004) & SENT, 0);
    bench.run_until(Cycle(101 + 700 + air - 1));
    assert_eq!((bench.read(0x004) & SENT, bench.read(0x080)), (SENT, 0));
    assert_eq!(bench.read(0x114), 700);
    let mut frame = Frame {
        octets: bench.sent(),
    };
    assert!(secure::unprotect(&mut frame, &KEY));
    assert_eq!(frame, clear);
    assert_eq!(bench.read(0x110), 0);
}

#[test]
fn an_error_of_the_bus_is_told() {
    let mut bench = Bench::new();
    bench.write(0x0c4, 64);
    bench.write(0x0c8, 2);
    bench.mac.transferred(false);
    assert_eq!(bench.read(0x0c8), MOVE_ERROR);
    assert_eq!(bench.read(0x004), MOVED);
    bench.write(0x0c4, 0);
    bench.write(0x0c8, 2);
    assert_eq!(bench.read(0x0c8), 0);
}
