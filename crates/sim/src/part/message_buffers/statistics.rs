//! The counters of a tile: blocks and bytes, flits by the kind of their packet, and the cycles in which the core was stalled, by reason.

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
    /// Counts one block.
    pub fn count(&mut self, bytes: u32) {
        self.blocks += 1;
        self.bytes += u64::from(bytes);
    }
}

/// Why the message unit stalls its core.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stall {
    /// No block has arrived that could be received.
    Underflow,
    /// The output buffer has no room, since the tiles downstream have none.
    Overflow,
    /// The words of a block are copied from or to local memory.
    Copying,
    /// The memory tile is being read, or there is no room for what is to be written to it.
    Memory,
}

/// Blocks that a message unit has moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Messages to tasks.
    pub sent: Traffic,
    /// Messages from tasks.
    pub received: Traffic,
    /// Blocks read from memory tiles.
    pub memory_read: Traffic,
    /// Blocks written to memory tiles.
    pub memory_written: Traffic,
}

/// The counters of a message unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TileStatistics {
    #[serde(flatten)]
    pub counters: Counters,
    /// Flits by the kind of their packet, in the order of `Kind::ALL`; in records by name, without kinds that had none.
    #[serde(serialize_with = "by_kind")]
    pub flits_sent: FlitCounts,
    #[serde(serialize_with = "by_kind")]
    pub flits_received: FlitCounts,
    /// Cycles in which an access stalled the core, by reason.
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

/// Counts the cycles of stalls, one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StallClock {
    /// The present stall, and the cycle at whose end it began.
    running: Option<(Stall, Cycle)>,
    counted: StallCycles,
}

impl StallClock {
    /// Sets the reason at the end of `now`; None: the core continues.
    pub fn set(&mut self, stall: Option<Stall>, now: Cycle) {
        if stall == self.stall() {
            return;
        }
        self.counted = self.up_to(now);
        self.running = stall.map(|stall| (stall, now));
    }

    /// Why the core is stalled, if it is.
    pub fn stall(&self) -> Option<Stall> {
        self.running.map(|(stall, _)| stall)
    }

    /// The stalled cycles up to the end of `now`.
    pub fn up_to(&self, now: Cycle) -> StallCycles {
        let mut counted = self.counted;
        if let Some((stall, since)) = self.running {
            *counted.of(stall) += now - since;
        }
        counted
    }
}
