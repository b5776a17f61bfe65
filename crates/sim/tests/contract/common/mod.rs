//! What the tests share: an assembler, a small chip, tables of cycles, and random programs with their reduction.

pub mod assembler;
pub mod buses;
pub mod chip;
pub mod composed;
pub mod random;
pub mod shrink;
pub mod table;
