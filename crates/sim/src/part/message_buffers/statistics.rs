//! What a tile counts: blocks and bytes, flits by the kind of their packet, and the cycles in which the core was held up, by reason.

use crate::noc::interface::{FlitCounts, Kind};
use crate::units::Cycle;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;

/// Blocks, and the bytes in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    pub blocks: u64,
    pub bytes: u64,
}

impl Traffic {
    /// One block more.
    pub fn count(&mut self, bytes: u32) {
        self.blocks += 1;
        self.bytes += u64::from(bytes);
    }
}

/// Why the message unit does not answer its core.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stall {
    /// No block has come that could be received.
    Underflow,
    /// The output buffer has no room, since the tiles downstream have none.
    Overflow,
    /// The words of a block are copied from or to local memory.
    Copying,
    /// The memory tile reads, or has not yet been sent what was to be written.
    Memory,
}

/// What a message unit counts itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// To tasks.
    pub sent: Traffic,
    /// From tasks.
    pub received: Traffic,
    /// From the memory tile.
    pub memory_read: Traffic,
    /// To the memory tile.
    pub memory_written: Traffic,
}

/// The counters of a message unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TileStatistics {
    #[serde(flatten)]
    pub counters: Counters,
    /// By the kind of their packet, in the order of `Kind::ALL`; in records by its name, without kinds that had none.
    #[serde(serialize_with = "by_kind")]
    pub flits_sent: FlitCounts,
    #[serde(serialize_with = "by_kind")]
    pub flits_received: FlitCounts,
    /// Cycles in which the core was held up by an access, by reason.
    pub stalled: StallCycles,
}

fn by_kind<S: Serializer>(counts: &FlitCounts, to: S) -> Result<S::Ok, S::Error> {
    let names = Kind::ALL.iter().map(|(_, name)| name.replace(' ', "_"));
    let named = names.zip(counts).filter(|(_, flits)| **flits > 0);
    named.collect::<BTreeMap<_, _>>().serialize(to)
}

/// Cycles in which an access of the core waited, beyond those that every access takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StallCycles {
    pub underflow: u64,
    pub overflow: u64,
    pub copying: u64,
    pub memory: u64,
}

impl StallCycles {
    fn of(&mut self, stall: Stall) -> &mut u64 {
        match stall {
            Stall::Underflow => &mut self.underflow,
            Stall::Overflow => &mut self.overflow,
            Stall::Copying => &mut self.copying,
            Stall::Memory => &mut self.memory,
        }
    }
}

/// Counts the cycles of one stall after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StallClock {
    /// The present stall, and the cycle at whose end it began.
    running: Option<(Stall, Cycle)>,
    counted: StallCycles,
}

impl StallClock {
    /// The reason at the end of `now` is this; None: the core goes on.
    pub fn set(&mut self, stall: Option<Stall>, now: Cycle) {
        if stall == self.stall() {
            return;
        }
        self.counted = self.up_to(now);
        self.running = stall.map(|stall| (stall, now));
    }

    /// Why the core is held up.
    pub fn stall(&self) -> Option<Stall> {
        self.running.map(|(stall, _)| stall)
    }

    /// The cycles up to the end of `now`.
    pub fn up_to(&self, now: Cycle) -> StallCycles {
        let mut counted = self.counted;
        if let Some((stall, since)) = self.running {
            *counted.of(stall) += now - since;
        }
        counted
    }
}
