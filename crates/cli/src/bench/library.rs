//! What a message costs on each link of the library, over its size (`bench/library`).

use std::collections::BTreeSet;

use anyhow::{ensure, Result};
use serde_json::{json, Map, Value};
use weft_explore::measurements::Measurements;
use weft_explore::paper::{campaign, Paper};
use weft_report::table::{right, Table};
use weft_run::PlatformSpec;

use super::processes;
use super::spread::Spread;
use crate::arguments::bench::BenchArguments;
use crate::files::write_record;
use crate::paper::{progress::Progress, status};
use crate::terminal::{print, tell};

/// The kinds of transfer that are measured, each with the word with which the names of its cases begin.
pub(super) const WAYS: [(&str, &str); 5] = [
    (
        "early",
        "from the call of MPI_Send to the return of MPI_Recv, which waits",
    ),
    ("request", "the same by MPI_Isend, MPI_Irecv and MPI_Wait"),
    (
        "late",
        "of MPI_Recv alone; the message was sent long before",
    ),
    ("pairs", "as the first, all pairs of cores at the same time"),
    (
        "others",
        "as the first table, between two cores that have received from others",
    ),
];

/// Carries out `weft bench library`: a table for each kind of transfer, a row for each number of bytes, a column for each platform (or
/// for the one that `--platform` names). Returns the exit status; after a failed program or an interrupt no table is printed.
///
/// # Errors
/// When the named platform is not among the measured ones, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<u8> {
    if arguments.platform.as_deref() == Some(PlatformSpec::HOST) {
        processes::bench(arguments)?;
        return Ok(0);
    }
    let links = Paper::read(&Paper::measurements()?, "library")?;
    let mut experiments = links.experiments(arguments.quick)?;
    if let Some(platform) = &arguments.platform {
        experiments.retain(|experiment| experiment.on == *platform);
        ensure!(
            !experiments.is_empty(),
            "there are no messages to measure on {platform}: without --platform the table has all chips that there are, and host has its own"
        );
    }
    let mut on: Vec<String> = Vec::new();
    for experiment in &experiments {
        if !on.contains(&experiment.on) {
            on.push(experiment.on.clone());
        }
    }
    let progress = Progress::new(&experiments)?;
    let findings = campaign::run(experiments, &progress);
    progress.finish();
    let status = status(&findings);
    if status != 0 {
        tell("weft: not all of it could be measured\n");
        return Ok(status);
    }
    let measured = &findings.measurements;
    print(&format!("Each cell is {}.\n\n", Spread::LEGEND))?;
    for (way, what) in WAYS {
        let table = table(way, &on, measured);
        print(&format!("Cycles, {what}\n\n{table}\n"))?;
    }
    let of = |way: &str| {
        on.iter()
            .map(|on| (on.clone(), record(way, on, measured)))
            .collect()
    };
    let ways = WAYS.map(|(way, _)| (way.to_owned(), Value::Object(of(way))));
    let figures = json!({ "cycles": Map::from_iter(ways) });
    write_record(arguments.json.as_deref(), "weft-bench-library/2", &figures)?;
    Ok(status)
}

/// Returns the numbers of bytes for which a kind of transfer was measured, in ascending order.
pub(super) fn sizes(way: &str, measured: &Measurements) -> BTreeSet<u64> {
    measured.labels(&format!("{way} median"))
}

fn table(way: &str, on: &[String], measured: &Measurements) -> String {
    let mut table = Table::new(["bytes"].into_iter().map(right).chain(on.iter().map(right)));
    for bytes in sizes(way, measured) {
        let cells = on.iter().map(|on| Spread::of(measured, on, way, bytes));
        let cells = cells.map(|spread| spread.map_or("-".to_owned(), |it| it.to_string()));
        table.row([bytes.to_string()].into_iter().chain(cells).collect());
    }
    table.markdown()
}

/// What was measured of a kind of transfer on a platform, by number of bytes, for JSON.
pub(super) fn record(way: &str, on: &str, measured: &Measurements) -> Value {
    let of = |bytes: u64| {
        Some((
            bytes.to_string(),
            json!(Spread::of(measured, on, way, bytes)?),
        ))
    };
    Map::from_iter(sizes(way, measured).into_iter().filter_map(of)).into()
}
