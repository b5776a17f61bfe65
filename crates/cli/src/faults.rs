//! `weft faults`: a campaign of fault injection, many runs of a program with one fault each.

use std::thread;

use anyhow::{bail, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use weft_explore::faults::record::{Record, SCHEMA};
use weft_explore::faults::{picture, table, Campaign};
use weft_run::{BuildSpec, PlatformSpec, RunSpec, INTERRUPTED};

use crate::arguments::faults::CampaignArguments;
use crate::counter::Counter;
use crate::files::{write, write_record};
use crate::terminal::print;

/// Carries out `weft faults` and returns the exit status.
///
/// # Errors
/// When the input is wrong, the program does not end well without faults, or a file cannot be written.
pub fn campaign(arguments: &CampaignArguments) -> Result<u8> {
    let campaign = of(arguments)?;
    let counter = Counter::new(bar(arguments))?;
    let findings = match campaign.carry_out(&counter) {
        // Ctrl-C reaches the compiler as well.
        Err(_) if counter.interrupted() => return Ok(INTERRUPTED),
        other => other?,
    };
    counter.finish();
    print(&table(&findings, &command(arguments)))?;
    write_record(
        arguments.json.as_deref(),
        SCHEMA,
        &Record::new(&campaign, &findings),
    )?;
    if let Some(file) = &arguments.picture {
        write(file, &picture(&findings))?;
    }
    Ok(if findings.interrupted { INTERRUPTED } else { 0 })
}

fn bar(arguments: &CampaignArguments) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} runs   {elapsed}");
    let target = match arguments.quiet {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    };
    let bar = ProgressBar::with_draw_target(Some(arguments.runs), target);
    bar.with_style(style.expect("the template is right"))
}

fn of(arguments: &CampaignArguments) -> Result<Campaign> {
    let platform = PlatformSpec {
        set: arguments.set.clone(),
        ..PlatformSpec::from(arguments.platform.as_str())
    };
    if platform.is_host() {
        bail!("faults are of a simulated chip; the platform `host` is this machine");
    }
    let jobs = || thread::available_parallelism().map_or(1, usize::from);
    Ok(Campaign {
        run: RunSpec {
            arguments: arguments.arguments.clone(),
            platform,
            build: BuildSpec {
                define: arguments.define.clone(),
                ..BuildSpec::default()
            },
            ranks: arguments.ranks,
            ..RunSpec::of(arguments.files.iter().cloned())
        },
        runs: arguments.runs,
        seed: arguments.seed,
        kinds: arguments.kinds.clone(),
        jobs: arguments.jobs.unwrap_or_else(jobs),
        ignored: arguments.ignore.clone(),
    })
}

/// Returns the command line that runs the program without faults.
fn command(arguments: &CampaignArguments) -> String {
    let mut words = vec!["weft run".to_owned()];
    words.extend(
        arguments
            .files
            .iter()
            .map(|file| quoted(&file.display().to_string())),
    );
    if arguments.platform != PlatformSpec::DEFAULT {
        words.push(format!("-p {}", quoted(&arguments.platform)));
    }
    words.extend(arguments.ranks.map(|ranks| format!("-n {ranks}")));
    words.extend(
        arguments
            .define
            .iter()
            .map(|it| format!("-D {}", quoted(it))),
    );
    words.extend(
        arguments
            .set
            .iter()
            .map(|it| format!("--set {}", quoted(it))),
    );
    if !arguments.arguments.is_empty() {
        words.push("--".to_owned());
        words.extend(arguments.arguments.iter().map(|it| quoted(it)));
    }
    words.join(" ")
}

/// Quotes a word for the shell.
fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_./=:,+".contains(it);
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
