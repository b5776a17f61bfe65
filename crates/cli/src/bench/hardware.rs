//! What communication costs on `asip8`, measured by compiled programs, beside what was published of the chip it models:
//! H. Xiao et al., "Optimized Communication and Synchronization for Embedded Multiprocessors Using ASIP Methodology",
//! 2012, sections 4.4, 4.5 and 5.1.

use anyhow::{Context, Result};
use serde::Serialize;
use weft_run::RunSpec;

use super::run;
use crate::arguments::experiment::BenchArguments;
use crate::files::write_json;
use crate::measurements::Measurements;
use crate::terminal::print;

/// A published figure in cycles.
struct Published {
    id: &'static str,
    what: &'static str,
    /// The words of the program's line that name the case.
    case: &'static str,
    /// Cycles of the measured time that are not part of the figure.
    less: u64,
    cycles: u64,
    /// The range in which the modelled mechanism should land, if the source states the conditions.
    faithful: Option<[u64; 2]>,
}

const PUBLISHED: [Published; 9] = [
    exact(
        "sync-request",
        "request to the synchronization controller answered",
        "sync",
        3,
    ),
    Published {
        less: 16,
        ..exact("set-up", "set-up of a block transfer", "transfer 16", 2)
    },
    exact(
        "transfer-16",
        "transfer of 16 words: N + 2N/16",
        "transfer 16",
        18,
    ),
    exact("transfer-64", "transfer of 64 words", "transfer 64", 72),
    exact(
        "transfer-4096",
        "transfer of 4,096 words",
        "transfer 4096",
        4608,
    ),
    message(
        "mpi-4",
        "MPI_Send to MPI_Recv, 4 bytes, constant arguments",
        "latency 4 constant",
        14,
        Some([10, 18]),
    ),
    message(
        "mpi-4-run-time",
        "the same, arguments known at run time",
        "latency 4 run-time",
        14,
        None,
    ),
    message(
        "mpi-16k",
        "MPI_Send to MPI_Recv, 16 KiB, constant arguments",
        "latency 16384 constant",
        4662,
        WITHIN_3_PERCENT,
    ),
    message(
        "mpi-16k-run-time",
        "the same, arguments known at run time",
        "latency 16384 run-time",
        4662,
        WITHIN_3_PERCENT,
    ),
];

/// The first two lines of the table, which is in Markdown.
const HEADING: &str =
    "| cycles on asip8 | published | measured | faithful range | |\n|---|---|---|---|---|\n";

/// Of 4,662 cycles.
const WITHIN_3_PERCENT: Option<[u64; 2]> = Some([4523, 4801]);

const fn exact(id: &'static str, what: &'static str, case: &'static str, cycles: u64) -> Published {
    Published {
        id,
        what,
        case,
        less: 0,
        cycles,
        faithful: Some([cycles, cycles]),
    }
}

const fn message(
    id: &'static str,
    what: &'static str,
    case: &'static str,
    cycles: u64,
    faithful: Option<[u64; 2]>,
) -> Published {
    Published {
        id,
        what,
        case,
        less: 0,
        cycles,
        faithful,
    }
}

/// A published figure and the one measured.
#[derive(Serialize)]
pub struct Row {
    /// The figure's name for programs.
    pub id: &'static str,
    what: &'static str,
    unit: &'static str,
    published: u64,
    /// Cycles.
    pub measured: u64,
    faithful: Option<[u64; 2]>,
}

#[derive(Serialize)]
struct Figures {
    schema: &'static str,
    weft: &'static str,
    rows: Vec<Row>,
}

/// Carries out `weft bench hardware`.
///
/// # Errors
/// When a program does not build or run, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let rows = rows("asip8")?;
    let lines: String = rows.iter().map(line).collect();
    print(&format!("{HEADING}{lines}"))?;
    let figures = Figures {
        schema: "weft-bench-hardware/1",
        weft: env!("CARGO_PKG_VERSION"),
        rows,
    };
    write_json(arguments.json.as_deref(), &figures)
}

/// The published figures, and those measured on a platform, given by its name or file.
///
/// # Errors
/// When a program does not build or run.
pub fn rows(platform: &str) -> Result<Vec<Row>> {
    let measurements = measurements(platform)?;
    PUBLISHED
        .iter()
        .map(|published| row(published, &measurements))
        .collect()
}

fn measurements(platform: &str) -> Result<Measurements> {
    let mut measurements = Measurements::default();
    for application in ["measure/measure.c", "transfer/transfer.c"] {
        let spec = RunSpec {
            platform: platform.into(),
            ranks: Some(2),
            ..RunSpec::of_application([application])?
        };
        measurements.add("", &run(&spec)?.stdout);
    }
    Ok(measurements)
}

fn row(published: &Published, measurements: &Measurements) -> Result<Row> {
    let Published {
        id,
        what,
        case,
        less,
        cycles,
        faithful,
    } = *published;
    let measured = measurements
        .get(case)
        .with_context(|| format!("no program has printed a line for `{case}`"))?;
    let measured = (measured as u64).saturating_sub(less);
    Ok(Row {
        id,
        what,
        unit: "cycles",
        published: cycles,
        measured,
        faithful,
    })
}

fn line(row: &Row) -> String {
    let Row {
        what,
        published,
        measured,
        ..
    } = row;
    let range = row.faithful.map_or_else(
        || "not stated".to_string(),
        |[low, high]| format!("{low} to {high}"),
    );
    format!(
        "| {what} | {published} | {measured} | {range} | {} |\n",
        verdict(row)
    )
}

fn verdict(row: &Row) -> &'static str {
    match row.faithful {
        None => "",
        Some([low, _]) if row.measured < low => "better",
        Some([_, high]) if row.measured > high => "outside",
        Some(_) => "within",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_held_against_its_range() {
        let row = |measured| Row {
            id: "",
            what: "",
            unit: "",
            published: 14,
            measured,
            faithful: Some([10, 18]),
        };
        assert_eq!(
            [9, 10, 18, 19].map(|measured| verdict(&row(measured))),
            ["better", "within", "within", "outside"]
        );
    }
}
