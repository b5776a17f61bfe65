//! The MAC's clock of superframes and its antenna: what happens by itself, and when.
//!
//! The other devices are a test bench: a program puts their frames on the air, and reads what this device has sent.

use super::frame::{Frame, HEADER};
use crate::port::word_at;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Alarms in a superframe.
pub const ALARMS: usize = 4;
/// Cycles from the last octet of a secure frame to its payload's being deciphered and its MIC checked: the last block's key stream, its part
/// of the authentication, and the block that ciphers the MIC, in an engine that does a round of AES a cycle and one more to load.
const CIPHER: u64 = 3 * 11;
/// Frames that the test bench holds, in each direction.
const FRAMES: usize = 64;
/// Octets of the longest frame: MAC header, security header, 4,095 octets, MIC.
const FRAME_OCTETS: usize = 4125;

/// What happens at the end of a cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    /// The next superframe begins with the cycle after it.
    Superframe,
    Alarm(usize),
    /// A frame is there, deciphered as far as the key is known.
    Heard {
        frame: Frame,
        /// Cycles from the start of the superframe to the frame's first symbol.
        time: u32,
    },
    /// The frame to be sent goes out from the cycle after it.
    Sending,
    /// The frame has been sent.
    Sent,
}

/// A frame that this device has sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentFrame {
    pub frame: Frame,
    /// Cycles from the start of the superframe to its first symbol.
    pub time: u32,
}

/// The clock, the alarms and the air.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Radio {
    clock_hz: u64,
    /// The first cycle of the superframe under way; None: stopped.
    start: Option<Cycle>,
    pub superframe: u32,
    /// Cycles of a superframe, not 0.
    pub length: u32,
    /// When each alarm comes, in cycles from the start; not before `length`: never.
    pub alarms: [u32; ALARMS],
    /// What comes, by its cycle.
    agenda: Vec<(Cycle, Happening)>,
    /// What will be on the air in the next superframe, and when.
    coming: Vec<(u32, Frame)>,
    /// The frame that the program is putting on the air, and when it is to come.
    writing: Vec<u8>,
    pub writing_time: u32,
    pub(super) sent: VecDeque<SentFrame>,
    /// Octets of the oldest frame sent that the program has read.
    read: usize,
}

impl Radio {
    /// Stopped, nothing on the air.
    pub fn new(clock_hz: u64) -> Self {
        Radio {
            clock_hz,
            length: (clock_hz / 1_000_000 * 65_536)
                .try_into()
                .unwrap_or(u32::MAX),
            alarms: [u32::MAX; ALARMS],
            ..Radio::default()
        }
    }

    pub fn is_running(&self) -> bool {
        self.start.is_some()
    }

    /// Superframe 0 begins with the cycle after `now`.
    pub fn run(&mut self, now: Cycle) {
        self.superframe = 0;
        self.begin(now + 1);
    }

    /// Nothing happens any more.
    pub fn stop(&mut self) {
        self.start = None;
        self.agenda.clear();
    }

    /// Cycles from the start of the superframe; 0 when stopped.
    pub fn time(&self, now: Cycle) -> u32 {
        self.start
            .map_or(0, |start| now.0.saturating_sub(start.0) as u32)
    }

    fn begin(&mut self, start: Cycle) {
        self.start = Some(start);
        for (number, alarm) in self.alarms.into_iter().enumerate() {
            if alarm < self.length {
                self.schedule(start + u64::from(alarm), Happening::Alarm(number));
            }
        }
        for (time, frame) in std::mem::take(&mut self.coming) {
            let cipher = if frame.is_secure() { CIPHER } else { 0 };
            let there = u64::from(time) + frame.air_time(self.clock_hz) + cipher;
            self.schedule(start + there, Happening::Heard { frame, time });
        }
        self.schedule(start + u64::from(self.length - 1), Happening::Superframe);
    }

    fn schedule(&mut self, cycle: Cycle, happening: Happening) {
        let at = self.agenda.partition_point(|(other, _)| *other <= cycle);
        self.agenda.insert(at, (cycle, happening));
    }

    /// The cycle of what comes next.
    pub fn next_event(&self) -> Cycle {
        self.agenda
            .first()
            .map_or(Cycle::NEVER, |(cycle, _)| *cycle)
    }

    /// What happens at the end of `now`, one at a time.
    pub fn happen(&mut self, now: Cycle) -> Option<Happening> {
        if self.next_event() > now {
            return None;
        }
        let (cycle, happening) = self.agenda.remove(0);
        if happening == Happening::Superframe {
            self.superframe = self.superframe.wrapping_add(1);
            self.begin(cycle + 1);
        }
        Some(happening)
    }

    /// A frame is to go out: at `time` in the superframe, in the next one if that has passed; or with the next cycle.
    pub fn plan_sending(&mut self, now: Cycle, time: Option<u32>) {
        let Some(start) = self.start else {
            return;
        };
        let begins = match time.map(|time| start + u64::from(time)) {
            None => now + 1,
            Some(begins) if begins > now => begins,
            Some(begins) => begins + u64::from(self.length),
        };
        // What happens at the end of a cycle counts from the next one on.
        self.schedule(Cycle(begins.0 - 1), Happening::Sending);
    }

    /// The frame goes out from the cycle after `now`.
    pub fn send(&mut self, now: Cycle, frame: Frame) {
        let time = self.time(now + 1) % self.length;
        self.schedule(now + frame.air_time(self.clock_hz), Happening::Sent);
        if self.sent.len() < FRAMES {
            self.sent.push_back(SentFrame { frame, time });
        }
    }

    /// The program writes four octets of a frame.
    pub fn write_octets(&mut self, word: u32) {
        if self.writing.len() < FRAME_OCTETS {
            self.writing.extend(word.to_le_bytes());
        }
    }

    /// The frame written is complete with this number of octets; it comes in the next superframe. One shorter than a header is none.
    pub fn put_on_air(&mut self, octets: u32) {
        let mut octets_written = std::mem::take(&mut self.writing);
        octets_written.truncate(octets as usize);
        if octets_written.len() >= HEADER && self.coming.len() < FRAMES {
            let frame = Frame {
                octets: octets_written,
            };
            self.coming.push((self.writing_time, frame));
        }
    }

    /// The next four octets of the oldest frame sent.
    pub fn read_octets(&mut self) -> u32 {
        let octets = self.sent.front().map_or(&[][..], |sent| &sent.frame.octets);
        let word = word_at(octets, self.read);
        self.read += 4;
        word
    }

    /// Drops the oldest frame sent.
    pub fn drop_sent(&mut self) {
        self.sent.pop_front();
        self.read = 0;
    }
}
