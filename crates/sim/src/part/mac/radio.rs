//! The MAC unit's clock of superframes and its antenna: the events that happen without the program, and their cycles.
//!
//! ```text
//!   superframe   | alarm 0      alarm 1                                    | next superframe
//!   receiving        |preamble|MAC header|security|payload|MIC|cipher|
//!   events           FirstSymbol      Security                 Heard
//! ```
//!
//! The antenna receives one frame at a time and, while it sends, none. Cycles: docs/contract/mac.md, "Cycles".

use super::air::{Air, SentFrame};
use super::frame::Frame;
use super::secure::Key;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// Alarms in a superframe.
pub const ALARMS: usize = 4;
/// Cycles from the last octet of a secure frame until its payload is deciphered and its MIC checked: the last block's key stream, its part of the
/// authentication, and the block that ciphers the MIC, in an engine that does a round of AES a cycle and takes one more to load.
const CIPHER: u64 = 3 * 11;

/// An event at the end of a cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happening {
    /// The next superframe begins in the cycle after it.
    Superframe,
    Alarm(usize),
    /// The first cycle of another device's frame.
    FirstSymbol(Frame),
    /// The security header of the frame that is being received is complete.
    Security,
    /// The frame that was being received is complete, and its MIC can be checked.
    Heard,
    /// The frame to send goes out from the next cycle on.
    Sending,
    /// The frame has been sent.
    Sent,
}

/// A frame that is being received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reception {
    pub frame: Frame,
    /// Cycles from the start of the superframe to its first symbol.
    pub time: u32,
    /// Its key, once the security header is complete; None if the key is not in the table.
    pub key: Option<Key>,
}

/// The clock, the alarms and the antenna.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Radio {
    clock_hz: u64,
    /// The first cycle of this superframe; None: stopped.
    start: Option<Cycle>,
    pub superframe: u32,
    /// Cycles of the next superframe, not 0, and of this one.
    pub length: u32,
    this_length: u32,
    /// The time of each alarm, in cycles from the start of the superframe. One not below the superframe's length is never raised.
    pub alarms: [u32; ALARMS],
    /// The scheduled events, in the order of their cycles.
    agenda: Vec<(Cycle, Happening)>,
    /// The time of the frame to send, if that is not in this superframe.
    planned: Option<u32>,
    pub receiving: Option<Reception>,
    sending: Option<SentFrame>,
    /// The last cycle in which the antenna receives or sends.
    busy: Cycle,
    pub air: Air,
}

impl Radio {
    /// A stopped radio with nothing on the air.
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

    /// Starts superframe 0 in the cycle after `now`.
    pub fn run(&mut self, now: Cycle) {
        self.superframe = 0;
        self.begin(now + 1);
    }

    /// Stops superframes; a frame that is being received or sent is lost.
    pub fn stop(&mut self) {
        self.start = None;
        self.agenda.clear();
        self.planned = None;
        self.receiving = None;
        self.sending = None;
        self.busy = Cycle(0);
    }

    /// Cycles from the start of the superframe; 0 when stopped.
    pub fn time(&self, now: Cycle) -> u32 {
        self.start
            .map_or(0, |start| now.0.saturating_sub(start.0) as u32)
    }

    /// Begins a superframe: schedules its alarms, the frames on the air, the frame to send and the next superframe.
    fn begin(&mut self, start: Cycle) {
        self.start = Some(start);
        self.this_length = self.length;
        for (number, alarm) in self.alarms.into_iter().enumerate() {
            self.schedule_at(alarm, Happening::Alarm(number));
        }
        for (time, frame) in self.air.begin() {
            self.schedule_at(time, Happening::FirstSymbol(frame));
        }
        if let Some(time) = self.planned.take() {
            self.plan(start, time);
        }
        self.schedule_at(self.length - 1, Happening::Superframe);
    }

    /// Schedules an event at the end of the cycle with this time in the present superframe, if it has such a cycle.
    fn schedule_at(&mut self, time: u32, happening: Happening) {
        if let Some(start) = self.start.filter(|_| time < self.this_length) {
            self.schedule(start + u64::from(time), happening);
        }
    }

    fn schedule(&mut self, cycle: Cycle, happening: Happening) {
        let at = self.agenda.partition_point(|(other, _)| *other <= cycle);
        self.agenda.insert(at, (cycle, happening));
    }

    /// The cycle of the next event.
    pub fn next_event(&self) -> Cycle {
        self.agenda
            .first()
            .map_or(Cycle::NEVER, |(cycle, _)| *cycle)
    }

    /// Takes the next event at the end of `now`; None when there are no more.
    pub fn happen(&mut self, now: Cycle) -> Option<Happening> {
        if self.next_event() > now {
            return None;
        }
        let (cycle, happening) = self.agenda.remove(0);
        match &happening {
            Happening::Superframe => {
                self.superframe = self.superframe.wrapping_add(1);
                self.lose_reception(cycle);
                self.begin(cycle + 1);
            }
            Happening::FirstSymbol(frame) => self.receive(frame, cycle),
            Happening::Sent => {
                if let Some(sent) = self.sending.take() {
                    self.air.take(sent);
                }
            }
            _ => {}
        }
        Some(happening)
    }

    /// Begins to receive a frame; it is lost if an earlier one is not complete, or one is being sent.
    fn receive(&mut self, frame: &Frame, now: Cycle) {
        if now <= self.busy {
            return;
        }
        self.busy = now + frame.air_time(self.clock_hz);
        if frame.is_secure() {
            self.busy += CIPHER;
            let security = now + (frame.security_time(self.clock_hz) - 1);
            self.schedule(security, Happening::Security);
        }
        self.schedule(self.busy, Happening::Heard);
        self.receiving = Some(Reception {
            frame: frame.clone(),
            time: self.time(now),
            key: None,
        });
    }

    /// Drops the frame that is being received, if it is not complete at the end of `now`.
    fn lose_reception(&mut self, now: Cycle) {
        if self.busy > now && self.receiving.take().is_some() {
            let of_it = |what: &Happening| matches!(what, Happening::Security | Happening::Heard);
            self.agenda.retain(|(_, happening)| !of_it(happening));
            self.busy = now;
        }
    }

    /// Schedules a frame to send: at `time` of this superframe, or of the next if that has passed; without a time, from the next cycle on.
    pub fn plan_sending(&mut self, now: Cycle, time: Option<u32>) {
        match time {
            None => self.schedule(now, Happening::Sending),
            Some(time) => self.plan(now + 1, time),
        }
    }

    /// Schedules a frame to send at `time`, if that comes in this superframe in cycle `from` or later; otherwise keeps it for the next.
    fn plan(&mut self, from: Cycle, time: u32) {
        match self.start.map(|start| start + u64::from(time)) {
            // An event at the end of a cycle has its effect in the next one.
            Some(begins) if time < self.this_length && begins >= from => {
                self.schedule(Cycle(begins.0 - 1), Happening::Sending);
            }
            _ => self.planned = Some(time),
        }
    }

    /// Sends the frame from the cycle after `now` on.
    pub fn send(&mut self, now: Cycle, frame: Frame) {
        self.lose_reception(now);
        self.busy = now + frame.air_time(self.clock_hz);
        self.schedule(self.busy, Happening::Sent);
        let time = self.time(now + 1) % self.this_length;
        self.sending = Some(SentFrame { frame, time });
    }
}
