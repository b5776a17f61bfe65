//! `weftcc -trace` and `weftrun --trace`: the trace has the events that happened; a program compiled without `-trace` is refused.

use std::path::Path;
use std::process::{Command, Output};

/// The program `traced`, built with further options of `weftcc` as `folder/traced`.
fn build(folder: &Path, options: &[&str]) {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/traced.c");
    let status = Command::new(env!("CARGO_BIN_EXE_weftcc"))
        .current_dir(folder)
        .args(options)
        .args(["-O2", source, "-o", "traced"])
        .status();
    assert!(status.unwrap().success(), "weftcc did not compile {source}");
}

fn run(folder: &Path, trace: &str) -> Output {
    let mut weftrun = Command::new(env!("CARGO_BIN_EXE_weftrun"));
    weftrun.current_dir(folder);
    weftrun.args(["-n", "2", "--timeout", "60", "--trace", trace, "./traced"]);
    weftrun.output().unwrap()
}

#[test]
fn what_is_told_is_what_has_happened() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &["-trace"]);
    let output = run(folder.path(), "run.csv");
    assert!(output.status.success(), "{output:?}");
    let table = std::fs::read_to_string(folder.path().join("run.csv")).unwrap();
    // Without the time, which is another in each run.
    let rows: Vec<&str> = table
        .lines()
        .filter_map(|line| Some(line.split_once(',')?.1))
        .collect();
    let count = |row: &str| rows.iter().filter(|told| told.starts_with(row)).count();
    for (row, expected) in [
        ("0,enter,main,", 1),
        ("0,enter,work,", 10),
        ("1,leave,work,", 10),
        ("1,enter,round,", 10),
        ("0,enter,MPI_Send,", 20),
        ("1,enter,MPI_Recv,", 20),
        ("0,send,,1,7,0,4,", 10),
        ("1,receive,,0,7,0,4,", 10),
        ("0,send,,1,8,0,20000,", 10),
        ("1,receive,,0,8,0,20000,", 10),
        ("0,enter,MPI_Allreduce,", 1),
        ("0,leave,MPI_Finalize,", 1),
    ] {
        assert_eq!(count(row), expected, "{row}\n{table}");
    }
    let times = table
        .lines()
        .filter_map(|line| line.split(',').next()?.parse::<u64>().ok());
    assert!(times.is_sorted(), "{table}");
}

#[test]
fn a_program_that_cannot_tell_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &[]);
    let output = run(folder.path(), "run.csv");
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(words.contains("compile it with `weftcc -trace`"), "{words}");
}

#[test]
fn a_name_without_a_format_is_refused_before_the_job_starts() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), &["-trace"]);
    let output = run(folder.path(), "run.txt");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(!folder.path().join("run.txt").exists());
}
