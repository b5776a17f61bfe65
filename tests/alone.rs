//! Circuits that are held against their models alone, by the scripts in `hardware/bench`.

use crate::hardware::{PATIENCE_SECONDS, ROOT};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use weft_tests::command::Ended;

/// Returns an example of the simulator, built with the profile of the tests. `cargo test --workspace` has built it already, and says so by
/// `WEFT_IS_BUILT`.
fn example(name: &str) -> PathBuf {
    if std::env::var_os("WEFT_IS_BUILT").is_none() {
        let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        cargo.args(["build", "--quiet", "--package", "weft-sim"]);
        cargo.args(["--example", name]).current_dir(ROOT);
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        assert!(cargo.status().expect("cargo runs").success());
    }
    // This test is TARGET/PROFILE/deps/NAME-HASH.
    let test = std::env::current_exe().expect("a test knows its path");
    let profile = test.ancestors().nth(2).expect("a folder of the profile");
    profile.join("examples").join(name)
}

/// What a script tells of the circuits below a folder. It finds the example that writes what the model does in this variable.
pub fn bench(
    home: &Path,
    script: &str,
    arguments: &[&str],
    (variable, model): (&str, &str),
) -> Ended {
    let output: std::io::Result<Output> = Command::new("timeout")
        .args(["--foreground", PATIENCE_SECONDS])
        .arg(home.join("hardware/bench").join(script))
        .args(arguments)
        .env(variable, example(model))
        .output();
    Ended::from(script, output.expect("timeout runs"))
}
