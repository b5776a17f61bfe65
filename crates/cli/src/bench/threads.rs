//! The speedup of the simulation by a second thread of this machine: 64 cores of a mesh compute on columns of a plate and exchange the
//! columns at their borders. The table varies the number of points that each core computes between two exchanges.

use std::num::NonZeroUsize;

use anyhow::{ensure, Result};
use serde::Serialize;
use serde_json::json;
use weft_report::json::RunRecord;
use weft_report::table::{self, left, right, Column};
use weft_run::RunSpec;

use super::ratio::{median, Ratio};
use super::run;
use crate::arguments::bench::BenchArguments;
use crate::files::write_record;
use crate::terminal::print;

const CORES: usize = 64;
const CHIP: &str = "mesh256";
/// The number of threads that is compared with one thread.
const THREADS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);
/// Points of a column, and columns of a core in each row of the table.
const POINTS: usize = 128;
const COLUMNS: [usize; 3] = [8, 32, 128];
/// Columns times steps of a core, the same in each row: the least with which the row of most columns makes one step.
const WORK: usize = 128;
/// Pairs of runs of each row.
const PAIRS: usize = 3;

/// The figures of one size.
#[derive(Serialize)]
struct Row {
    /// Points that each core computes between two exchanges.
    points: usize,
    /// Instructions per second of this machine's time.
    one: f64,
    several: f64,
    times: Ratio,
}

/// Carries out `weft bench threads`.
///
/// # Errors
/// When the program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    print(&table::heading(&columns()))?;
    let mut rows = Vec::new();
    for columns in COLUMNS {
        let row = row(columns, arguments.quick)?;
        print(&line(&row))?;
        rows.push(row);
    }
    let figures = json!({ "threads": THREADS, "cores": CORES, "rows": rows });
    write_record(arguments.json.as_deref(), "weft-bench-threads/1", &figures)
}

fn columns() -> [Column; 4] {
    [
        left(format!("M instructions a second, {CORES} cores of {CHIP}")).at_least(50),
        right("1 thread").at_least(10),
        right(format!("{THREADS} threads")).at_least(10),
        right("times as fast"),
    ]
}

fn line(row: &Row) -> String {
    let what = format!("{} points a core and step", row.points);
    let [one, several] = [row.one, row.several].map(|speed| format!("{:.0}", speed / 1e6));
    table::line(&columns(), &[&what, &one, &several, &row.times.to_string()])
}

/// Measures a row: pairs of runs on one thread and on several, in turn.
fn row(columns: usize, quick: bool) -> Result<Row> {
    let pairs = if quick { 1 } else { PAIRS };
    let pairs = (0..pairs)
        .map(|_| pair(columns, WORK / columns))
        .collect::<Result<Vec<_>>>()?;
    Ok(Row {
        points: columns * POINTS,
        one: median(pairs.iter().map(|[one, _]| *one)),
        several: median(pairs.iter().map(|[_, several]| *several)),
        times: Ratio::of(pairs.iter().map(|[one, several]| [*several, *one])),
    })
}

/// The speeds on one thread and on several.
fn pair(columns: usize, steps: usize) -> Result<[f64; 2]> {
    let [one, several] = [None, Some(THREADS)].map(|threads| timing(columns, steps, threads));
    let (one, several) = (one?, several?);
    ensure!(
        one.cycles == several.cycles,
        "the threads change the simulated cycles: {} and {}",
        one.cycles,
        several.cycles
    );
    Ok([one, several].map(|record| record.instructions as f64 / record.seconds))
}

fn timing(columns: usize, steps: usize, threads: Option<NonZeroUsize>) -> Result<RunRecord> {
    let arguments = [CORES * columns, POINTS, steps];
    let spec = RunSpec {
        platform: CHIP.into(),
        ranks: Some(CORES),
        arguments: arguments.map(|it| it.to_string()).into(),
        threads,
        ..RunSpec::of_application(["heat/heat.c"])?
    };
    Ok(run(&spec)?.facts()?.clone())
}
