//! Where a trace is read from, event by event.

use crate::error::Result;
use crate::event::{Definitions, Event};

/// A trace being read.
pub trait Source {
    /// What the events refer to.
    fn definitions(&self) -> &Definitions;

    /// The next event, in the order of time; None behind the last.
    ///
    /// # Errors
    /// When the file cannot be read, or says what cannot be.
    fn next(&mut self) -> Result<Option<Event>>;

    /// When the trace ends, in ticks; known behind the last event.
    fn end(&self) -> u64;
}
