//! `weft bench --compare OTHER`: two weft commands run the same programs on the same chips, in turn, so that other load on this machine
//! slows both alike. The result is the median of the pairs' ratios, not the ratio of the medians; the spread of the ratios shows how
//! reliable it is.

mod case;
mod timing;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::json;
use weft_report::table::{self, left, right, Column};

use self::case::{cases, Case};
use self::timing::{Bench, Timing};
use super::ratio::{median, Ratio};
use super::share::{self, Share};
use super::speed::Unit;
use crate::arguments::bench::BenchArguments;
use crate::files::write_record;
use crate::terminal::{print, tell};

/// Pairs of runs of each program.
const PAIRS: usize = 5;
const QUICK_PAIRS: usize = 3;

/// The figures of both commands for one program.
#[derive(Serialize)]
struct Row {
    what: &'static str,
    unit: Unit,
    /// Work per second of wall-clock time: the median of the other command's runs, and of this one's.
    other: f64,
    this: f64,
    /// The speed of this command over that of the other.
    ratio: Ratio,
    /// Do both report the same number of cycles of the chip?
    same_cycles: bool,
    /// The least share of translated instructions among the runs of this command.
    translated: Option<Share>,
    /// Is that share required to be nearly 1?
    #[serde(skip)]
    is_judged: bool,
}

/// Carries out `weft bench --compare OTHER` and returns the exit status.
///
/// # Errors
/// When a command fails, or the figures cannot be written.
pub fn bench(other: &Path, arguments: &BenchArguments) -> Result<u8> {
    let this = std::env::current_exe().context("cannot find this command's own file")?;
    let other = weft(other)?;
    let bench = Bench::new()?;
    let pairs = if arguments.quick { QUICK_PAIRS } else { PAIRS };
    print(&table::heading(&columns()))?;
    let mut rows = Vec::new();
    for case in cases(arguments.quick)? {
        let measure = |turn| pair(&bench, &case, [&other, &this], turn);
        // The first pair fills the cache of programs and is not counted.
        measure(0)?;
        let pairs: Vec<[Timing; 2]> = (0..pairs).map(measure).collect::<Result<_>>()?;
        let row = row(&case, &pairs);
        print(&line(&row))?;
        rows.push(row);
    }
    tell_differences(&rows);
    let figures = json!({ "other": other, "rows": rows });
    write_record(arguments.json.as_deref(), "weft-bench-compare/1", &figures)?;
    let judged = rows.iter().filter(|row| row.is_judged);
    let judged = judged.filter_map(|row| Some((row.what, row.translated?)));
    Ok(share::status(judged))
}

/// Returns the absolute path of the other command.
fn weft(path: &Path) -> Result<PathBuf> {
    path.canonicalize().with_context(|| {
        format!(
            "cannot find {}; --compare takes the file of another weft command",
            path.display()
        )
    })
}

/// Runs a program by both commands; the one that ran second in the last turn runs first.
fn pair(bench: &Bench, case: &Case, commands: [&Path; 2], turn: usize) -> Result<[Timing; 2]> {
    let [other, this] = commands;
    let time = |weft| bench.time(weft, case);
    match turn % 2 {
        0 => Ok([time(other)?, time(this)?]),
        _ => {
            let later = time(this)?;
            Ok([time(other)?, later])
        }
    }
}

fn row(case: &Case, pairs: &[[Timing; 2]]) -> Row {
    let work = case.work.unwrap_or(pairs[0][1].instructions) as f64;
    let speed = |which: usize| work / median(pairs.iter().map(|pair| pair[which].seconds));
    let seconds = pairs
        .iter()
        .map(|[other, this]| [other.seconds, this.seconds]);
    Row {
        what: case.what,
        unit: case.unit,
        other: speed(0),
        this: speed(1),
        ratio: Ratio::of(seconds),
        same_cycles: pairs
            .iter()
            .all(|[other, this]| other.cycles == this.cycles),
        translated: least_translated(pairs),
        is_judged: case.is_judged,
    }
}

fn least_translated(pairs: &[[Timing; 2]]) -> Option<Share> {
    let shares = pairs.iter().filter_map(|[_, this]| this.translated);
    shares.min_by(|one, other| one.partial_cmp(other).expect("shares are numbers"))
}

fn columns() -> [Column; 5] {
    [
        left("million a second of this machine's time").at_least(50),
        right("the other").at_least(14),
        right("this one").at_least(14),
        right("times as fast").at_least(22),
        right("translated").at_least(10),
    ]
}

fn line(row: &Row) -> String {
    let [other, this] = [row.other, row.this].map(|speed| row.unit.figure(speed));
    let shown = |share| share::cell(share, row.is_judged);
    let translated = row.translated.map_or("-".to_owned(), shown);
    let ratio = row.ratio.to_string();
    table::line(&columns(), &[row.what, &other, &this, &ratio, &translated])
}

/// Warns of programs for which the two commands count different numbers of cycles: their times may be those of different work.
fn tell_differences(rows: &[Row]) {
    for row in rows.iter().filter(|row| !row.same_cycles) {
        tell(&format!(
            "weft bench: by the other command, `{}` took another number of simulated cycles: its chip or its library is another one\n",
            row.what
        ));
    }
}
