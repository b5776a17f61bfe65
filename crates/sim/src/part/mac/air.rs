//! The air, as a test bench sees it: a program puts frames of other devices on it, and reads the frames that this device has sent.

use super::frame::{Frame, HEADER};
use crate::port::word_at;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Maximum frames of other devices in a superframe, and of sent frames that have not been read.
const FRAMES: usize = 16;
/// Octets of the longest frame of another device: MAC header and 4,095 octets (ECMA-368, 17.16).
const FRAME_OCTETS: usize = HEADER + 4095;

/// A frame that this device has sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentFrame {
    pub frame: Frame,
    /// Cycles from the start of the superframe to its first symbol.
    pub time: u32,
}

/// The frames to be received and the frames sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Air {
    /// The frames of the next superframe, each with its time.
    coming: Vec<(u32, Frame)>,
    /// The frame that the program is writing, and its time in the superframe.
    writing: Vec<u8>,
    pub writing_time: u32,
    sent: VecDeque<SentFrame>,
    /// Octets of the oldest frame sent that the program has read.
    read: usize,
}

impl Air {
    /// Appends four octets to the frame that the program is writing.
    pub fn write_octets(&mut self, word: u32) {
        if self.coming.len() < FRAMES && self.writing.len() < FRAME_OCTETS {
            self.writing.extend(word.to_le_bytes());
        }
    }

    /// Completes the frame being written, with this number of octets, for the next superframe. One shorter than a header is dropped.
    pub fn put(&mut self, octets: u32) {
        let mut frame = Frame {
            octets: std::mem::take(&mut self.writing),
        };
        frame.octets.truncate(FRAME_OCTETS.min(octets as usize));
        if frame.octets.len() >= HEADER {
            self.coming.push((self.writing_time, frame));
        }
    }

    /// Takes the frames of the superframe that begins, in the order in which they were put on the air. One that is being written is lost.
    pub fn begin(&mut self) -> Vec<(u32, Frame)> {
        self.writing.clear();
        std::mem::take(&mut self.coming)
    }

    /// Records a frame that this device has sent.
    pub fn take(&mut self, sent: SentFrame) {
        if self.sent.len() < FRAMES {
            self.sent.push_back(sent);
        }
    }

    /// Number of octets and time of the oldest sent frame; 0 if there is none.
    pub fn sent(&self) -> (u32, u32) {
        let sent = self.sent.front();
        sent.map_or((0, 0), |it| (it.frame.octets.len() as u32, it.time))
    }

    /// Returns the next four octets of the oldest sent frame.
    pub fn read_octets(&mut self) -> u32 {
        let octets = self.sent.front().map_or(&[][..], |it| &it.frame.octets);
        let word = word_at(octets, self.read);
        if self.read < octets.len() {
            self.read += 4;
        }
        word
    }

    /// Drops the oldest sent frame.
    pub fn drop_sent(&mut self) {
        self.sent.pop_front();
        self.read = 0;
    }
}
