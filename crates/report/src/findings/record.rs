//! The findings for programs.

use super::{functions, load_balance, on_path};
use serde::Serialize;
use weft_trace::analysis::{Analysis, LocationTime, Traffic, WaitKind};

/// Everything, by name. Times are ticks.
#[derive(Serialize)]
pub struct TraceRecord<'a> {
    program: &'a str,
    ticks_per_second: u64,
    /// The length of the run.
    ticks: u64,
    load_balance: f64,
    locations: Vec<Location<'a>>,
    functions: Vec<Function<'a>>,
    /// `from` and `to` are indices of locations.
    traffic: &'a Traffic,
    waits: Vec<Wait>,
    critical_path: Vec<Piece<'a>>,
}

#[derive(Serialize)]
struct Location<'a> {
    name: &'a str,
    rank: Option<u32>,
    #[serde(flatten)]
    time: &'a LocationTime,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    role: &'static str,
    calls: u64,
    with_called: u64,
    /// By location.
    own: Vec<u64>,
}

#[derive(Serialize)]
struct Wait {
    kind: WaitKind,
    waiting: usize,
    late: usize,
    times: u64,
    ticks: u64,
}

#[derive(Serialize)]
struct Piece<'a> {
    location: usize,
    function: Option<&'a str>,
    ticks: u64,
}

impl<'a> TraceRecord<'a> {
    /// The record of what was found.
    pub fn of(analysis: &'a Analysis) -> TraceRecord<'a> {
        let definitions = &analysis.definitions;
        let locations = definitions.locations.iter().zip(&analysis.locations);
        TraceRecord {
            program: &definitions.program,
            ticks_per_second: definitions.ticks_per_second,
            ticks: analysis.end,
            load_balance: load_balance(&analysis.locations),
            locations: locations
                .map(|(location, time)| Location {
                    name: &location.name,
                    rank: location.rank,
                    time,
                })
                .collect(),
            functions: functions(analysis)
                .into_iter()
                .map(|function| Function {
                    name: function.name,
                    role: function.role.word(),
                    calls: function.calls,
                    with_called: function.with_called,
                    own: function.own,
                })
                .collect(),
            traffic: &analysis.traffic,
            waits: waits(analysis),
            critical_path: on_path(analysis)
                .into_iter()
                .map(|(location, function, ticks)| Piece {
                    location,
                    function,
                    ticks,
                })
                .collect(),
        }
    }

    /// The record as JSON, with a line end.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a record is text and numbers");
        text + "\n"
    }
}

fn waits(analysis: &Analysis) -> Vec<Wait> {
    let waits = analysis.waits.iter();
    waits
        .map(|wait| Wait {
            kind: wait.kind,
            waiting: wait.waiting,
            late: wait.late,
            times: wait.times,
            ticks: wait.ticks,
        })
        .collect()
}
