//! Traces for the Perfetto viewer (ui.perfetto.dev): a track for each core, a slice for each region, an arrow for each message, a
//! counter for each metric.
//!
//! The format is that of `perfetto_trace.proto`, a protobuf message `Trace` whose packets follow each other; `message` has the fields
//! that are used here.

mod encode;
mod message;
mod packets;
mod read;
mod write;

pub use read::PerfettoReader;
pub use write::PerfettoWriter;

/// Names of the arguments of message events.
mod argument {
    pub const PEER: &str = "peer";
    pub const TAG: &str = "tag";
    pub const CONTEXT: &str = "context";
    pub const COMMUNICATOR: &str = "communicator";
    pub const BYTES: &str = "bytes";
    pub const RANKS: &str = "ranks";
    /// Of the event that says what the trace is: the ticks in a second.
    pub const CLOCK: &str = "ticks a second";
    /// Of the slice that a core's regions are in; of a call, the rank in its communicator.
    pub const RANK: &str = "rank";
}

/// Names and categories of the events that are no regions.
mod word {
    pub const SEND: &str = "send";
    pub const RECEIVE: &str = "receive";
    pub const CALL: &str = "call";
    /// The event at the beginning that says what the trace is, and the one at its end.
    pub const BEGIN: &str = "weft trace";
    pub const END: &str = "end of the trace";
}

const NANOSECONDS: u128 = 1_000_000_000;

/// The track of all, and the first ones of locations and metrics. A viewer wants numbers that differ.
const PROGRAM_TRACK: u64 = 1;
const FIRST_LOCATION: u64 = 0x100;
const FIRST_METRIC: u64 = 0x1_0000;
