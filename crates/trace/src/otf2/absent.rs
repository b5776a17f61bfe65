//! Replaces the writer if weft was built without the OTF2 library.

use crate::error::{Result, TraceError};
use crate::event::{Definitions, Event};
use crate::sink::Sink;
use std::convert::Infallible;
use std::path::Path;

/// A type without values, since this build has no writer.
pub struct Otf2Writer(Infallible);

impl Otf2Writer {
    /// Refuses to create an archive.
    ///
    /// # Errors
    /// Always; the message says how to build weft with OTF2.
    pub fn create(_path: &Path, _definitions: &Definitions) -> Result<Otf2Writer> {
        Err(TraceError::NoOtf2)
    }
}

impl Sink for Otf2Writer {
    fn event(&mut self, _event: &Event) -> Result<()> {
        match self.0 {}
    }

    fn finish(self: Box<Self>, _end: u64) -> Result<()> {
        match self.0 {}
    }
}
