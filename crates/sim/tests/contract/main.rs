//! The simulator held against `docs/contract/timing.md`, through its public interface alone.

mod checkpoint;
mod common;
mod cycle_tables;
mod engines_agree;
mod injected;
mod many_cores;
mod pipeline_model;
mod programs;
mod translated;
