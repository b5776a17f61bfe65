//! Tests of the reports, in one binary: linking one takes as long as running its tests.

mod common;
mod deadlock;
mod json;
mod mishaps;
mod probes;
mod profile;
mod stack;
mod summary;
mod symbols;
mod wave;
