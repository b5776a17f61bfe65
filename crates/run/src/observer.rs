//! Who watches a run while it goes on: told of its progress and its output, asked for input and whether to go on.

use std::io;
use std::time::Instant;

pub use weft_sim::semihosting::Stream;

/// Why a run is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It is no longer wanted: Ctrl-C was pressed.
    Interrupted,
    /// The reader of its output has gone.
    OutputClosed,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Cycles that have passed.
    pub cycles: u64,
    /// Instructions that all cores have executed.
    pub instructions: u64,
    /// Cycles per second of simulated time.
    pub clock_hz: u64,
}

/// What becomes of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The observer has used it.
    Taken,
    /// The result of the run keeps it.
    Kept,
}

/// Watches a run. By default, it lets the run go on to its end, without input, and leaves the output to the result.
pub trait Observer {
    /// Returns why the run is to stop, if it is. Asked every few thousand cycles.
    fn stop(&mut self) -> Option<Stop> {
        None
    }

    /// The run has come this far.
    fn progress(&mut self, _progress: &Progress) {}

    /// The programs have printed whole lines, or the beginning of one.
    ///
    /// # Errors
    /// When it cannot be written; the program is told.
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) -> io::Result<Output> {
        Ok(Output::Kept)
    }

    /// Returns the next piece of the standard input of rank 0; empty at its end, or when none has come until the run is to be stopped.
    fn input(&mut self, _until: Option<Instant>) -> Vec<u8> {
        Vec::new()
    }

    /// Something is built first, which takes seconds; what comes out is kept for the next run.
    fn building(&mut self, _what: &str) {}

    /// Tells a person something while the run goes on.
    fn tell(&mut self, _text: &str) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
