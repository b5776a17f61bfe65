//! A choice for a task: blocks per request, interrupt or polling, and the memory of the block.

use serde::Serialize;

use crate::Nanoseconds;

/// How the GPP learns that a request is done (I = 1 or 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Notification {
    /// The DSP interrupts it.
    Interrupt,
    /// It looks, at multiples of this time (PP).
    Polling(Nanoseconds),
}

/// Where a request's block lies (M = 0 or 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// In a DSP's internal memory.
    Internal,
    /// In external memory, of which there is enough.
    External,
}

impl Memory {
    /// What is so of this memory, of what is so of each.
    pub(crate) fn of<T>(self, internal: T, external: T) -> T {
        match self {
            Memory::Internal => internal,
            Memory::External => external,
        }
    }
}

/// A way to serve a task.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Choice {
    /// Smallest blocks in a request.
    pub blocks: u32,
    /// How the GPP is told.
    pub notification: Notification,
    /// Where the block lies.
    pub memory: Memory,
}

impl Choice {
    /// A request for each smallest block.
    pub fn single(notification: Notification, memory: Memory) -> Choice {
        Choice {
            blocks: 1,
            notification,
            memory,
        }
    }
}
