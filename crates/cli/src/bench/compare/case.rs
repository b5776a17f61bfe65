//! The programs that two commands run: those of `weft bench`, the demo's, and a network alone.

use std::path::PathBuf;

use anyhow::Result;
use weft_build::home;

use crate::bench::speed::{self, Unit};

/// A command line of weft whose simulation is timed.
pub struct Case {
    pub what: &'static str,
    pub unit: Unit,
    /// The units of work that it does; None: as many as the run counts instructions.
    pub work: Option<u64>,
    pub arguments: Vec<String>,
    /// Must nearly all of its instructions be translated?
    pub is_judged: bool,
}

/// The demo's photograph, in the folder in which the commands run.
pub const PHOTO: &str = "photo.pgm";
/// Cycles of a network, and of one for `--quick`.
const NETWORK_CYCLES: u64 = 400_000;
const QUICK_NETWORK_CYCLES: u64 = 40_000;

/// Returns all programs; in a quick comparison they do a tenth of the work where the amount can be chosen.
///
/// # Errors
/// When a folder that came with weft is not found.
pub fn cases(quick: bool) -> Result<Vec<Case>> {
    let mut cases: Vec<Case> = speed::CASES
        .iter()
        .map(|case| timed_program(case, quick))
        .collect::<Result<_>>()?;
    cases.push(demo(
        "edges of a photograph, 8 cores",
        &["edges/edges.c"],
        &["--platform", "asip8", "--", PHOTO, "edges.pgm"],
    )?);
    let output = [
        "--platform",
        "nagam",
        "--flows",
        "4",
        "--output",
        "colour={flow}.bmp",
    ];
    cases.push(demo(
        "four JPEG files, 18 tiles",
        &["jpeg/jpeg4.toml"],
        &output,
    )?);
    cases.push(network("8x8 routers alone, load 0.1", "0.1", quick));
    cases.push(network("the same, load 0.3", "0.3", quick));
    Ok(cases)
}

fn timed_program(case: &speed::Case, quick: bool) -> Result<Case> {
    let amount = case.amount(quick);
    let chip = case.chip.into_iter().flat_map(|chip| ["--platform", chip]);
    let options: Vec<&str> = chip.chain(["--"]).collect();
    let mut arguments = run(&[case.application], &options)?;
    arguments.push(amount.to_string());
    arguments.extend(case.argument.map(String::from));
    Ok(Case {
        what: case.what,
        unit: case.unit,
        work: case.work(amount),
        arguments,
        is_judged: case.is_judged(quick),
    })
}

fn demo(what: &'static str, files: &[&str], options: &[&str]) -> Result<Case> {
    Ok(Case {
        what,
        unit: Unit::Instructions,
        work: None,
        arguments: run(files, options)?,
        is_judged: false,
    })
}

fn run(files: &[&str], options: &[&str]) -> Result<Vec<String>> {
    let apps = home::folder("apps")?;
    let files = files.iter().map(|file| apps.join(file));
    let files: Vec<PathBuf> = files.collect();
    let words = ["run", "-q"].into_iter().map(String::from);
    let files = files.iter().map(|file| file.display().to_string());
    let options = options.iter().map(|&option| option.to_owned());
    Ok(words.chain(files).chain(options).collect())
}

fn network(what: &'static str, rate: &str, quick: bool) -> Case {
    let cycles = if quick {
        QUICK_NETWORK_CYCLES
    } else {
        NETWORK_CYCLES
    };
    let words = ["noc", "--rate", rate, "--warm-up", "0", "--cycles"];
    let words = words.into_iter().map(String::from);
    Case {
        what,
        unit: Unit::Cycles,
        work: Some(cycles),
        arguments: words.chain([cycles.to_string()]).collect(),
        is_judged: false,
    }
}
