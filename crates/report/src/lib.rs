//! Reports: the results of a simulation as text, JSON, SVG and HTML.

#![forbid(unsafe_code)]

pub mod deadlock;
mod dropped;
pub mod fault;
pub mod faults;
pub mod findings;
mod functions;
pub mod heatmap;
pub mod json;
pub mod library;
mod names;
mod place;
pub mod probes;
pub mod processes;
pub mod profile;
pub mod program;
pub mod reports;
mod run;
mod sections;
pub mod stack;
pub mod summary;
pub mod symbols;
pub mod table;
mod tail_calls;
pub mod trace;
pub mod treemap;
pub mod wave;
pub mod workload;

pub use run::{record, Circumstances, Counted, Parts};
