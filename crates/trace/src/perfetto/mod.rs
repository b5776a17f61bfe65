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

/// The arguments of message events: their names, and their numbers from 1 on.
mod argument {
    pub const PEER: (&str, u64) = ("peer", 1);
    pub const TAG: (&str, u64) = ("tag", 2);
    pub const CONTEXT: (&str, u64) = ("context", 3);
    pub const COMMUNICATOR: (&str, u64) = ("communicator", 4);
    pub const BYTES: (&str, u64) = ("bytes", 5);
    pub const RANKS: (&str, u64) = ("ranks", 6);
    /// Argument of the event that describes the trace: the ticks in a second.
    pub const CLOCK: (&str, u64) = ("ticks a second", 7);
    /// Argument of the slice that contains a core's regions: its rank; of a call: the rank in its communicator.
    pub const RANK: (&str, u64) = ("rank", 8);

    /// All of them, in the order of their numbers.
    pub const ALL: [(&str, u64); 8] = [PEER, TAG, CONTEXT, COMMUNICATOR, BYTES, RANKS, CLOCK, RANK];
}

/// Names and categories of the events that are not regions.
mod word {
    pub const SEND: &str = "send";
    pub const RECEIVE: &str = "receive";
    pub const CALL: &str = "call";

    /// Those of most events, in the order of their numbers.
    pub const NUMBERED: [&str; 3] = [SEND, RECEIVE, CALL];

    /// Their numbers, from 1 on.
    pub mod number {
        pub const SEND: u64 = 1;
        pub const RECEIVE: u64 = 2;
        pub const CALL: u64 = 3;
    }

    /// The event at the beginning, which describes the trace, and the one at its end.
    pub const BEGIN: &str = "weft trace";
    pub const END: &str = "end of the trace";
}

const NANOSECONDS: u128 = 1_000_000_000;

/// The track of the program, and the first ones of locations and metrics. A viewer requires distinct numbers.
const PROGRAM_TRACK: u64 = 1;
const FIRST_LOCATION: u64 = 0x100;
const FIRST_METRIC: u64 = 0x1_0000;
