//! Every application, from outside: what it computes, and that both engines and repeated runs agree on every fact.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use weft_tests::command::Folder;

/// The facts of a run, without those that may differ: the engine, and what depends on this machine's speed.
fn facts(folder: &Folder) -> Value {
    let mut json: Value = serde_json::from_slice(&folder.read("run.json")).expect("valid JSON");
    let run = json.as_object_mut().expect("an object");
    for key in ["engine", "seconds", "mips", "translated", "interpreted"] {
        assert!(run.remove(key).is_some(), "no {key}");
    }
    for core in run["cores"].as_array_mut().expect("cores") {
        core.as_object_mut().expect("an object").remove("run_ahead");
    }
    json
}

/// Every cycle of every core must be in exactly one class.
fn assert_classes_sum(facts: &Value) {
    for core in facts["cores"].as_array().expect("cores") {
        let classes = core["classes"].as_object().expect("classes");
        let sum: u64 = classes.values().filter_map(Value::as_u64).sum();
        assert_eq!(Some(sum), facts["cycles"].as_u64(), "{core}");
    }
}

/// Compares key by key, so that a difference can be read.
fn assert_same_facts(one: &Value, other: &Value, what: &str) {
    for (key, value) in one.as_object().expect("an object") {
        assert_eq!(value, &other[key], "{what}: {key}");
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs an application on each number of ranks, in `fast` twice and in `step`, and requires the same output and facts.
/// Returns the output of the last run.
fn run_app(folder: &Folder, app: &str, arguments: &str, ranks: &[u32], status: i32) -> String {
    let source = repository()
        .join("apps")
        .join(app)
        .join(app)
        .with_extension("c");
    let mut output = String::new();
    for rank_count in ranks {
        let mut runs = ["fast", "fast", "step"].map(|engine| {
            let options = format!("--quiet -n {rank_count} --engine {engine} --json run.json");
            let run = format!("run {options} {} -- {arguments}", source.display());
            let ended = folder.weft(&run).exits(status);
            let facts = facts(folder);
            assert_classes_sum(&facts);
            (ended.stdout, ended.stderr, facts)
        });
        for (run, which) in [(&runs[1], "the second run"), (&runs[2], "step")] {
            let what = format!("{app} on {rank_count}: {which}");
            assert_eq!(runs[0].0, run.0, "{what}: output");
            assert_eq!(runs[0].1, run.1, "{what}: messages");
            assert_same_facts(&runs[0].2, &run.2, &what);
        }
        output = std::mem::take(&mut runs[0].0);
    }
    output
}

#[test]
fn hello() {
    let output = run_app(&Folder::default(), "hello", "", &[1, 2, 5, 8], 0);
    assert_eq!(output.lines().count(), 8, "{output}");
}

#[test]
fn ring() {
    let output = run_app(&Folder::default(), "ring", "80", &[2, 5, 8], 0);
    assert!(output.contains("80"), "{output}");
}

#[test]
fn flag_ring() {
    let output = run_app(&Folder::default(), "flag_ring", "80", &[2, 5, 8], 0);
    assert!(output.contains("80"), "{output}");
}

#[test]
fn locks() {
    let output = run_app(&Folder::default(), "locks", "10", &[1, 2, 5, 8], 0);
    assert!(output.contains("80"), "{output}");
}

#[test]
fn compute() {
    let output = run_app(&Folder::default(), "compute", "50", &[1, 8], 0);
    assert_eq!(output.lines().count(), 8, "{output}");
}

#[test]
fn compute_with_timer_interrupts() {
    run_app(&Folder::default(), "compute", "50 500", &[1, 8], 0);
}

#[test]
fn transfer() {
    let folder = Folder::default();
    run_app(&folder, "transfer", "", &[2], 0);
    let reports = &facts(&folder)["reports"];
    let mut reports = reports.as_array().expect("figures").iter();
    assert!(reports.any(|figure| figure["labels"][0] == 16384));
}

#[test]
fn deadlock() {
    run_app(&Folder::default(), "deadlock", "", &[2], 3);
}

/// Sizes that do and do not divide by the number of ranks.
#[test]
fn edges_are_those_of_the_plain_filter() {
    for (width, height) in [(64, 40), (67, 41), (3, 8)] {
        let folder = Folder::with("in.pgm", picture(width, height));
        filter_here(&folder);
        for ranks in [1, 2, 5, 8] {
            run_app(&folder, "edges", "in.pgm out.pgm", &[ranks], 0);
            assert_eq!(
                folder.read("out.pgm"),
                folder.read("expected.pgm"),
                "{width} x {height} on {ranks}"
            );
        }
    }
}

#[test]
fn edges_of_the_photograph() {
    let folder = Folder::default();
    let photograph = repository().join("apps/edges/photo.pgm");
    std::fs::copy(&photograph, folder.path("in.pgm")).expect("the photograph");
    filter_here(&folder);
    let source = repository().join("apps/edges/edges.c");
    folder
        .weft(&format!(
            "run --quiet {} -- in.pgm out.pgm",
            source.display()
        ))
        .exits(0);
    assert_eq!(folder.read("out.pgm"), folder.read("expected.pgm"));
}

#[test]
fn edges_of_a_cut_picture() {
    let whole = picture(16, 16);
    let folder = Folder::with("in.pgm", &whole[..whole.len() - 1]);
    let source = repository().join("apps/edges/edges.c");
    let ended = folder.weft(&format!(
        "run --quiet -n 2 {} -- in.pgm out.pgm",
        source.display()
    ));
    assert!(!matches!(ended.status, Some(0)), "{}", ended.stderr);
    assert!(
        format!("{}{}", ended.stdout, ended.stderr).contains("in.pgm"),
        "{}",
        ended.stdout
    );
    ended.speaks_plainly();
}

/// A grey-scale picture with edges in all directions.
fn picture(width: usize, height: usize) -> Vec<u8> {
    let mut bytes = format!("P5\n{width} {height}\n255\n").into_bytes();
    let pixels =
        (0..height).flat_map(|y| (0..width).map(move |x| (x * x * 7 + y * 13 + x * y) as u8));
    bytes.extend(pixels);
    bytes
}

/// Runs the plain C version of the filter on this machine: expected.pgm from in.pgm.
fn filter_here(folder: &Folder) {
    let source = repository().join("apps/edges/reference.c");
    let program = folder.path("reference");
    let compiled = Command::new("cc")
        .arg("-O1")
        .arg("-o")
        .arg(&program)
        .arg(source)
        .status();
    assert!(compiled.expect("cc runs").success());
    let mut filter = Command::new(program);
    filter
        .arg(folder.path("in.pgm"))
        .arg(folder.path("expected.pgm"));
    assert!(filter.status().expect("the filter runs").success());
}
