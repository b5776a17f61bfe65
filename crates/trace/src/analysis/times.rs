//! Where time goes: in each region, own and with what it calls, and at each location inside and outside of MPI.

use super::stack::Slice;
use crate::event::{Definitions, Event, Kind, Role};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

/// The times so far.
pub struct Times {
    /// By location and region.
    regions: HashMap<(usize, u32), RegionTime>,
    /// For each location the time outside of all regions.
    outside: Vec<u64>,
    /// For each location the time by the regions' numbers on it, as lists of regions that nest.
    nested: Vec<HashMap<Vec<u32>, u64>>,
}

/// The time of a region at a location.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RegionTime {
    pub location: usize,
    /// Its index in the definitions.
    pub region: u32,
    pub calls: u64,
    /// Ticks in the region itself.
    pub own: u64,
    /// Ticks in it and in what it calls.
    pub with_called: u64,
}

/// The time of a location.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LocationTime {
    /// Ticks in the program's own regions.
    pub computing: u64,
    /// Ticks inside MPI.
    pub in_mpi: u64,
    /// Ticks before the program began and after it ended.
    pub outside: u64,
}

impl Times {
    pub fn new(locations: usize) -> Times {
        Times {
            regions: HashMap::new(),
            outside: vec![0; locations],
            nested: vec![HashMap::new(); locations],
        }
    }

    /// Counts the calls.
    pub fn count(&mut self, event: &Event) {
        if let Kind::Enter { region } = event.kind {
            self.region(event.location as usize, region).calls += 1;
        }
    }

    pub fn add(&mut self, slice: &Slice) {
        let length = slice.length();
        match slice.innermost() {
            None => self.outside[slice.location] += length,
            Some(innermost) => self.region(slice.location, innermost).own += length,
        }
        // A region that is in itself counts once.
        for &region in slice.regions.iter().collect::<BTreeSet<_>>() {
            self.region(slice.location, region).with_called += length;
        }
        let nested = &mut self.nested[slice.location];
        match nested.get_mut(&slice.regions) {
            Some(time) => *time += length,
            None => {
                nested.insert(slice.regions.clone(), length);
            }
        }
    }

    fn region(&mut self, location: usize, region: u32) -> &mut RegionTime {
        let new = || RegionTime {
            location,
            region,
            ..RegionTime::default()
        };
        self.regions.entry((location, region)).or_insert_with(new)
    }

    /// The regions, those with the most own time first.
    pub fn regions(&self) -> Vec<RegionTime> {
        let mut times: Vec<RegionTime> = self.regions.values().cloned().collect();
        times.sort_by_key(|time| (std::cmp::Reverse(time.own), time.location, time.region));
        times
    }

    pub fn locations(&self, definitions: &Definitions) -> Vec<LocationTime> {
        let is_mpi = |region: &u32| definitions.regions[*region as usize].role == Role::Mpi;
        let time = |(nested, &outside): (&HashMap<Vec<u32>, u64>, &u64)| {
            let nested_times = nested.iter();
            let in_mpi = nested_times.filter(|(regions, _)| regions.iter().any(is_mpi));
            let in_mpi = in_mpi.map(|(_, time)| time).sum();
            let all: u64 = nested.values().sum();
            LocationTime {
                computing: all - in_mpi - outside,
                in_mpi,
                outside,
            }
        };
        self.nested.iter().zip(&self.outside).map(time).collect()
    }
}
