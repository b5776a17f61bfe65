//! The critical path: the chain of work that determines the length of the run.
//!
//! It is followed backwards from the location that ends last. Where a location has waited, the path continues at the location that it
//! waited for, at the moment that ended the wait. Work off the path does not lengthen the run.

use super::stack::Slice;
use super::waits::Bond;
use serde::Serialize;
use std::collections::HashMap;

/// The path, in the order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CriticalPath {
    pub segments: Vec<Segment>,
    /// Ticks of the path in each region of each location, as far as attributed; None: outside of all regions.
    pub regions: HashMap<(usize, Option<u32>), u64>,
}

/// A piece of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Segment {
    pub location: usize,
    pub from: u64,
    pub to: u64,
}

impl CriticalPath {
    /// Follows the bonds back from the location with the latest event.
    pub fn find(bonds: &[Bond], last_event: &[u64], end: u64) -> CriticalPath {
        let mut sorted: Vec<Vec<Bond>> = vec![Vec::new(); last_event.len()];
        for bond in bonds {
            sorted[bond.location].push(*bond);
        }
        for bonds in &mut sorted {
            bonds.sort_by_key(|bond| (bond.end, bond.cause));
        }
        let latest = (0..last_event.len())
            .max_by_key(|&location| (last_event[location], std::cmp::Reverse(location)));
        let mut path = CriticalPath::default();
        let mut place = latest.map(|location| (location, end));
        while let Some((location, time)) = place {
            let before = sorted[location].partition_point(|bond| bond.end <= time);
            let bond = before.checked_sub(1).map(|index| sorted[location][index]);
            path.segments.push(Segment {
                location,
                from: bond.map_or(0, |bond| bond.cause),
                to: time,
            });
            place = bond.map(|bond| (bond.late, bond.cause));
        }
        path.segments.retain(|segment| segment.from < segment.to);
        path.segments.reverse();
        path
    }

    /// Counts the part of a slice that is on the path.
    pub fn attribute(&mut self, slice: &Slice) {
        let segments = &self.segments;
        let first = segments.partition_point(|segment| segment.to <= slice.from);
        let near = segments[first..].iter();
        let near = near.take_while(|segment| segment.from < slice.to);
        let here = near.filter(|segment| segment.location == slice.location);
        let ticks = here.map(|part| part.to.min(slice.to) - part.from.max(slice.from));
        let ticks: u64 = ticks.sum();
        if ticks > 0 {
            let key = (slice.location, slice.innermost());
            *self.regions.entry(key).or_default() += ticks;
        }
    }
}
