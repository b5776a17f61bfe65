//! The circuits of a chip (`hardware/`) for a platform: `weft hardware`.
//!
//! ```text
//! platform ----> parameters ----> top.sv, rtl/, files.f, Makefile, constraints.sdc
//!          |
//!          +-- a key that is no parameter differs from the circuits': refused, by its name
//! ```

mod parameters;
mod project;

pub use parameters::{Parameters, Unbuilt};
pub use project::write;
