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
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{bail, Result};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

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
    let mut summaries = Vec::new();
    for entry in entries {
        summaries.push(fuzz(entry, &options)?);
    }
    say(&summary::table(&summaries));
    let failed = summaries.iter().any(|one| one.failed > 0);
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

fn fuzz(entry: &'static Entry, options: &Options) -> Result<Summary> {
    let folder = tempfile::tempdir()?;
    if options.coverage {
        std::env::set_var("LLVM_PROFILE_FILE", coverage::pattern(folder.path()));
        std::env::set_var(coverage::OF_C, "1");
    }
    let (cases, count) = cases(entry, options);
    let bar = bar(entry.name, count);
    let mut summary = Summary::of(entry.name);
    let mut failures: BTreeMap<String, (u64, String, u64)> = BTreeMap::new();
    watch::run(entry.name, folder.path(), cases, &mut |seed, outcome| {
        bar.inc(1);
        summary.count(&outcome);
        if let (1, Outcome::Refused(why)) = (count, &outcome) {
            say(&format!("{}: {why}\n", entry.name));
        }
        if let Outcome::Failed(why) = outcome {
            let known = failures
                .entry(minimise::cause(&why))
                .or_insert((seed, why, 0));
            known.2 += 1;
        }
    })?;
    bar.finish_and_clear();
    if options.coverage && !entry.sources.is_empty() {
        let lines = coverage::lines(folder.path(), entry.sources)?;
        say(&format!(
            "{}: lines not reached\n{}",
            entry.name,
            lines.unreached()
        ));
        summary.lines = Some(lines.count());
    }
    for (seed, why, times) in failures.values().take(CAUSES_SHOWN) {
        show(entry, folder.path(), options, (*seed, why, *times))?;
    }
    Ok(summary)
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
fn show(
    entry: &Entry,
    folder: &Path,
    options: &Options,
    (seed, why, times): (u64, &str, u64),
) -> Result<()> {
    say(&format!("{}: {why}\n", entry.name));
    if options.input.is_some() {
        return Ok(());
    }
    let case = worker::case(entry, folder, seed)?;
    let least = minimise::minimise(entry.name, folder, case, why)?;
    say(&format!(
        "  {times} of the cases; the first again: cargo run -p weft-fuzz -- {} --seed {seed}\n",
        entry.name
    ));
    say(&format!(
        "  {} bytes are enough: {}\n",
        least.len(),
        least.escape_ascii()
    ));
    Ok(())
}
