//! The slowdown of the simulation by a trace: a token goes round four cores, a million messages, with a trace in each format and without.

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::json;
use weft_report::table::{self, left, right};
use weft_run::{Recordings, RunSpec};
use weft_trace::otf2;

use super::{median, run};
use crate::arguments::bench::BenchArguments;
use crate::files::write_record;
use crate::terminal::print;

/// Messages of a run, and of a quick one.
const MESSAGES: u64 = 1_000_000;
const QUICK_MESSAGES: u64 = 100_000;

/// The trace's file name, and the name of its format in the table.
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
    /// `seconds` over that of the run without a trace.
    times: f64,
}

/// Carries out `weft bench trace`.
///
/// # Errors
/// When the program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let messages = match arguments.quick {
        true => QUICK_MESSAGES,
        false => MESSAGES,
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
        let measure = |_| seconds(file, messages);
        let seconds = median(arguments.quick, measure, |seconds| *seconds)?;
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
    let figures = json!({ "messages": messages, "rows": rows });
    write_record(arguments.json.as_deref(), "weft-bench-trace/1", &figures)
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
