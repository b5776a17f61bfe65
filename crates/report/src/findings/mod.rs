//! The findings in a trace: as text, as JSON, and as an HTML page with pictures.

mod page;
mod record;
mod text;

pub use page::page;
pub use record::TraceRecord;
pub use text::text;

use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use weft_trace::analysis::{Analysis, LocationTime};

/// The time of a region at all locations.
#[derive(Serialize)]
struct FunctionTime<'a> {
    name: &'a str,
    role: &'static str,
    calls: u64,
    with_called: u64,
    /// Own time in ticks, by location.
    own: Vec<u64>,
}

/// The time on the critical path of a region at a location.
#[derive(Serialize)]
struct Piece<'a> {
    location: usize,
    /// None outside all regions.
    function: Option<&'a str>,
    ticks: u64,
}

impl FunctionTime<'_> {
    fn total(&self) -> u64 {
        self.own.iter().sum()
    }
}

/// Returns the regions, sorted by their own time summed over all locations, largest first.
fn functions(analysis: &Analysis) -> Vec<FunctionTime<'_>> {
    let mut sums: BTreeMap<u32, FunctionTime<'_>> = BTreeMap::new();
    for time in &analysis.regions {
        let region = &analysis.definitions.regions[time.region as usize];
        let sum = sums.entry(time.region).or_insert_with(|| FunctionTime {
            name: &region.name,
            role: region.role.word(),
            calls: 0,
            with_called: 0,
            own: vec![0; analysis.locations.len()],
        });
        sum.calls += time.calls;
        sum.with_called += time.with_called;
        sum.own[time.location] += time.own;
    }
    let mut functions: Vec<_> = sums.into_values().collect();
    functions.sort_by_key(|function| Reverse(function.total()));
    functions
}

/// Returns the load balance: the mean of the locations' computing times divided by the longest; 1 is perfect balance.
fn load_balance(locations: &[LocationTime]) -> f64 {
    let computing = locations.iter().map(|time| time.computing);
    let sum: u64 = computing.clone().sum();
    match computing.max() {
        None | Some(0) => 1.0,
        Some(longest) => sum as f64 / locations.len() as f64 / longest as f64,
    }
}

/// Returns the time on the critical path by location and region, largest first.
fn on_path(analysis: &Analysis) -> Vec<Piece<'_>> {
    let name = |region: u32| analysis.definitions.regions[region as usize].name.as_str();
    let pieces = analysis.path.regions.iter();
    let pieces = pieces.map(|(&(location, region), &ticks)| Piece {
        location,
        function: region.map(name),
        ticks,
    });
    let mut pieces: Vec<_> = pieces.collect();
    pieces.sort_by_key(|piece| (Reverse(piece.ticks), piece.location, piece.function));
    pieces
}
