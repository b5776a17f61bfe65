//! Tests of runs, and of the list of the library's symbols.

mod runs;
mod symbols;
