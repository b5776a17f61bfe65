//! The summary of a run: the cycles of each core by class, the messages and bytes sent, and the hottest functions.

mod bar;
mod core_table;
mod notes;
pub mod quantity;

use crate::json::{CoreRecord, HotFunction, RunRecord};
use crate::names::listed;
use crate::table::{left, right, Column, Table};
use quantity::{bytes, count, hertz, percent, seconds, separated};
use weft_sim::part::core::classes::Class;
use weft_sim::port::Tally;

/// With more cores than this, consecutive cores with equal rows share one row.
const ROWS_BEFORE_COLLAPSING: usize = 16;

/// Heading of the column that identifies a core; cores that run a task graph are identified by their tasks.
const RANK: &str = "rank";

/// Columns of a bar of cycles; longer names of tasks take some of them.
const BAR_COLUMNS: usize = 36;

/// The longest name of a function that is shown whole.
const NAME_COLUMNS: usize = 32;

/// Does the text use colours?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    /// With the colours of ANSI terminals.
    Coloured,
}

/// The summary of a run, in lines of at most 100 columns.
pub fn summary(run: &RunRecord, style: Style) -> String {
    let parts = [
        heading(run),
        cycles_by_class(run, style),
        core_table::core_tables(run, style),
        work_and_messages(run),
        programs(run),
        hottest_functions(run),
        speed(run) + &compiled_by(run),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n") + &notes::notes(run)
}

fn heading(run: &RunRecord) -> String {
    let what = run.outcome.in_words();
    let time = seconds(run.cycles as f64 / run.clock_hz as f64);
    let (name, cycles, clock) = (
        &run.platform.name,
        separated(run.cycles),
        hertz(run.clock_hz),
    );
    format!("{name}: {what} after {cycles} cycles, {time} at {clock}\n")
}

fn cycles_by_class(run: &RunRecord, style: Style) -> String {
    let tasks = run.cores.iter().filter_map(|core| core.task.as_ref());
    let longest = tasks.map(|task| task.chars().count()).max().unwrap_or(0);
    let width = BAR_COLUMNS - longest.saturating_sub(RANK.len()).min(BAR_COLUMNS / 2);
    let mut columns = vec![left("core"), left(whose(run)), left("cycles by class in %")];
    columns.extend(Class::ALL.map(|(_, name)| right(name)));
    let table = collapsed(run, &columns, |core| {
        let classes = &core.classes;
        let shares = Class::ALL.map(|(class, _)| percent(classes.get(class), classes.total()));
        [vec![bar::bar(classes, width, style)], shares.to_vec()].concat()
    });
    format!("{table}{}\n", bar::legend(style))
}

/// Returns the heading of the column that identifies a core.
fn whose(run: &RunRecord) -> &'static str {
    match has_tasks(run) {
        true => "task",
        false => RANK,
    }
}

fn has_tasks(run: &RunRecord) -> bool {
    run.cores.iter().any(|core| core.task.is_some())
}

fn work_and_messages(run: &RunRecord) -> String {
    let columns = [
        left("core"),
        left(whose(run)),
        right("instructions"),
        right("sent"),
        right(""),
        right("received"),
        right(""),
        left("hottest function"),
        right("%"),
    ];
    collapsed(run, &columns, |core| {
        let hottest = core.hottest.first();
        vec![
            count(core.instructions),
            count(core.messages_sent),
            bytes(core.bytes_sent),
            count(core.messages_received),
            bytes(core.bytes_received),
            hottest.map_or_else(|| "-".to_owned(), |hot| shortened(&hot.function)),
            hottest.map_or_else(|| "-".to_owned(), share),
        ]
    })
}

/// Which core ran what, where not all ran the same; what parts of the chip have counted.
fn programs(run: &RunRecord) -> String {
    let told = run.programs.len() > 1 && !has_tasks(run);
    let programs = run.programs.iter().filter(|_| told).map(|program| {
        let cores: Vec<String> = program.cores.iter().map(|core| core.to_string()).collect();
        let plural = if cores.len() == 1 { "" } else { "s" };
        format!("{}: core{plural} {}\n", program.path, listed(&cores))
    });
    programs.chain(run.tallies.iter().map(tally)).collect()
}

fn tally(tally: &Tally) -> String {
    let counts = tally.counts.iter();
    let counts = counts.map(|(number, what)| format!("{} {what}", count(*number)));
    let counts: Vec<String> = counts.collect();
    format!("{}: {}\n", tally.title, counts.join(", "))
}

fn hottest_functions(run: &RunRecord) -> String {
    if run.hottest.is_empty() {
        return String::new();
    }
    let columns = [
        left("hottest functions of all cores"),
        right("cycles"),
        right("%"),
        right("with inlined"),
    ];
    let mut table = Table::new(columns);
    for hot in &run.hottest {
        table.row(vec![
            shortened(&hot.function),
            count(hot.cycles),
            share(hot),
            count(hot.with_inlined),
        ]);
    }
    table.text()
}

/// What the library has sent, and what the message hardware has carried: credits and parts of long messages among it.
fn messages(run: &RunRecord) -> String {
    let sent_bytes = run.cores.iter().map(|core| core.bytes_sent).sum();
    let (library, hardware) = (count(run.library_messages), count(run.messages));
    match (run.library_messages, run.messages) {
        (0, _) => format!("{hardware} messages with {}", bytes(sent_bytes)),
        (_, 0) => format!("{library} messages of the library"),
        _ => format!(
            "{library} messages of the library, {hardware} of the hardware with {}",
            bytes(sent_bytes)
        ),
    }
}

fn speed(run: &RunRecord) -> String {
    let total = run.cores.iter().map(|core| core.classes.busy()).sum();
    let ahead = run.cores.iter().map(|core| core.run_ahead).sum();
    format!(
        "{} instructions, {}\n{} on this machine, {:.1} MIPS ({}), {} % of cycles run ahead\n",
        count(run.instructions),
        messages(run),
        seconds(run.seconds),
        run.mips,
        run.engine,
        percent(ahead, total),
    )
}

/// The compiler and its version, on which the number of cycles depends; nothing where the program was given as an ELF file.
fn compiled_by(run: &RunRecord) -> String {
    let line = |compiler| format!("compiled by {compiler}\n");
    run.compiler.as_ref().map_or_else(String::new, line)
}

/// Returns a table of all cores that have a program, in which equal rows are collapsed; `cells` returns the cells after core and rank.
fn collapsed(
    run: &RunRecord,
    columns: &[Column],
    cells: impl Fn(&CoreRecord) -> Vec<String>,
) -> String {
    let active = active_cores(run);
    let may_collapse = active.len() > ROWS_BEFORE_COLLAPSING;
    let mut groups: Vec<(Vec<usize>, Vec<String>)> = Vec::new();
    for core in active {
        let cells = cells(&run.cores[core]);
        let same = |(cores, known): &&mut (Vec<usize>, Vec<String>)| {
            may_collapse && *known == cells && follows(run, cores, core)
        };
        match groups.last_mut().filter(same) {
            Some((cores, _)) => cores.push(core),
            None => groups.push((vec![core], cells)),
        }
    }
    let mut table = Table::new(columns.to_vec());
    for (cores, cells) in groups {
        let ranks = cores.iter().filter_map(|&core| run.cores[core].rank);
        let ranks: Vec<usize> = ranks.collect();
        let task = run.cores[cores[0]].task.clone();
        table.row([vec![span(&cores), task.unwrap_or(span(&ranks))], cells].concat());
    }
    table.text()
}

/// Do the numbers of a core and its rank directly follow those of the group's last core?
fn follows(run: &RunRecord, group: &[usize], core: usize) -> bool {
    let last = group[group.len() - 1];
    if run.cores[core].task.is_some() {
        return false;
    }
    let next_rank = run.cores[last].rank.map(|rank| rank + 1);
    core == last + 1 && run.cores[core].rank == next_rank
}

/// The cores that had a program, in rising order.
fn active_cores(run: &RunRecord) -> Vec<usize> {
    let programs = run.programs.iter();
    let mut cores: Vec<usize> = programs.flat_map(|program| program.cores.clone()).collect();
    cores.sort_unstable();
    cores.dedup();
    cores
}

/// Formats consecutive numbers: `3`, `3-7`, or `-` if there are none.
fn span(numbers: &[usize]) -> String {
    match numbers {
        [] => "-".to_owned(),
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
    }
}

fn share(hot: &HotFunction) -> String {
    // `percent` needs integers; three decimals of a percent are more than it shows.
    percent((hot.share * 100_000.0).round() as u64, 100_000)
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(NAME_COLUMNS) {
        Some(_) => name.chars().take(NAME_COLUMNS - 1).chain(['…']).collect(),
        None => name.to_owned(),
    }
}
