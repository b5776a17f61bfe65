//! The regions that each location is in, and for how long it was in the innermost one.

use crate::error::{Result, TraceError};
use crate::event::{Event, Kind};

/// Maximum nesting of regions. The time of a walk over the trace grows with the nesting.
const DEEPEST: usize = 1 << 14;

/// For each location the regions that it has entered and not left.
pub struct Stacks {
    locations: Vec<Stack>,
}

#[derive(Clone, Default)]
struct Stack {
    regions: Vec<u32>,
    since: u64,
}

/// A piece of time in which a location was in the same regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    pub location: usize,
    pub from: u64,
    pub to: u64,
    /// The regions, outermost first; empty if the location is in none.
    pub regions: Vec<u32>,
}

impl Slice {
    /// Its length in ticks.
    pub fn length(&self) -> u64 {
        self.to - self.from
    }

    /// Returns the innermost region, to whose own time the slice counts.
    pub fn innermost(&self) -> Option<u32> {
        self.regions.last().copied()
    }
}

impl Stacks {
    pub fn new(locations: usize) -> Stacks {
        Stacks {
            locations: vec![Stack::default(); locations],
        }
    }

    /// Processes an event. Returns the slice that it ends, unless its length is zero.
    ///
    /// # Errors
    /// When regions nest deeper than any program's.
    pub fn pass(&mut self, event: &Event) -> Result<Option<Slice>> {
        let (Kind::Enter { region } | Kind::Leave { region }) = event.kind else {
            return Ok(None);
        };
        let slice = self.cut(event.location as usize, event.time);
        let regions = &mut self.locations[event.location as usize].regions;
        if matches!(event.kind, Kind::Enter { .. }) {
            regions.push(region);
        } else if let Some(entered) = regions.iter().rposition(|entered| *entered == region) {
            regions.truncate(entered);
        }
        match regions.len() > DEEPEST {
            true => Err(TraceError::Nested(DEEPEST)),
            false => Ok(slice),
        }
    }

    /// Returns the last slices of a trace that ends at `end`.
    pub fn finish(&mut self, end: u64) -> impl Iterator<Item = Slice> + '_ {
        (0..self.locations.len()).filter_map(move |location| self.cut(location, end))
    }

    fn cut(&mut self, location: usize, time: u64) -> Option<Slice> {
        let stack = &mut self.locations[location];
        let from = stack.since;
        stack.since = time.max(from);
        (from < time).then(|| Slice {
            location,
            from,
            to: time,
            regions: stack.regions.clone(),
        })
    }
}
