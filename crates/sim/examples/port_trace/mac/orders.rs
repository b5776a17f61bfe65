//! What a program does with the unit, and what none would: sequences of accesses to its registers.
//!
//! Secure frames that the unit has sent come back to it: so there are secure ones with the right MIC, and some that are changed on the way.

use crate::stimuli::Random;
use std::collections::VecDeque;

/// An access to a register.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    Read(u32),
    Write(u32, u32),
}

use Access::{Read, Write};

/// Names of keys: more than the unit keeps.
const NAMES: u64 = 10;
/// Times that a key changes, as long as a frame is on the air.
const CHANGES: usize = 600;
/// Frames sent that are kept.
const KEPT: usize = 8;
/// Octets of frames on the air.
const LONGEST: u64 = 4120;
/// The bits of the frame control that are 0 in a beacon.
const NO_BEACON: u64 = 0x1c0;
/// Octets of a beacon's payload that are kept.
const LONGEST_BEACON: u64 = 492;
/// Superframes have about this number of cycles, a frame's air time at 200 MHz being 2,700 or more.
const SUPERFRAME: u64 = 16_000;

/// Accesses to come, and what has been read of a frame that the unit has sent.
#[derive(Default)]
pub struct Orders {
    /// Megahertz of the clock.
    mhz: u64,
    coming: VecDeque<Access>,
    /// Now it sends and receives, or rather receives: a frame that is sent ends the reception of another.
    is_sender: bool,
    /// Whether it takes few of the frames that it receives.
    is_late: bool,
    is_begun: bool,
    asked: Option<u32>,
    octets: usize,
    reading: Vec<u8>,
    kept: Vec<Vec<u8>>,
}

impl Orders {
    pub fn new(mhz: u64) -> Self {
        Orders {
            mhz,
            ..Orders::default()
        }
    }

    /// The next access.
    pub fn next(&mut self, random: &mut Random) -> Option<Access> {
        if self.coming.is_empty() {
            self.order(random);
        }
        let access = self.coming.pop_front();
        self.asked = match access {
            Some(Read(offset)) => Some(offset),
            _ => None,
        };
        access
    }

    /// What the access has read.
    pub fn answer(&mut self, read: Option<u32>) {
        match (self.asked.take(), read) {
            (Some(0x110), Some(octets)) => self.read_sent(octets as usize),
            (Some(0x118), Some(word)) => {
                self.reading.extend(word.to_le_bytes());
                self.keep();
            }
            _ => {}
        }
    }

    /// A frame has been sent: it is read, or dropped.
    fn read_sent(&mut self, octets: usize) {
        self.reading.clear();
        self.octets = octets;
        self.coming.push_back(Read(0x114));
        let words = octets.div_ceil(4) + 1;
        self.coming.extend((0..words).map(|_| Read(0x118)));
        self.coming.push_back(Write(0x11c, 1));
    }

    fn keep(&mut self) {
        if self.octets > 0 && self.reading.len() >= self.octets {
            self.reading.truncate(self.octets);
            let frame = std::mem::take(&mut self.reading);
            self.octets = 0;
            if self.kept.len() == KEPT {
                self.kept.remove(0);
            }
            if is_secure(&frame) {
                self.kept.push(frame);
            }
        }
    }

    fn write(&mut self, offset: u32, value: u64) {
        self.coming.push_back(Write(offset, value as u32));
    }

    fn order(&mut self, random: &mut Random) {
        if !self.is_begun {
            return self.begin(random);
        }
        if random.below(500) == 0 {
            self.is_sender = random.chance(30);
            self.is_late = random.chance(30);
        }
        match random.below(1000) {
            0..4 if random.chance(30) => self.write(0x000, 0),
            4..40 => self.write(0x000, 1),
            40..60 => self.write(0x014, superframe(random)),
            60..120 => {
                let (alarm, time) = (random.below(4) as u32, moment(random));
                self.write(0x020 + 4 * alarm, time);
                if random.chance(20) {
                    self.write(0x020 + 4 * (alarm ^ 1), time);
                }
            }
            120..180 => self.write(0x004, random.next() & 0xff),
            180..200 => self.write(0x008, random.next()),
            200..210 => self.write(0x030, random.next()),
            210..213 => self.change_key(random),
            213..260 => self.load_key(random),
            260..360 => self.prepare(random),
            360..430 if self.is_sender || random.chance(4) => self.send(random),
            430..450 => {
                self.put_on_air(random, None);
            }
            450..470 => self.meet(random),
            470..550 => self.coming.push_back(Read(0x110)),
            550..630 if !self.is_late || random.chance(3) => self.take(random),
            _ => self.coming.push_back(Read(any_register(random))),
        }
    }

    /// What a memory holds after reset is not known: all of the send buffer is written.
    fn begin(&mut self, random: &mut Random) {
        self.is_begun = true;
        for word in 0..1024 {
            self.write(0x1000 + 4 * word, random.next());
        }
        for _ in 0..3 {
            self.load_key(random);
        }
        self.write(0x014, superframe(random));
        self.write(0x008, 0xff);
        self.write(0x000, 1);
    }

    /// A key that depends on its name alone, mostly.
    fn load_key(&mut self, random: &mut Random) {
        let name = random.below(NAMES);
        let mut words = Random(name);
        for word in 0..4 {
            self.write(0x0d0 + 4 * word, words.next());
        }
        if random.chance(2) {
            self.write(0x0d4, random.next());
        }
        self.write(0x0e0, name | random.next() << 24);
    }

    /// The key of a frame becomes right and wrong every few cycles, while the frame comes or goes out.
    fn change_key(&mut self, random: &mut Random) {
        let frame = random.below(KEPT as u64) as usize;
        let Some([low, middle, high]) = self.kept.get(frame).and_then(|it| it.get(10..13)) else {
            return;
        };
        let name = u32::from_le_bytes([*low, *middle, *high, 0]).into();
        let mut words = Random(name);
        for word in 0..4 {
            self.write(0x0d0 + 4 * word, words.next());
        }
        let right = Random(name).next();
        for _ in 0..CHANGES {
            self.write(0x0d0, right ^ random.below(2));
            self.write(0x0e0, name);
        }
    }

    /// Headers, and some of the payload, written or moved.
    fn prepare(&mut self, random: &mut Random) {
        let control = control(random);
        self.write(0x090, control | random.next() << 16);
        self.write(0x094, random.next());
        let name = random.below(NAMES + 1);
        self.write(0x098, random.next() & 0xffff | name << 16);
        self.write(0x09c, offset(random) << 16 | random.next() & 0xff00);
        self.write(0x0a0, random.next());
        self.write(0x0a4, random.next());
        if random.chance(80) {
            for _ in 0..random.below(6) {
                let word = random.below(1024) as u32;
                self.write(0x1000 + 4 * word, random.next());
            }
        } else {
            self.move_payload(2, random);
        }
    }

    fn send(&mut self, random: &mut Random) {
        if random.chance(40) {
            self.write(0x084, moment(random));
            self.write(0x080, 1 << 31 | length(random));
        } else {
            self.write(0x080, length(random));
        }
    }

    /// A frame of another device: of any kind and length, or one that came from the unit. Returns its octets.
    fn put_on_air(&mut self, random: &mut Random, time: Option<u64>) -> u64 {
        let mut frame: Vec<u8> = match self.kept.len() {
            0 => Vec::new(),
            kept => self.kept[random.below(kept as u64) as usize].clone(),
        };
        if frame.is_empty() || random.chance(40) {
            let is_long_beacon = random.chance(20);
            let octets = 8 + match is_long_beacon {
                true => LONGEST_BEACON - 10 + random.below(20),
                false => length(random).min(LONGEST),
            } as usize;
            frame = (0..octets).map(|_| random.next() as u8).collect();
            let kind = control(random) & if is_long_beacon { !NO_BEACON } else { !0 };
            frame[..2].copy_from_slice(&(kind as u16).to_le_bytes());
        } else if random.chance(20) {
            let place = random.below(frame.len() as u64) as usize;
            frame[place] ^= 1 << random.below(8);
        }
        self.write(0x100, time.unwrap_or(moment(random)));
        for word in frame.chunks(4) {
            let mut octets = [0; 4];
            octets[..word.len()].copy_from_slice(word);
            self.write(0x104, u32::from_le_bytes(octets).into());
        }
        let more = [0, 0, 0, 4, random.next()][random.below(5) as usize];
        self.write(0x108, frame.len() as u64 + more);
        frame.len() as u64
    }

    /// One frame goes out when another is over, or has come and is being deciphered.
    fn meet(&mut self, random: &mut Random) {
        let time = random.below(SUPERFRAME);
        let octets = self.put_on_air(random, Some(time));
        let air_time = (1575 + 2 * octets) * self.mhz / 120;
        self.write(0x084, time + air_time + random.below(50) - 20);
        self.write(0x080, 1 << 31 | length(random));
    }

    /// The oldest frame received is moved, dropped, or both.
    fn take(&mut self, random: &mut Random) {
        self.coming.push_back(Read(0x040));
        if random.chance(70) {
            self.move_payload(1, random);
        }
        if random.chance(60) {
            self.write(0x048, 1);
        }
    }

    fn move_payload(&mut self, direction: u64, random: &mut Random) {
        self.write(0x0c0, random.next());
        self.write(0x0c4, length(random));
        self.write(
            0x0c8,
            [direction, direction, direction, 0, 3][random.below(5) as usize],
        );
    }
}

/// Any register, or what is none.
pub fn any_register(random: &mut Random) -> u32 {
    4 * match random.below(10) {
        0 => random.below(0x800),
        _ => random.below(0x120 / 4),
    } as u32
}

fn superframe(random: &mut Random) -> u64 {
    match random.below(20) {
        0 => random.below(4),
        1 => random.below(SUPERFRAME),
        _ => SUPERFRAME + random.below(2 * SUPERFRAME),
    }
}

fn moment(random: &mut Random) -> u64 {
    match random.below(20) {
        0 => random.next(),
        1 => random.below(4),
        _ => random.below(2 * SUPERFRAME),
    }
}

/// Octets: mostly few.
fn length(random: &mut Random) -> u64 {
    match random.below(40) {
        0 => random.below(0x2_0000),
        1..3 => random.below(4200),
        3..10 => random.below(600),
        10 => 0,
        _ => random.below(80),
    }
}

/// Frame control: beacons, data, secure or not.
fn control(random: &mut Random) -> u64 {
    let control = random.next() & 0xffff;
    match random.below(10) {
        0..3 => control & !0x1c8,
        3..8 => control | 0xc8,
        _ => control,
    }
}

/// No beacon, with the bit of secure frames.
fn is_secure(frame: &[u8]) -> bool {
    let control = u16::from_le_bytes([frame[0], frame[1]]);
    control & 0x1c0 != 0 && control & 8 != 0
}

/// The encryption offset.
fn offset(random: &mut Random) -> u64 {
    match random.below(10) {
        0 => random.next() & 0xffff,
        1..5 => random.below(100),
        _ => 0,
    }
}
