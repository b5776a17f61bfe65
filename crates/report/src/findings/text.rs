//! The findings for the terminal.

use super::{functions, load_balance, on_path};
use crate::summary::quantity::{bytes, seconds, separated};
use crate::table::{left, right, Column, Table};
use weft_trace::analysis::{Analysis, WaitKind};

/// Maximum number of rows of the sorted tables.
const ROWS: usize = 10;
/// Maximum number of locations with a column of their own.
const COLUMNS: usize = 16;

/// Returns all findings as text; a table takes about a screen.
pub fn text(analysis: &Analysis) -> String {
    let parts = [
        head(analysis),
        locations(analysis),
        functions_table(analysis),
        messages(analysis),
        waits(analysis),
        path(analysis),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

fn head(analysis: &Analysis) -> String {
    let (messages, all_bytes) = analysis.traffic.total();
    format!(
        "{}: {} at {} locations, {} messages with {}\nload balance {:.2} (mean time computing over the longest)\n",
        analysis.definitions.program,
        time(analysis, analysis.end),
        analysis.locations.len(),
        separated(messages),
        bytes(all_bytes),
        load_balance(&analysis.locations),
    )
}

fn locations(analysis: &Analysis) -> String {
    let mut table = Table::new([
        left("location"),
        right("computing"),
        right("in MPI"),
        right("outside"),
    ]);
    let locations = analysis.definitions.locations.iter();
    for (location, times) in locations.zip(&analysis.locations) {
        let share = |ticks| share(ticks, analysis.end);
        table.row(vec![
            location.name.clone(),
            share(times.computing),
            share(times.in_mpi),
            share(times.outside),
        ]);
    }
    table.text()
}

fn functions_table(analysis: &Analysis) -> String {
    let columns = [left("own time in %"), right("calls"), right("all")];
    let mut table = by_location(columns, analysis);
    let all = analysis.end * analysis.locations.len() as u64;
    for function in functions(analysis).iter().take(ROWS) {
        let own = function.own.iter().take(shown(analysis));
        let mut row = vec![
            function.name.to_owned(),
            separated(function.calls),
            share(function.total(), all),
        ];
        row.extend(own.map(|&ticks| share(ticks, analysis.end)));
        table.row(row);
    }
    table.text() + &left_out("functions", functions(analysis).len())
}

fn messages(analysis: &Analysis) -> String {
    let traffic = &analysis.traffic;
    if traffic.total().0 == 0 {
        return String::new();
    }
    let mut table = by_location([left("bytes, from \\ to")], analysis);
    for from in 0..shown(analysis) {
        let cells = (0..shown(analysis)).map(|to| match traffic.messages[from][to] {
            0 => "-".to_owned(),
            _ => bytes(traffic.bytes[from][to]),
        });
        let name = [short_name(analysis, from)].into_iter();
        table.row(name.chain(cells).collect());
    }
    table.text()
}

/// Returns the number of locations that have a column.
fn shown(analysis: &Analysis) -> usize {
    analysis.locations.len().min(COLUMNS)
}

/// A table with a column for each location shown after `columns`; its first row names the locations.
fn by_location<const N: usize>(columns: [Column; N], analysis: &Analysis) -> Table {
    let shown = 0..shown(analysis);
    let of_locations = shown.clone().map(|_| right(""));
    let mut table = Table::new(columns.into_iter().chain(of_locations));
    let names = shown.map(|location| short_name(analysis, location));
    table.row(
        [const { String::new() }; N]
            .into_iter()
            .chain(names)
            .collect(),
    );
    table
}

fn waits(analysis: &Analysis) -> String {
    let waits = analysis.waits.iter();
    let waits: Vec<_> = waits.filter(|wait| wait.ticks > 0).collect();
    if waits.is_empty() {
        return "no location has waited for another\n".to_owned();
    }
    let mut table = Table::new([
        left("wait"),
        left("who waits"),
        left("who is late"),
        right("times"),
        right("time"),
        right("of the run"),
    ]);
    for wait in waits.iter().take(ROWS) {
        table.row(vec![
            kind(wait.kind).to_owned(),
            analysis.definitions.locations[wait.waiting].name.clone(),
            analysis.definitions.locations[wait.late].name.clone(),
            separated(wait.times),
            time(analysis, wait.ticks),
            share(wait.ticks, analysis.end),
        ]);
    }
    table.text() + &left_out("waits", waits.len())
}

fn path(analysis: &Analysis) -> String {
    let mut table = Table::new([
        left("critical path"),
        left("location"),
        right("time"),
        right("of the run"),
    ]);
    let pieces = on_path(analysis);
    for piece in pieces.iter().take(ROWS) {
        table.row(vec![
            piece.function.unwrap_or("(outside)").to_owned(),
            analysis.definitions.locations[piece.location].name.clone(),
            time(analysis, piece.ticks),
            share(piece.ticks, analysis.end),
        ]);
    }
    table.text() + &left_out("pieces of it", pieces.len())
}

/// Returns the name of a kind of wait.
pub(super) fn kind(kind: WaitKind) -> &'static str {
    match kind {
        WaitKind::LateSender => "late sender",
        WaitKind::LateReceiver => "late receiver",
        WaitKind::Collective => "collective",
    }
}

/// Returns the rank of a location, or `#` and the location's number if it has none.
pub(super) fn short_name(analysis: &Analysis, location: usize) -> String {
    match analysis.definitions.locations[location].rank {
        Some(rank) => rank.to_string(),
        None => format!("#{location}"),
    }
}

/// Formats ticks as a time.
pub(super) fn time(analysis: &Analysis, ticks: u64) -> String {
    seconds(ticks as f64 / analysis.definitions.ticks_per_second.max(1) as f64)
}

fn share(ticks: u64, all: u64) -> String {
    let share = 100.0 * ticks as f64 / all.max(1) as f64;
    match share {
        0.0 => "-".to_owned(),
        small if small < 0.05 => "<0.1".to_owned(),
        share => format!("{share:.1}"),
    }
}

fn left_out(what: &str, count: usize) -> String {
    match count.checked_sub(ROWS) {
        None | Some(0) => String::new(),
        Some(more) => format!("... and {more} more {what} (--json has all)\n"),
    }
}
