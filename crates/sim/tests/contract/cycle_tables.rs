//! Cycle tables worked by hand from `docs/timing.md`.

mod bus;
mod pipeline;
mod traps;
