//! Traces as tables: first the definitions, then one event a row, then a row `end`.
//!
//! | row | columns that are used |
//! |---|---|
//! | `trace` | value: the version of this format |
//! | `clock` | name: the program; value: ticks a second |
//! | `location` | location; name; peer: its rank, if it has one |
//! | `function`, `region`, `mpi` | name: of a region with that role |
//! | `metric` | location, or `network`; name; tag: the unit |
//! | `enter`, `leave` | time; location; name |
//! | `call` | time; location; peer: its own rank in the communicator; context; value: the ranks of that |
//! | `send`, `receive` | time; location; peer; tag; context; bytes |
//! | `value` | time; location, or `network`; name of a metric; value |
//! | `end` | time |

mod lines;
mod read;
mod write;

pub use read::CsvReader;
pub use write::CsvWriter;

/// The columns.
const HEADER: [&str; 9] = [
    "time", "location", "event", "name", "peer", "tag", "context", "bytes", "value",
];
/// The word in the location's column for metrics of the network.
const NETWORK_WORD: &str = "network";
/// The version of this format.
const VERSION: u64 = 2;
