//! Running programs: every component of Weft that runs a program does it by this crate.
//!
//! A [`RunSpec`] says what is wanted, a [`RunResult`] what happened, both as plain data. In between a program is compiled, loaded, and
//! simulated on a chip or started as processes of this machine, while an [`Observer`] watches.

#![forbid(unsafe_code)]

pub mod build;
mod circuits;
mod command_line;
mod console;
mod ending;
mod explain;
mod gdb;
mod graph;
mod host;
mod load;
mod native;
mod observer;
mod pc;
mod processes;
mod result;
mod simulate;
pub mod size;
mod spec;

use anyhow::{Context, Result};

pub use circuits::verify::{verify, Difference, End, Verified, VerifySpec};
pub use ending::{Ending, INTERRUPTED};
pub use graph::array;
pub use observer::{Observer, Output, Progress, Stop, Stream, Unobserved};
pub use result::{RunFailed, RunResult};
pub use spec::{
    BuildSpec, Engine, FaultSpec, FileAccess, GdbSpec, GraphSpec, MemoryFile, OwnProgram, Pace,
    PcSpec, Place, PlatformSpec, Recordings, Replacement, RunSpec, TaskFile, WaveSpec,
};

/// Carries out a run.
///
/// # Errors
/// When the input is wrong or a file cannot be written. Failures of the programs are not errors here, but part of the result.
pub fn run(spec: &RunSpec, observer: &mut dyn Observer) -> Result<RunResult> {
    if !spec.platform.is_host() {
        return simulate::run(spec, observer);
    }
    spec.refuse_what_needs_a_chip()?;
    match spec.graph_file()? {
        Some(file) => graph::native::run(spec, file),
        None => native::run(spec),
    }
}

/// Carries out a run for its results.
///
/// # Errors
/// As [`run`]; and [`RunFailed`] when the run does not end well.
pub fn measure(spec: &RunSpec, observer: &mut dyn Observer) -> Result<RunResult> {
    let result = run(spec, observer).and_then(|result| Ok(result.if_well()?));
    result.with_context(|| spec.to_string())
}
