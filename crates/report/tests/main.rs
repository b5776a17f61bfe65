//! What is reported of runs: one binary, since each takes as long to link as its tests to run.

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
