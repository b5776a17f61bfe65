//! The message buffers of a tile: the network interface between a core and the mesh, with buffers, tables and a DMA engine managed in hardware.
//!
//! ```text
//!            registers                  address translation table: task -> tile
//!   core <-------------> commands ----------------+
//!                           |                     v
//!   local    copy in   +---------------+     +---------+  envelopes, grants,
//!   memory ----------->| output buffer |---->| manager |------------------->  network
//!     ^                +---------------+     |         |  data               interface <--> mesh
//!     |      copy out  +---------------+     |         |<-------------------
//!     +----------------| input buffer  |<----|         |
//!                      +---------------+     +---------+
//!                        status table <-----------+
//! ```
//!
//! A message goes in five steps: the sender's DMA engine copies the block into the output buffer; an envelope requests room at the receiving tile;
//! the receiving tile reserves room in its input buffer and answers with a grant; data packets follow; the block enters the status table, from which
//! RECEIVE copies it to local memory. Since data are sent only into reserved room, the network never blocks.
//!
//! `unit` has the manager, `commands` and `checks` the core's commands, `output` and `input` the buffers, `copy` the DMA engine, `interval` the
//! shortcut by which `fast` skips cycles.
//!
//! Source: S. S. Kumar, M. Tjin A Djie, R. van Leuken, "Low Overhead Message Passing for High Performance Many-Core Processors", 2013
//! (*pronto*), sections III to V. Every latency is defined in docs/contract/message-buffers.md.

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
