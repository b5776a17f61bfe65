//! The cost of a message between processes of this machine by its size: `weft bench library --platform host`.

use std::collections::BTreeSet;

use anyhow::Result;
use serde_json::{json, Map};
use weft_explore::measurements::{Measurement, Measurements};
use weft_explore::paper::Paper;
use weft_report::table::{right, Table};
use weft_run::{PlatformSpec, RunSpec};

use super::library::{record, sizes, WAYS};
use super::run;
use super::spread::Spread;
use crate::arguments::bench::BenchArguments;
use crate::files::write_record;
use crate::terminal::print;

/// The longest message, in bytes.
const LONGEST: u64 = 65_536;
const QUICK_LONGEST: u64 = 1_024;
/// The processors from which on several pairs are measured as well. With fewer, the processes of two pairs wait for a processor.
const FOR_PAIRS: usize = 4;

/// Measures and prints: a row for each number of bytes, a column for each kind of transfer.
///
/// # Errors
/// When the program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let processors = std::thread::available_parallelism()?.get();
    let longest = if arguments.quick {
        QUICK_LONGEST
    } else {
        LONGEST
    };
    let mut measured = Measurements::default();
    measured.add(PlatformSpec::HOST, measure(2, longest)?);
    if processors >= FOR_PAIRS {
        measured.add(PlatformSpec::HOST, measure(processors / 2 * 2, longest)?);
    }
    let mut ways: Vec<&str> = WAYS.into_iter().map(|(way, _)| way).collect();
    ways.retain(|way| !sizes(way, &measured).is_empty());
    print(&format!(
        "Nanoseconds between processes of a machine with {processors} processors, by its clock.\nEach cell is {}.\n\n{}\n",
        Spread::LEGEND,
        table(&ways, &measured)
    ))?;
    let of = |way: &&str| {
        (
            (*way).to_owned(),
            record(way, PlatformSpec::HOST, &measured),
        )
    };
    let nanoseconds = Map::from_iter(ways.iter().map(of));
    let figures = json!({ "processors": processors, "nanoseconds": nanoseconds });
    write_record(
        arguments.json.as_deref(),
        "weft-bench-library-host/1",
        &figures,
    )
}

/// The figures of one run with this number of ranks.
fn measure(ranks: usize, longest: u64) -> Result<Vec<Measurement>> {
    let program = Paper::measurements()?.join("library/latency.c");
    let mut spec = RunSpec::of([program]);
    spec.platform.name = PlatformSpec::HOST.to_owned();
    spec.build.define.push(format!("LARGEST={longest}"));
    spec.ranks = Some(ranks);
    let reports = run(&spec)?.reports;
    let figures = reports
        .iter()
        .map(|figure| (figure.case(), figure.value.as_f64()));
    Ok(figures.collect())
}

fn table(ways: &[&str], measured: &Measurements) -> String {
    let mut table = Table::new(["bytes"].into_iter().chain(ways.iter().copied()).map(right));
    for bytes in ways
        .iter()
        .flat_map(|way| sizes(way, measured))
        .collect::<BTreeSet<_>>()
    {
        let cells = ways
            .iter()
            .map(|way| Spread::of(measured, PlatformSpec::HOST, way, bytes));
        let cells = cells.map(|spread| spread.map_or("-".to_owned(), |it| it.to_string()));
        table.row([bytes.to_string()].into_iter().chain(cells).collect());
    }
    table.markdown()
}
