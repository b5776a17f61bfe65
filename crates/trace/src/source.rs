//! Where a trace is read from, event by event.

use crate::error::Result;
use crate::event::{Definitions, Event};

/// A trace being read.
pub trait Source {
    /// What the events refer to.
    fn definitions(&self) -> &Definitions;

    /// Returns the next event, in the order of time; None after the last.
    ///
    /// # Errors
    /// When the file cannot be read, or says what cannot be.
    fn next(&mut self) -> Result<Option<Event>>;

    /// Returns the end of the trace, in ticks; known after the last event.
    fn end(&self) -> u64;
}
