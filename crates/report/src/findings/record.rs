//! The findings for programs.

use super::{functions, load_balance, on_path, FunctionTime, Piece};
use serde::Serialize;
use weft_trace::analysis::{Analysis, LocationTime, Traffic, WaitSum};

/// Everything, by name. Times are ticks.
#[derive(Serialize)]
pub struct TraceRecord<'a> {
    program: &'a str,
    ticks_per_second: u64,
    /// The length of the run.
    ticks: u64,
    load_balance: f64,
    locations: Vec<Location<'a>>,
    functions: Vec<FunctionTime<'a>>,
    /// `from` and `to` are indices of locations.
    traffic: &'a Traffic,
    waits: &'a [WaitSum],
    critical_path: Vec<Piece<'a>>,
}

#[derive(Serialize)]
struct Location<'a> {
    name: &'a str,
    rank: Option<u32>,
    #[serde(flatten)]
    time: &'a LocationTime,
}

impl<'a> TraceRecord<'a> {
    /// The record of what was found.
    pub fn of(analysis: &'a Analysis) -> TraceRecord<'a> {
        let definitions = &analysis.definitions;
        let locations = definitions.locations.iter().zip(&analysis.locations);
        let location = |(location, time): (&'a weft_trace::event::Location, _)| Location {
            name: &location.name,
            rank: location.rank,
            time,
        };
        TraceRecord {
            program: &definitions.program,
            ticks_per_second: definitions.ticks_per_second,
            ticks: analysis.end,
            load_balance: load_balance(&analysis.locations),
            locations: locations.map(location).collect(),
            functions: functions(analysis),
            traffic: &analysis.traffic,
            waits: &analysis.waits,
            critical_path: on_path(analysis),
        }
    }

    /// The record as JSON, with a line end.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a record is text and numbers");
        text + "\n"
    }
}
