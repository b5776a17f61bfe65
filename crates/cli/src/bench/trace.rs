//! What a trace costs the simulation: a token that goes round four cores, a million messages, with a trace in each format and without one.

use anyhow::{Context, Result};
use serde::Serialize;
use weft_report::table::{self, left, right};
use weft_run::{Recordings, RunSpec};
use weft_trace::otf2;

use super::{run, speed};
use crate::arguments::bench::BenchArguments;
use crate::files::write_json;
use crate::terminal::print;

/// Messages of a run, and of a quick one.
const MESSAGES: u64 = 1_000_000;
const QUICK_MESSAGES: u64 = 100_000;

/// The trace's name, and what people call its format.
const FORMATS: [(Option<&str>, &str); 4] = [
    (None, "no trace"),
    (Some("run.csv"), "a table"),
    (Some("run.perfetto-trace"), "for Perfetto"),
    (Some("run.otf2"), "OTF2"),
];

/// The figures of one format.
#[derive(Serialize)]
struct Row {
    format: &'static str,
    /// Time of the simulation on this machine.
    seconds: f64,
    /// The same over that of the run without a trace.
    times: f64,
}

#[derive(Serialize)]
struct Figures {
    schema: &'static str,
    weft: &'static str,
    messages: u64,
    rows: Vec<Row>,
}

/// Carries out `weft bench trace`.
///
/// # Errors
/// When the program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let messages = if arguments.quick {
        QUICK_MESSAGES
    } else {
        MESSAGES
    };
    let heading = format!("{messages} messages of 4 bytes round 4 cores");
    let columns = [
        left(heading).at_least(50),
        right("seconds").at_least(9),
        right("of those alone"),
    ];
    print(&table::heading(&columns))?;
    let mut rows: Vec<Row> = Vec::new();
    for (file, format) in FORMATS {
        if format == "OTF2" && !otf2::IS_THERE {
            continue;
        }
        let seconds = median(file, messages, arguments.quick)?;
        let alone = rows.first().map_or(seconds, |row| row.seconds);
        let times = seconds / alone;
        let [took, ratio] = [seconds, times].map(|value| format!("{value:.2}"));
        print(&table::line(&columns, &[format, &took, &ratio]))?;
        rows.push(Row {
            format,
            seconds,
            times,
        });
    }
    let figures = Figures {
        schema: "weft-bench-trace/1",
        weft: env!("CARGO_PKG_VERSION"),
        messages,
        rows,
    };
    write_json(arguments.json.as_deref(), &figures)
}

fn median(trace: Option<&str>, messages: u64, quick: bool) -> Result<f64> {
    let runs = if quick { 1 } else { speed::RUNS };
    let seconds = (0..runs).map(|_| seconds(trace, messages));
    let mut seconds = seconds.collect::<Result<Vec<f64>>>()?;
    seconds.sort_by(f64::total_cmp);
    Ok(seconds[runs / 2])
}

/// Time of one simulation.
fn seconds(trace: Option<&str>, messages: u64) -> Result<f64> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let spec = RunSpec {
        ranks: Some(4),
        arguments: vec![messages.to_string()],
        record: Recordings {
            trace: trace.map(|file| folder.path().join(file)),
            ..Recordings::default()
        },
        ..RunSpec::of_application(["ring/ring.c"])?
    };
    Ok(run(&spec)?.facts()?.seconds)
}
