//! The circuits of a chip (`hardware/`) for a platform: as files and as sizes (`weft hardware`), and as an engine
//! (`weft run --engine rtl`).
//!
//! ```text
//! platform ----> parameters ----> top.sv, rtl/, files.f, Makefile, constraints.sdc
//!          |            +--> engine: a process that runs programs
//!          |            +--> synthesis: sizes in gates, frequencies
//!          +-- a key that is no parameter differs from the circuits': refused, by its name
//! ```

pub mod engine;
mod parameters;
#[cfg(test)]
mod ports;
mod project;
pub mod synthesis;

pub use parameters::{base_of, Parameters, Unbuilt};
pub use project::write;
