//! The message buffers of a tile: what stands between a core and the network, with buffers, tables and a DMA engine managed in hardware.
//!
//! Source: S. S. Kumar, M. Tjin A Djie, R. van Leuken, "Low Overhead Message Passing for High Performance Many-Core Processors", 2013
//! (*pronto*), sections III to V. Every latency is defined in `docs/contract/message-buffers.md`.

mod checks;
mod commands;
mod copy;
mod damage;
pub(crate) mod input;
mod interface;
mod interval;
mod journal;
pub mod keys;
mod memory_read;
pub(crate) mod output;
pub mod registers;
mod statistics;
mod translation;
mod unit;
mod waiting;

pub use journal::CALLS;
pub use statistics::{Stall, StallCycles, TileStatistics, Traffic};
pub use unit::{MemoryOfTasks, MessageBuffers, Parameters};
pub use waiting::{BlockedSend, Waiting};
