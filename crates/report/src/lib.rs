//! What a simulation tells, in a form that people and machines read.

#![forbid(unsafe_code)]

mod functions;
pub mod probes;
pub mod program;
mod sections;
pub mod stack;
pub mod symbols;
pub mod wave;
