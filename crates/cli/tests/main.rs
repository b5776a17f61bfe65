//! The `weft` command: one binary, since each takes as long to link as its tests to run.

mod cache;
mod commands;
mod debugger;
mod faults;
mod outside;
mod packets;
mod trace;
mod wave;
