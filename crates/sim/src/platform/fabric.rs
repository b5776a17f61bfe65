//! What connects the cores of a chip without a network: the shared bus, the crossbar of the message units with the
//! synchronization controller.

use serde::{Deserialize, Serialize};

/// The most cores and controllers together that the bus arbitrates between.
pub const MAX_MASTERS: usize = 64;

/// The point-to-point network of the message units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossbar {
    /// Whether data follow a request at once, without a gap between blocks, and are visible as they come.
    pub early_data: bool,
}

/// The synchronization controller, a node of the crossbar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncController {
    /// Number of locks.
    pub locks: usize,
    /// Number of barriers.
    pub barriers: usize,
    /// Whether a request is sampled in every cycle; otherwise the next one after the answer.
    pub pipelined: bool,
    /// What a released lock means to the core that waits for it.
    pub hand_over: HandOver,
}

/// How a released lock comes to a waiting core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandOver {
    /// It is free; the core is notified in the next cycle and asks again.
    Retry,
    /// It is the core's already; the core is notified in the cycle of the answer to the release.
    Grant,
}

/// The bus that all cores share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bus {
    /// Ticks from one edge of its clock to the next.
    pub period: u64,
    /// Cycles from an unhindered request to its answer, without wait states; at least 4.
    pub single_access: u64,
    /// How the next master is chosen.
    pub arbitration: Arbitration,
}

/// How one of several requests is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arbitration {
    /// The first requester after the last winner.
    RoundRobin,
}
