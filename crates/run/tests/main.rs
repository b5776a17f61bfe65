//! Runs as data, and the library that programs are linked with.

mod runs;
mod symbols;
