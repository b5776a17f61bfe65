//! Checks the invariants of a trace, on which the analysis relies: a clock with a positive frequency, times that do not decrease, and no
//! event after the end.

use std::path::{Path, PathBuf};

use crate::error::{Result, TraceError};
use crate::event::{Definitions, Event};
use crate::source::Source;

/// Maximum number of locations: four times the maximum ranks of a job or cores of a chip.
const MOST_LOCATIONS: usize = 4096;
/// Maximum ticks of a run, 52 days in nanoseconds: sums over all locations then fit in 64 bits, and a browser's doubles hold every tick exactly.
const LONGEST: u64 = 1 << 52;

/// A trace that is checked as it is read.
pub struct Checked<S> {
    source: S,
    path: PathBuf,
    /// Number of events so far, and the time of the last one.
    events: u64,
    latest: u64,
}

impl<S: Source> Checked<S> {
    /// Checks the definitions of what `source` reads from the file at `path`.
    ///
    /// # Errors
    /// When no run can have written them.
    pub fn new(source: S, path: &Path) -> Result<Checked<S>> {
        let definitions = source.definitions();
        let (clock, locations) = (definitions.ticks_per_second, definitions.locations.len());
        let checked = Checked {
            source,
            path: path.to_owned(),
            events: 0,
            latest: 0,
        };
        if clock == 0 {
            return Err(checked.damaged("a clock of 0 ticks a second"));
        }
        if locations > MOST_LOCATIONS {
            let what = format!("{locations} locations, more than any run has ({MOST_LOCATIONS})");
            return Err(checked.damaged(what));
        }
        Ok(checked)
    }

    fn check(&mut self, event: &Event) -> Result<()> {
        let (time, latest) = (event.time, self.latest);
        self.events += 1;
        self.latest = time;
        if time < latest {
            let what = format!("an event at {time} follows one at {latest}; times must not fall");
            return Err(self.damaged(what));
        }
        self.check_length(time)
    }

    fn check_end(&self) -> Result<()> {
        let (end, latest) = (self.source.end(), self.latest);
        if end < latest {
            let what = format!("the trace ends at {end}, before its last event at {latest}");
            return Err(self.damaged(what));
        }
        self.check_length(end)
    }

    fn check_length(&self, time: u64) -> Result<()> {
        if time >= LONGEST {
            return Err(self.damaged(format!("no run takes {time} ticks")));
        }
        Ok(())
    }

    fn damaged(&self, what: impl Into<String>) -> TraceError {
        let place = match self.events {
            0 => "definitions".to_owned(),
            number => format!("event {number}"),
        };
        TraceError::Damaged {
            path: self.path.clone(),
            place,
            what: what.into(),
        }
    }
}

impl<S: Source> Source for Checked<S> {
    fn definitions(&self) -> &Definitions {
        self.source.definitions()
    }

    fn next(&mut self) -> Result<Option<Event>> {
        let event = self.source.next()?;
        match &event {
            Some(event) => self.check(event)?,
            None => self.check_end()?,
        }
        Ok(event)
    }

    fn end(&self) -> u64 {
        self.source.end()
    }
}
