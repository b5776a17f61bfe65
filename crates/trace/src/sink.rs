//! The interface of writers of traces: one event at a time.

use crate::error::Result;
use crate::event::Event;

/// Number of bytes that are written to a file at once.
pub(crate) const WRITTEN_AT_ONCE: usize = 1 << 18;

/// A trace being written.
pub trait Sink {
    /// Writes an event. Events come in the order of time, and a location leaves its regions in the opposite order of entering them.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn event(&mut self, event: &Event) -> Result<()>;

    /// Completes the trace, which ends at `end` ticks.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn finish(self: Box<Self>, end: u64) -> Result<()>;
}
