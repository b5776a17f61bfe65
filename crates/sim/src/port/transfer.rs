//! What a controller moves in one transfer.
//!
//! A controller has two AHB masters. Master 1 reads and master 2 writes what master 1 has read the cycle before, so that a word moves
//! in each cycle (H. Xiao et al. 2012, section 5.1: "simultaneous read and write operations with bursts of 16 words").

use super::access::Target;
use serde::{Deserialize, Serialize};

/// The most transfers of a burst, by either master: INCR16 of AHB.
pub const MAX_BEATS: u32 = 16;

/// What one master of a controller asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BeatSequence {
    /// Of the first transfer; aligned to `width`.
    pub address: u32,
    /// Bytes of a transfer: 1, 2 or 4.
    pub width: u32,
    /// Number of transfers, 1 to [`MAX_BEATS`]; if both masters are active, one number is a multiple of the other.
    pub beats: u32,
    /// Whether each transfer is at the address behind the one before, not at the same address.
    pub increments: bool,
}

impl BeatSequence {
    fn address_of(&self, beat: u32) -> u32 {
        let step = if self.increments { self.width } else { 0 };
        self.address.wrapping_add(beat * step)
    }

    /// The bytes that all transfers together touch.
    pub fn span(&self) -> u32 {
        if self.increments {
            self.beats * self.width
        } else {
            self.width
        }
    }
}

/// What a controller asks of the bus; at least one master is active.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transfer {
    /// Master 1.
    pub read: Option<BeatSequence>,
    /// Master 2.
    pub write: Option<BeatSequence>,
}

impl Transfer {
    /// What the masters reach, or None if one of them would leave the memories. `decode` says what answers at all addresses of a number of bytes from an
    /// address on.
    pub fn targets(&self, decode: impl Fn(u32, u32) -> Option<Target>) -> Option<Targets> {
        let target = |lane: Option<BeatSequence>| match lane {
            Some(lane) => decode(lane.address, lane.span()).map(Some),
            None => Some(None),
        };
        Some(Targets {
            read: target(self.read)?,
            write: target(self.write)?,
        })
    }

    /// What master 1 reads, or master 2 writes, in a step, if it does: a write is of what was read in the same step or before.
    pub fn beat(&self, targets: &Targets, step: u32, writes: bool) -> Option<Beat> {
        match writes {
            false => beat(self.read, targets.read, Some(step), self.steps(), 0),
            true => beat(self.write, targets.write, Some(step), self.steps(), 1),
        }
    }

    /// Steps of the busier master.
    pub fn steps(&self) -> u32 {
        let beats = |lane: Option<BeatSequence>| lane.map_or(0, |lane| lane.beats);
        beats(self.read).max(beats(self.write))
    }
}

/// What the two masters reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Targets {
    pub read: Option<Target>,
    pub write: Option<Target>,
}

impl Targets {
    /// Whether a core's data memory is among them.
    pub fn touch(&self, core: usize) -> bool {
        let is_its =
            |target: &Target| matches!(target, Target::DataMemory { core: c, .. } if *c == core);
        self.read.iter().chain(&self.write).any(is_its)
    }
}

/// A transfer of one master in one cycle: where, and how wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beat {
    pub target: Target,
    pub width: u32,
}

/// The transfer that a master does in one of `total` steps, if it does one. A narrower master is busy in each of them, a wider one reads
/// in the first step and writes in the last step (`last` = 1) of as many as make one of its transfers.
pub fn beat(
    lane: Option<BeatSequence>,
    target: Option<Target>,
    step: Option<u32>,
    total: u32,
    last: u32,
) -> Option<Beat> {
    let (lane, target, step) = (lane?, target?, step?);
    let every = total / lane.beats;
    let phase = last * (every - 1);
    if step >= total || step % every != phase {
        return None;
    }
    let skipped = lane.address_of(step / every).wrapping_sub(lane.address);
    Some(Beat {
        target: target.moved(skipped),
        width: lane.width,
    })
}
