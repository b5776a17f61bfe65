//! Some cases of each target: 60 in each run of the tests, and as many as an hour allows in the long ones.

use std::process::Command;

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
    fuzz("60");
}

#[test]
#[ignore = "half an hour: part of make test-long"]
fn many_cases_of_each_target() {
    fuzz("5000");
}
