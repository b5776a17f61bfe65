//! Traces: one binary, since each takes as long to link as its tests to run.

mod analysis;
mod otf2;
mod refused;
mod round_trip;
