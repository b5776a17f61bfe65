//! The observer of a run: receives progress and output, provides input, and decides whether the run goes on.

use std::io;
use std::time::Instant;

pub use weft_sim::semihosting::Stream;

/// Why a run is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Ctrl-C was pressed.
    Interrupted,
    /// The reader of its output has closed it.
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

/// The answer to output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The observer has consumed it.
    Taken,
    /// The result of the run keeps it.
    Kept,
}

/// Watches a run. By default, it lets the run go on to its end, without input, and leaves the output to the result.
pub trait Observer {
    /// Returns a reason to stop the run, if there is one. Called every few thousand cycles.
    fn stop(&mut self) -> Option<Stop> {
        None
    }

    /// Receives the progress of the run.
    fn progress(&mut self, _progress: &Progress) {}

    /// Receives output of the programs: whole lines, or the beginning of one.
    ///
    /// # Errors
    /// When it cannot be written; the program gets an error.
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) -> io::Result<Output> {
        Ok(Output::Kept)
    }

    /// Returns the next piece of the standard input of rank 0; empty at its end, or if none comes before the run is stopped.
    fn input(&mut self, _until: Option<Instant>) -> Vec<u8> {
        Vec::new()
    }

    /// Called before a build that takes seconds; the cache keeps its result for the next run.
    fn building(&mut self, _what: &str) {}

    /// Shows a message to the user while the run goes on.
    fn tell(&mut self, _text: &str) {}
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
