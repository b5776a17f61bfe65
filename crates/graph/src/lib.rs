//! Task graphs: applications described as communicating tasks, and the placement of their tasks on a mesh of tiles.
//!
//! The model is that of the NagaM array: "dataflow workloads specified as task graphs or Kahn process
//! networks", whose tasks are placed "with communicating nodes mapped as close to one another as possible" (S. S. Kumar et al.,
//! "Low Overhead Message Passing for High Performance Many-Core Processors", section III). `docs/guides/task-graphs.md` describes files and commands.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod array;
pub mod check;
pub mod graph;
pub mod map;
pub mod read;

pub use array::{Array, FlowMemory, Position};
pub use graph::TaskGraph;

/// An error in a task graph, with its place in the file. The type is shared with the reader of platform files.
pub use weft_sim::platform::{PlatformError as GraphError, Result};
