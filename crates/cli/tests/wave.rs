//! `weft run --wave`: looking must not change what is looked at.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn weft(folder: &Path, options: &[&str]) -> Output {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/debugger/counting.c");
    let mut weft = Command::new(env!("CARGO_BIN_EXE_weft"));
    weft.current_dir(folder)
        .args(["run", "--quiet", "-n", "2"])
        .args(options)
        .arg(source);
    weft.output().expect("weft runs")
}

/// The facts of a run without those that depend on how it was simulated.
fn facts(folder: &Path, name: &str) -> Value {
    let text = std::fs::read(folder.join(name)).expect("the record");
    let mut facts: Value = serde_json::from_slice(&text).expect("JSON");
    let record = facts.as_object_mut().expect("an object");
    ["seconds", "mips", "translated", "interpreted"]
        .iter()
        .for_each(|key| drop(record.remove(*key)));
    for core in record["cores"].as_array_mut().expect("cores") {
        core.as_object_mut().expect("an object").remove("run_ahead");
    }
    facts
}

#[test]
fn a_run_is_the_same_with_a_waveform_of_a_part_of_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let plain = weft(folder, &["--json", "plain.json"]);
    let waved = weft(
        folder,
        &[
            "--json",
            "waved.json",
            "--wave",
            "run.fst",
            "--wave-signals",
            "core0.*,bus.*",
            "--wave-cycles",
            "300:900",
        ],
    );
    assert_eq!(plain.stdout, waved.stdout);
    assert_eq!(facts(folder, "plain.json"), facts(folder, "waved.json"));
    assert!(
        std::fs::metadata(folder.join("run.fst"))
            .expect("the waveform")
            .len()
            > 0
    );
}

#[test]
fn a_pattern_without_signals_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = weft(
        folder.path(),
        &["--wave", "run.fst", "--wave-signals", "core0.*,cores9.*"],
    );
    assert_eq!(run.status.code(), Some(2));
    let message = String::from_utf8_lossy(&run.stderr);
    assert!(
        message.contains("cores9.*") && message.contains("core0"),
        "{message}"
    );
}
