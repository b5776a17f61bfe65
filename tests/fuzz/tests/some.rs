//! Some cases of each target: 30 in each run of the tests, and 5,000 in the long ones.

use std::path::Path;
use std::process::Command;

/// What cases are made from, by target.
const CORPUS: [(&str, &str); 7] = [
    ("graph", "graph/all.toml"),
    ("graph", "graph/pinned.toml"),
    ("instructions", "instructions/all.insn"),
    ("instructions", "instructions/marked.insn"),
    ("pragma", "pragma/in_c.c"),
    ("csv", "trace/messages.csv"),
    ("csv", "trace/regions.csv"),
];

/// Of a file that is refused, no change reaches what is behind the refusal.
#[test]
fn the_corpus_is_taken() {
    for (target, file) in CORPUS {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("corpus")
            .join(file);
        let mut command = Command::new(env!("CARGO_BIN_EXE_fuzz"));
        let output = command.arg(target).arg("--input").arg(&file).output();
        let said = String::from_utf8(output.expect("fuzz runs").stdout).expect("text");
        let accepted = said
            .lines()
            .last()
            .and_then(|row| row.split_whitespace().nth(3));
        assert_eq!(accepted, Some("1"), "{}: {said}", file.display());
    }
}

/// Gives this number of cases to every target.
fn fuzz(cases: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fuzz"));
    let output = command
        .args(["all", "--cases", cases])
        .output()
        .expect("fuzz runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
}

#[test]
fn some_cases_of_each_target() {
    fuzz("30");
}

#[test]
#[ignore = "a quarter of an hour: part of make test-long"]
fn many_cases_of_each_target() {
    fuzz("5000");
}
