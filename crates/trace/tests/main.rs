//! The tests of traces, in one binary, since linking another one takes as long as running its tests.

mod analysis;
mod otf2;
mod refused;
mod round_trip;
