//! Traces: recorded by `weft run --trace`.

pub mod record;
