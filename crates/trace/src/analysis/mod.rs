//! Analyses a trace: time per region, messages between locations, waits for other locations, and the critical path.
//!
//! Two walks over the trace. The first finds times, messages and waits; the second, knowing the end, the share of each function in the
//! critical path, and what the picture of the run shows. No events are kept, only the event that ended each wait.

mod completion;
mod path;
mod stack;
mod timeline;
mod times;
mod waits;

pub use path::{CriticalPath, Segment};
pub use timeline::{Arrow, Run, Timeline};
pub use times::{LocationTime, RegionTime};
pub use waits::{WaitKind, WaitSum};

use crate::error::Result;
use crate::event::{Definitions, Kind};
use crate::source::Source;
use serde::Serialize;
use stack::{Slice, Stacks};
use timeline::TimelineBuilder;
use times::Times;
use waits::Waits;

/// The results of an analysis.
pub struct Analysis {
    pub definitions: Definitions,
    /// The length of the run, in ticks.
    pub end: u64,
    /// In the order of the locations.
    pub locations: Vec<LocationTime>,
    /// Those with the most time of their own first.
    pub regions: Vec<RegionTime>,
    pub traffic: Traffic,
    /// Those that cost the most first.
    pub waits: Vec<WaitSum>,
    pub path: CriticalPath,
    pub timeline: Timeline,
}

/// Messages and bytes from each location to each other one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Traffic {
    /// `messages[from][to]`.
    pub messages: Vec<Vec<u64>>,
    /// `bytes[from][to]`.
    pub bytes: Vec<Vec<u64>>,
}

impl Traffic {
    fn new(locations: usize) -> Traffic {
        let nothing = vec![vec![0; locations]; locations];
        Traffic {
            messages: nothing.clone(),
            bytes: nothing,
        }
    }

    fn add(&mut self, from: usize, to: usize, bytes: u64) {
        self.messages[from][to] += 1;
        let sum = &mut self.bytes[from][to];
        *sum = sum.saturating_add(bytes);
    }

    /// Returns the total numbers of messages and bytes.
    pub fn total(&self) -> (u64, u64) {
        let sum = |table: &[Vec<u64>]| {
            table
                .iter()
                .flatten()
                .fold(0, |sum: u64, it| sum.saturating_add(*it))
        };
        (sum(&self.messages), sum(&self.bytes))
    }
}

/// Analyses the trace that `open` opens; it is read twice.
///
/// # Errors
/// When it cannot be read.
pub fn analyse(open: impl Fn() -> Result<Box<dyn Source>>) -> Result<Analysis> {
    let mut source = open()?;
    let definitions = source.definitions().clone();
    let locations = definitions.locations.len();
    let mut times = Times::new(&definitions);
    let mut waits = Waits::new(&definitions);
    let mut traffic = Traffic::new(locations);
    let mut stacks = Stacks::new(locations);
    let mut last_event = vec![0; locations];
    while let Some(event) = source.next()? {
        let location = event.location as usize;
        if let Some(slice) = stacks.pass(&event)? {
            times.add(&slice);
        }
        if let Kind::Send(message) = event.kind {
            if let Some(to) = location_of(&definitions, message.peer) {
                traffic.add(location, to, message.bytes);
            }
        }
        times.count(&event);
        waits.pass(&event);
        if !matches!(event.kind, Kind::Metric { .. }) {
            last_event[location] = event.time;
        }
    }
    waits.finish();
    let end = source.end();
    stacks.finish(end).for_each(|slice| times.add(&slice));
    let path = CriticalPath::find(&waits.bonds, &last_event, end);
    let (path, timeline) = second_walk(open()?.as_mut(), end, path, waits.arrows())?;
    Ok(Analysis {
        end,
        locations: times.locations(),
        regions: times.regions(),
        traffic,
        waits: waits.sums(),
        path,
        timeline,
        definitions,
    })
}

/// Makes the second walk: finds what is on the critical path, and what is drawn.
fn second_walk(
    source: &mut dyn Source,
    end: u64,
    mut path: CriticalPath,
    arrows: Vec<Arrow>,
) -> Result<(CriticalPath, Timeline)> {
    let locations = source.definitions().locations.len();
    let mut stacks = Stacks::new(locations);
    let mut timeline = TimelineBuilder::new(locations, end);
    let mut add = |slice: Slice| {
        path.attribute(&slice);
        timeline.add(&slice);
    };
    while let Some(event) = source.next()? {
        stacks.pass(&event)?.into_iter().for_each(&mut add);
    }
    stacks.finish(end).for_each(add);
    let timeline = timeline.finish(&path.segments, arrows);
    Ok((path, timeline))
}

/// Returns the location of a rank.
fn location_of(definitions: &Definitions, rank: u32) -> Option<usize> {
    let mut locations = definitions.locations.iter();
    locations.position(|location| location.rank == Some(rank))
}
