//! The burst transfers of a controller.
//!
//! A controller has two AHB masters. Master 1 reads; master 2 writes in each cycle what master 1 has read the cycle before, so that a word is moved
//! in each cycle (H. Xiao et al. 2012, section 5.1: "simultaneous read and write operations with bursts of 16 words").
//!
//! ```text
//!   cycle       0     1     2     3     4
//!   master 1   r0    r1    r2    r3
//!   master 2         w0    w1    w2    w3
//! ```

use super::access::Target;
use serde::{Deserialize, Serialize};

/// Maximum number of transfers in a burst, for either master: INCR16 of AHB.
pub const MAX_BEATS: u32 = 16;

/// The sequence of transfers that one master of a controller requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BeatSequence {
    /// Address of the first transfer; aligned to `width`.
    pub address: u32,
    /// Bytes of a transfer: 1, 2 or 4.
    pub width: u32,
    /// Number of transfers, 1 to [`MAX_BEATS`]; if both masters are active, one number is a multiple of the other.
    pub beats: u32,
    /// Do the addresses increment by `width`? Otherwise all transfers have the same address.
    pub increments: bool,
}

impl BeatSequence {
    fn address_of(&self, beat: u32) -> u32 {
        let step = if self.increments { self.width } else { 0 };
        self.address.wrapping_add(beat * step)
    }

    /// Returns the size of the address range that the transfers touch, in bytes.
    pub fn span(&self) -> u32 {
        if self.increments {
            self.beats * self.width
        } else {
            self.width
        }
    }
}

/// The transfer that a controller requests from the bus. At least one master is active.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transfer {
    /// Master 1.
    pub read: Option<BeatSequence>,
    /// Master 2.
    pub write: Option<BeatSequence>,
}

impl Transfer {
    /// Returns the targets of both masters; None if an address is not in a memory. `decode` returns the target that has all bytes of a range
    /// (address, size).
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

    /// Returns what master 1 reads (`writes` is false) or master 2 writes (`writes` is true) in a step. A write needs only data that were read in the
    /// same step or before.
    pub fn beat(&self, targets: &Targets, step: u32, writes: bool) -> Option<Beat> {
        match writes {
            false => beat(self.read, targets.read, Some(step), self.steps(), 0),
            true => beat(self.write, targets.write, Some(step), self.steps(), 1),
        }
    }

    /// Returns the number of steps: the number of transfers of the master that has more of them.
    pub fn steps(&self) -> u32 {
        let beats = |lane: Option<BeatSequence>| lane.map_or(0, |lane| lane.beats);
        beats(self.read).max(beats(self.write))
    }
}

/// The targets of the two masters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Targets {
    pub read: Option<Target>,
    pub write: Option<Target>,
}

impl Targets {
    /// Is the data memory of this core among them?
    pub fn touch(&self, core: usize) -> bool {
        let is_its =
            |target: &Target| matches!(target, Target::DataMemory { core: c, .. } if *c == core);
        self.read.iter().chain(&self.write).any(is_its)
    }
}

/// The transfer of one master in one cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beat {
    pub target: Target,
    pub width: u32,
}

/// Returns the transfer that a master performs in step `step` of `total`, if it performs one. The master with the narrower transfers performs one in
/// every step. One transfer of the wider master takes as long as several of the narrower: it reads in the first of these steps (`last` = 0), and
/// writes in the last one (`last` = 1).
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
