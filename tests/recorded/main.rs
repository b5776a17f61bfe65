//! What the simulator did when it was last recorded: thirty programs on the platforms, and a few networks, must do the same to the
//! cycle (`README.md`).
//!
//! `WEFT_RECORD="why it changes" cargo test -p weft-tests --test recorded` records anew.

mod facts;
mod history;
mod pc_log;
mod results;
mod runs;
mod waveform;

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

/// Runs everything, and says of each run which of its facts differ.
fn compare(runs: &Runs) {
    let recorded = Results::read(&folder());
    let compared = |run: &Run| {
        let Some(expected) = recorded.of(&run.name) else {
            return vec![format!("{}: is not recorded", run.name)];
        };
        let by_engine = run.by_each_engine(&folder());
        let complaints = by_engine.iter().flat_map(|(engine, facts)| {
            let differing = difference(expected, facts);
            differing.map(move |text| format!("{}{engine}: {text}", run.name))
        });
        complaints.collect()
    };
    let mut complaints: Vec<String> = runs.on_all_processors(compared).concat();
    complaints.extend(recorded.names_without(runs));
    assert!(
        complaints.is_empty(),
        "not as recorded:\n{}\nIf that is meant: {REASON}=\"why\" cargo test -p weft-tests --test recorded",
        complaints.join("\n")
    );
}

/// Runs everything and writes what comes out, if the engines agree on it.
fn record(runs: &Runs, reason: &str) {
    assert!(!reason.is_empty(), "{REASON} must say why");
    let recorded = runs.on_all_processors(|run| {
        let by_engine = run.by_each_engine(&folder());
        let (_, first) = &by_engine[0];
        for (engine, facts) in &by_engine[1..] {
            let complaint: Vec<String> = difference(first, facts).collect();
            assert!(complaint.is_empty(), "{}{engine}: {complaint:?}", run.name);
        }
        (run.name.clone(), first.clone())
    });
    let results = Results::from(recorded);
    let changed = results.changed_since(&Results::read(&folder()));
    results.write(&folder());
    history::append(&folder(), reason, &changed);
}
