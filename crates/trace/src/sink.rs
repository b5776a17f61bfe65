//! Where a trace is written, event by event.

use crate::error::Result;
use crate::event::Event;

/// Bytes that are written to a file at once.
pub(crate) const WRITTEN_AT_ONCE: usize = 1 << 18;

/// A trace being written.
pub trait Sink {
    /// Writes an event; they come in the order of time, and a location's regions are left in the opposite order of their entering.
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
