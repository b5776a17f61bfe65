//! The cost of a message between processes of this machine by its size: `weft bench library --platform host`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use anyhow::{bail, Result};
use serde::Serialize;
use serde_json::json;
use weft_explore::paper::Paper;
use weft_report::table::{right, Table};
use weft_run::{PlatformSpec, RunSpec};

use super::library::WAYS;
use super::run;
use crate::arguments::bench::BenchArguments;
use crate::files::write_record;
use crate::terminal::print;

/// The longest message, in bytes.
const LONGEST: u64 = 65_536;
const QUICK_LONGEST: u64 = 1_024;
/// The processors from which on several pairs are measured as well. With fewer, the processes of two pairs wait for a processor.
const FOR_PAIRS: usize = 4;

/// Nanoseconds of one size and kind of transfer.
#[derive(Clone, Copy, Default, Serialize)]
struct Spread {
    /// The 10th percentile.
    tenth: f64,
    median: f64,
    /// The 90th percentile.
    nine_tenths: f64,
}

/// By kind of transfer and number of bytes.
type Measured = BTreeMap<String, BTreeMap<u64, Spread>>;

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
    let mut measured = measure(2, longest)?;
    if processors >= FOR_PAIRS {
        measured.extend(measure(processors / 2 * 2, longest)?);
    }
    print(&format!(
        "Nanoseconds between processes of a machine with {processors} processors, by its clock: the median and, in parentheses, what a\n\
         tenth of the repetitions do not exceed and what all but a tenth do not\n\n{}\n",
        table(&measured)
    ))?;
    let figures = json!({ "processors": processors, "nanoseconds": measured });
    write_record(
        arguments.json.as_deref(),
        "weft-bench-library-host/1",
        &figures,
    )
}

/// The figures of one run with this number of ranks.
fn measure(ranks: usize, longest: u64) -> Result<Measured> {
    let program = Paper::measurements()?.join("library/processes.c");
    let mut spec = RunSpec::of([program]);
    spec.platform.name = PlatformSpec::HOST.to_owned();
    spec.build.define.push(format!("LARGEST={longest}"));
    spec.ranks = Some(ranks);
    let mut measured = Measured::new();
    for figure in run(&spec)?.reports {
        let case = figure.case();
        let words: Vec<&str> = case.split(' ').collect();
        let [way, bytes, part] = words[..] else {
            bail!("a figure of another kind: {case}")
        };
        let sizes = measured.entry(way.to_owned()).or_default();
        let spread: &mut Spread = sizes.entry(bytes.parse()?).or_default();
        *match part {
            "tenth" => &mut spread.tenth,
            "median" => &mut spread.median,
            _ => &mut spread.nine_tenths,
        } = figure.value.as_f64();
    }
    Ok(measured)
}

fn table(measured: &Measured) -> String {
    let ways = WAYS.map(|(way, _)| way);
    let ways: Vec<&str> = ways
        .into_iter()
        .filter(|way| measured.contains_key(*way))
        .collect();
    let mut table = Table::new(["bytes"].into_iter().chain(ways.iter().copied()).map(right));
    let sizes = measured.values().flat_map(BTreeMap::keys);
    for bytes in sizes.collect::<BTreeSet<_>>() {
        let cells = ways.iter().map(|way| measured[*way][bytes].to_string());
        table.row([bytes.to_string()].into_iter().chain(cells).collect());
    }
    table.markdown()
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} ({} to {})",
            self.median, self.tenth, self.nine_tenths
        )
    }
}
