//! What is behind the endpoints of the mesh: tiles with a core and message buffers, the memory tile, the host, traffic injectors.
//!
//! Source: S. S. Kumar, M. Tjin A Djie, R. van Leuken, "Low Overhead Message Passing for High Performance Many-Core Processors", 2013
//! (*pronto*), sections III to V. Every latency is defined in `docs/message-buffers.md`.
//!
//! All of these are advanced by their owner. In a cycle, after the cores have issued and before the network advances, `tick` is called for
//! each for which the network has a flit or `next_event` has named the cycle; otherwise nothing happens in it. What is decided in a cycle is decided on
//! the registers as they stand at its start.

mod checks;
mod commands;
mod copy;
pub(crate) mod input;
mod journal;
pub mod keys;
mod memory_read;
pub(crate) mod output;
pub mod registers;
mod statistics;
mod translation;
mod unit;
mod waiting;

pub use journal::{Block, Command, Step, StepKind};
pub use statistics::{Stall, StallCycles, TileStatistics, Traffic};
pub use unit::{Event, MessageBuffers, Parameters};
pub use waiting::{BlockedSend, Waiting};
