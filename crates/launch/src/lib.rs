//! MPI programs as processes of this machine: what `weftrun` and `weftcc` do, as functions.
//!
//! A [`job::Job`] is a program started once for each rank, with memory that all ranks share. [`build`] makes the library for this machine
//! and compiles programs with it; [`bench`] measures messages between processes; [`attach`] attaches a process to a simulated chip.
//! `lib/src/arch/linux/job.h` has the other side: the memory and variables that a rank finds when it starts.

pub mod attach;
pub mod bench;
pub mod build;
pub mod closed_output;
pub mod job;
pub mod report;
pub mod trace;
mod unnamed;
