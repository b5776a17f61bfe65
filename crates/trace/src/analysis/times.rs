//! Time per region, exclusive and inclusive of calls, and per location, inside and outside MPI.

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
    /// For each location the time in all regions and in none, and that in regions of MPI.
    all: Vec<u64>,
    in_mpi: Vec<u64>,
    /// Is each region one of MPI?
    is_mpi: Vec<bool>,
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
    pub fn new(definitions: &Definitions) -> Times {
        let nothing = vec![0; definitions.locations.len()];
        let regions = definitions.regions.iter();
        Times {
            regions: HashMap::new(),
            outside: nothing.clone(),
            all: nothing.clone(),
            in_mpi: nothing,
            is_mpi: regions.map(|region| region.role == Role::Mpi).collect(),
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
        // A region that is nested in itself (recursion) counts once.
        for &region in slice.regions.iter().collect::<BTreeSet<_>>() {
            self.region(slice.location, region).with_called += length;
        }
        self.all[slice.location] += length;
        if slice
            .regions
            .iter()
            .any(|region| self.is_mpi[*region as usize])
        {
            self.in_mpi[slice.location] += length;
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

    /// Returns the regions, those with the most own time first.
    pub fn regions(&self) -> Vec<RegionTime> {
        let mut times: Vec<RegionTime> = self.regions.values().cloned().collect();
        times.sort_by_key(|time| (std::cmp::Reverse(time.own), time.location, time.region));
        times
    }

    pub fn locations(&self) -> Vec<LocationTime> {
        let time = |location| {
            let (in_mpi, outside): (u64, u64) = (self.in_mpi[location], self.outside[location]);
            LocationTime {
                computing: self.all[location] - in_mpi - outside,
                in_mpi,
                outside,
            }
        };
        (0..self.all.len()).map(time).collect()
    }
}
