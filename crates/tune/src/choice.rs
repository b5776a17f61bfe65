//! A choice for a task: blocks per request, interrupt or polling, and the memory of the block.

use serde::Serialize;

use crate::Nanoseconds;

/// How the GPP learns that a request is done (I = 1 or 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Notification {
    /// The DSP interrupts it.
    Interrupt,
    /// The GPP polls, at multiples of this time (PP).
    Polling(Nanoseconds),
}

/// The memory of a request's block (M = 0 or 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// In a DSP's internal memory.
    Internal,
    /// In external memory, of which there is enough.
    External,
}

impl Memory {
    /// Returns the value for this memory.
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
    /// Number of smallest blocks in a request.
    pub blocks: u32,
    /// How the GPP learns that the request is done.
    pub notification: Notification,
    /// The memory of the block.
    pub memory: Memory,
}

impl Choice {
    /// Returns a choice with one request for each smallest block.
    pub fn single(notification: Notification, memory: Memory) -> Choice {
        Choice {
            blocks: 1,
            notification,
            memory,
        }
    }
}
