//! What the simulator did when it was last recorded: forty programs on the platforms, and a few networks, must do the same to the
//! cycle (`README.md`).
//!
//! `WEFT_RECORD="why it changes" cargo test -p weft-tests --test recorded` records anew.

mod facts;
mod history;
mod pc_log;
mod results;
mod runs;
mod waveform;

use facts::Facts;
use results::{difference, Results};
use runs::{Run, Runs};
use std::path::{Path, PathBuf};

/// The reason to record anew; without it, what is there is compared.
const REASON: &str = "WEFT_RECORD";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("recorded")
}

#[test]
fn every_run_is_what_was_recorded() {
    let runs = Runs::read(&folder());
    match std::env::var(REASON) {
        Ok(reason) => record(&runs, reason.trim()),
        Err(_) => compare(&runs),
    }
}

/// Runs everything, and tells of each run which of its facts differ.
fn compare(runs: &Runs) {
    let recorded = Results::read(&folder());
    let compared = |run: &Run| complaints(run, recorded.of(&run.name));
    let mut complaints: Vec<String> = runs.on_all_processors(compared).concat();
    complaints.extend(recorded.names_without(runs));
    assert!(
        complaints.is_empty(),
        "not as recorded:\n{}\nIf this is meant, record it with the reason: {REASON}=\"why\" cargo test -p weft-tests --test recorded",
        complaints.join("\n")
    );
}

/// Runs a command by each engine and tells what differs from the facts recorded.
fn complaints(run: &Run, recorded: Option<&Facts>) -> Vec<String> {
    let Some(recorded) = recorded else {
        return vec![format!("{}: is not recorded", run.name)];
    };
    let by_engine = run.by_each_engine(&folder());
    let differing = by_engine.iter().flat_map(|(what, facts)| {
        difference(recorded, facts).map(move |text| format!("{what}: {text}"))
    });
    differing.collect()
}

/// Runs everything and writes what comes out, if the engines agree on it.
fn record(runs: &Runs, reason: &str) {
    assert!(!reason.is_empty(), "{REASON} must say why");
    let recorded = runs.on_all_processors(|run| {
        let by_engine = run.by_each_engine(&folder());
        let (_, first) = &by_engine[0];
        for (what, facts) in &by_engine[1..] {
            let complaint: Vec<String> = difference(first, facts).collect();
            assert!(complaint.is_empty(), "{what}: {complaint:?}");
        }
        (run.name.clone(), first.clone())
    });
    let results = Results::from(recorded);
    let changed = results.changed_since(&Results::read(&folder()));
    results.write(&folder());
    history::append(&folder(), reason, &changed);
}

#[test]
fn a_changed_digest_or_number_is_told_with_program_platform_and_engine() {
    let runs = Runs::read(&folder());
    let run = runs.of("crossed-locks").expect("a run");
    let mut recorded = run.by_each_engine(&folder()).remove(0).1;
    let digest = recorded["cores"].as_str().expect("a digest").to_string();
    let cycles = recorded["cycles"].as_u64().expect("a number");
    assert_eq!(complaints(run, Some(&recorded)), [""; 0]);

    recorded["cores"] = "0".repeat(64).into();
    recorded["cycles"] = (cycles + 1).into();
    let of = |engine| {
        let what = format!("crossed-locks on asip8, {engine} engine");
        [
            format!("{what}: cycles was {}, is {cycles}", cycles + 1),
            format!(
                "{what}: cores was sha256 000000000000..., is sha256 {}...",
                &digest[..12]
            ),
        ]
    };
    let mut told = complaints(run, Some(&recorded));
    told.sort();
    let mut expected = [of("fast"), of("step")].concat();
    expected.sort();
    assert_eq!(told, expected);
}

#[test]
fn a_run_that_is_not_recorded_and_a_record_without_a_run_are_told() {
    let runs = Runs::read(&folder());
    let run = runs.of("crossed-locks").expect("a run");
    assert_eq!(complaints(run, None), ["crossed-locks: is not recorded"]);
    let results = Results::from(vec![("gone".to_string(), Facts::new())]);
    let told: Vec<String> = results.names_without(&runs).collect();
    assert_eq!(told, ["gone: is recorded, but not in runs.toml"]);
}
