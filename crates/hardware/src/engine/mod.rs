//! The circuits as an engine: Verilator compiles them once for a platform's parameters, into a program that runs any ELF file and is
//! controlled over pipes (`hardware/bench/engine.cpp`).
//!
//! ```text
//! parameters --> program (in the cache) --> process <== orders, events ==> Circuits
//! ```

mod build;
mod counts;
mod process;
mod registers;

pub use build::program;
pub use counts::{Counts, Executed};
pub use process::{Circuits, Event, Reply, Seen, Stopped, PAGE, SHARED_BASE};
pub use registers::{registers, Register};
