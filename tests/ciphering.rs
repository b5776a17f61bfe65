//! The ciphering circuit, held against published messages and the simulator's cipher. Verilator compiles it; where it is not installed, these
//! tests say so and do nothing.

use crate::hardware::{damaged_home, has_verilator, PATIENCE_SECONDS, ROOT};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use weft_tests::command::Ended;

const FAILED: i32 = 1;

/// The example that writes the messages, built with the profile of the tests.
static MESSAGES: LazyLock<PathBuf> = LazyLock::new(build_messages);

/// `cargo test --workspace` has built it already, and says so by `WEFT_IS_BUILT`.
fn build_messages() -> PathBuf {
    if std::env::var_os("WEFT_IS_BUILT").is_none() {
        let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        cargo.args(["build", "--quiet", "--package", "weft-sim"]);
        cargo.args(["--example", "ccm_messages"]).current_dir(ROOT);
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        assert!(cargo.status().expect("cargo runs").success());
    }
    // This test is TARGET/PROFILE/deps/NAME-HASH.
    let test = std::env::current_exe().expect("a test knows its path");
    let profile = test.ancestors().nth(2).expect("a folder of the profile");
    profile.join("examples/ccm_messages")
}

/// What the bench tells of the circuits below a folder.
fn bench(home: &Path, count: &str) -> Ended {
    let output: std::io::Result<Output> = Command::new("timeout")
        .args(["--foreground", PATIENCE_SECONDS])
        .arg(home.join("hardware/bench/cipher"))
        .arg(count)
        .env("CCM_MESSAGES", &*MESSAGES)
        .output();
    Ended::from("hardware/bench/cipher", output.expect("timeout runs"))
}

#[test]
fn the_circuit_ciphers_as_published_and_as_the_simulator_does() {
    if !has_verilator() {
        return;
    }
    let told = bench(Path::new(ROOT), "1000").exits(0);
    assert!(told.stdout.contains("no difference"), "{}", told.stdout);
}

/// In the rows' shift; in the end of a message that fills no block; in a start that abandons; in a key stream too early.
#[test]
#[ignore = "compiles four circuits: part of make test-long"]
fn a_mistake_in_the_ciphering_circuit_is_found() {
    if !has_verilator() {
        return;
    }
    let mistakes = [
        ("aes.sv", "(c+r)%4", "(c+3*r)%4"),
        (
            "ccm.sv",
            "left == 16'd1);",
            "left == 16'd1 && !is_message);",
        ),
        (
            "ccm_schedule.sv",
            "if (start) begin\n            job <= NONE;",
            "if (start) begin",
        ),
        (
            "ccm_schedule.sv",
            "(stream_there || job == STREAM)",
            "stream_there",
        ),
    ];
    for (module, right, wrong) in mistakes {
        let home = damaged_home(module, right, wrong);
        let told = bench(&home.path(""), "1000").exits(FAILED);
        assert!(
            told.stdout.contains("expected"),
            "{module}: {}",
            told.stdout
        );
    }
}
