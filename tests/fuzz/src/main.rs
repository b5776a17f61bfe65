//! Gives wrong input to every parser and protocol of Weft: `fuzz TARGET... [--cases N] [--seed N]`.
//!
//! ```text
//! seed --> case (mutate, targets) --> a process that reads it (worker), limited in memory and time (watch)
//!                                         |
//!            smaller (minimise) <-- failed, or accepted, or refused clearly (refusal) --> summary, coverage
//! ```
//!
//! `docs/contribute/fuzzing.md` describes it.

#![forbid(unsafe_code)]

mod coverage;
mod minimise;
mod mutate;
mod refusal;
mod summary;
mod target;
mod targets;
mod watch;
mod worker;

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{bail, Result};
use clap::Parser;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use summary::Summary;
use target::Entry;
use watch::{Cases, Outcome};

/// Failures of different causes that are made smaller, of each target.
const CAUSES_SHOWN: usize = 4;

/// Gives wrong input to the parsers and protocols of Weft.
#[derive(Parser)]
#[command(name = "fuzz")]
struct Options {
    /// What is fuzzed; `all` for all that `--list` lists
    targets: Vec<String>,
    /// List the targets
    #[arg(long)]
    list: bool,
    /// Cases of each target [default: its share of a campaign; with --seed, 1]
    #[arg(long)]
    cases: Option<u64>,
    /// The seed of the first case [default: 0]
    #[arg(long)]
    seed: Option<u64>,
    /// Give the target the contents of FILE instead
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Write the case of the seed to FILE instead of giving it to the target
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Tell which lines of each target's sources the cases have reached
    #[arg(long)]
    coverage: bool,
    /// Give the cases to the target in this process
    #[arg(long, hide = true, value_name = "FOLDER")]
    worker: Option<PathBuf>,
}

fn main() -> Result<ExitCode> {
    let options = Options::parse();
    let entries = chosen(&options)?;
    if let Some(folder) = &options.worker {
        work(&options, entries[0], folder)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(file) = &options.save {
        let folder = tempfile::tempdir()?;
        let case = worker::case(entries[0], folder.path(), options.seed.unwrap_or(0))?;
        std::fs::write(file, case)?;
        return Ok(ExitCode::SUCCESS);
    }
    if options.coverage {
        std::env::set_var(coverage::OF_C, "1");
    }
    let summaries = fuzz_side_by_side(&entries, &options);
    say(&summary::table(&summaries));
    let failed = summaries.len() < entries.len() || summaries.iter().any(|one| one.failed > 0);
    Ok(ExitCode::from(u8::from(failed)))
}

/// Tells something on standard output; a reader that has gone wants no more.
fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn chosen(options: &Options) -> Result<Vec<&'static Entry>> {
    let all = targets::ALL.iter();
    if options.list {
        all.for_each(|entry| say(&(entry.name.to_owned() + "\n")));
        std::process::exit(0);
    }
    if options.targets == ["all"] {
        return Ok(all.collect());
    }
    let named = options.targets.iter().map(|name| {
        let found = targets::ALL.iter().find(|entry| entry.name == name);
        found.ok_or_else(|| anyhow::anyhow!("there is no target {name}; `fuzz --list` lists all"))
    });
    match options.targets.is_empty() {
        true => bail!("name a target, or `all`; `fuzz --list` lists them"),
        false => named.collect(),
    }
}

fn work(options: &Options, entry: &Entry, folder: &Path) -> Result<()> {
    match &options.input {
        Some(file) => worker::one(entry, folder, &std::fs::read(file)?),
        None => {
            let first = options.seed.unwrap_or(0);
            worker::seeds(entry, folder, first..first + options.cases.unwrap_or(1))
        }
    }
}

/// Fuzzes the targets, as many at a time as the machine has processors; tells of each when it is through. The summaries are in the
/// order of the targets; one that could not be fuzzed has none.
fn fuzz_side_by_side(entries: &[&'static Entry], options: &Options) -> Vec<Summary> {
    let bars = MultiProgress::new();
    let next = AtomicUsize::new(0);
    let take = || {
        let mut summaries = Vec::new();
        while let Some((place, entry)) = one_of(entries, &next) {
            match fuzz(entry, options, &bars) {
                Ok((summary, said)) => {
                    bars.suspend(|| say(&said));
                    summaries.push((place, summary));
                }
                Err(error) => bars.suspend(|| eprintln!("fuzz: {}: {error:#}", entry.name)),
            }
        }
        summaries
    };
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let mut summaries = Vec::new();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(take)).collect();
        for thread in threads {
            summaries.extend(thread.join().expect("no panic"));
        }
    });
    summaries.sort_by_key(|(place, _)| *place);
    summaries.into_iter().map(|(_, summary)| summary).collect()
}

/// The next target that nothing has taken yet.
fn one_of(entries: &[&'static Entry], next: &AtomicUsize) -> Option<(usize, &'static Entry)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    entries.get(place).map(|entry| (place, *entry))
}

/// Failures of one cause: the seed and the message of the first, and how many there are.
type Failures = BTreeMap<String, (u64, String, u64)>;

/// Fuzzes one target; returns also what there is to say of it.
fn fuzz(
    entry: &'static Entry,
    options: &Options,
    bars: &MultiProgress,
) -> Result<(Summary, String)> {
    let folder = tempfile::tempdir()?;
    let (cases, count) = cases(entry, options);
    let bar = bars.add(bar(entry.name, count));
    let mut summary = Summary::of(entry.name);
    let mut failures = Failures::new();
    let mut said = String::new();
    watch::run(entry.name, folder.path(), cases, &mut |seed, outcome| {
        bar.inc(1);
        summary.count(&outcome);
        match outcome {
            Outcome::Refused(why) if count == 1 => said = format!("{}: {why}\n", entry.name),
            Outcome::Failed(why) => note(&mut failures, seed, why),
            _ => {}
        }
    })?;
    bar.finish_and_clear();
    if options.coverage && !entry.sources.is_empty() {
        let lines = coverage::lines(folder.path(), entry.sources)?;
        let (all, reached) = lines.count();
        said += &format!(
            "{}: {reached} of {all} lines reached, but not\n{}",
            entry.name,
            lines.unreached()
        );
        summary.lines = Some((all, reached));
    }
    for (seed, why, times) in failures.values().take(CAUSES_SHOWN) {
        said += &shown(entry, folder.path(), options, (*seed, why, *times))?;
    }
    Ok((summary, said))
}

fn note(failures: &mut Failures, seed: u64, why: String) {
    let known = failures.entry(minimise::cause(&why));
    known.or_insert((seed, why, 0)).2 += 1;
}

fn cases(entry: &Entry, options: &Options) -> (Cases, u64) {
    let count = match (options.cases, options.seed) {
        (Some(count), _) => count,
        (None, Some(_)) => 1,
        (None, None) => entry.cases,
    };
    match &options.input {
        Some(file) => (Cases::File(file.clone()), 1),
        None => (
            Cases::Seeds {
                first: options.seed.unwrap_or(0),
                count,
            },
            count,
        ),
    }
}

/// Seen on a terminal alone.
fn bar(name: &'static str, count: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:14} {wide_bar} {pos}/{len} {eta}");
    let bar = ProgressBar::new(count).with_prefix(name);
    bar.with_style(style.expect("a template"))
}

/// Tells of a failure, with a case as small as can be and the command that repeats it.
fn shown(
    entry: &Entry,
    folder: &Path,
    options: &Options,
    (seed, why, times): (u64, &str, u64),
) -> Result<String> {
    let name = entry.name;
    if options.input.is_some() {
        return Ok(format!("{name}: {why}\n"));
    }
    let case = worker::case(entry, folder, seed)?;
    let least = minimise::minimise(name, folder, case, why)?;
    Ok(format!(
        "{name}: {why}\n  \
         {times} of the cases; the first again: cargo run -p weft-fuzz -- {name} --seed {seed}\n  \
         {} bytes are enough: {}\n",
        least.len(),
        least.escape_ascii()
    ))
}
