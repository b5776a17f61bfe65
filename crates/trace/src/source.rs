//! The interface of readers of traces: one event at a time.

use crate::error::Result;
use crate::event::{Definitions, Event};

/// A trace being read.
pub trait Source {
    /// Returns the definitions that the events refer to.
    fn definitions(&self) -> &Definitions;

    /// Returns the next event, in the order of time; None after the last.
    ///
    /// # Errors
    /// When the file cannot be read, or breaks an invariant of traces.
    fn next(&mut self) -> Result<Option<Event>>;

    /// Returns the end of the trace, in ticks; valid after the last event.
    fn end(&self) -> u64;
}
