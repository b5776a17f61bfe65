//! What the library does on this machine: C programs that check for themselves and print what does not hold.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the programs for every platform are, and what all include.
const COMMON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../lib/tests/programs");
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");

/// Builds a program of a folder and runs it: it finds nothing wrong.
fn runs(folder: &str, name: &str, ranks: usize) {
    let process = std::process::id();
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("library-{name}-{ranks}-{process}"));
    let compiled = Command::new(env!("CARGO_BIN_EXE_weftcc"))
        .args(["-std=gnu11", "-O1", "-I", COMMON])
        .arg(Path::new(folder).join(name).with_extension("c"))
        .arg("-o")
        .arg(&program)
        .status();
    assert!(compiled.unwrap().success(), "{name} does not compile");
    let output = Command::new(env!("CARGO_BIN_EXE_weftrun"))
        .args(["--timeout", "120", "-n", &ranks.to_string()])
        .arg(&program)
        .output()
        .unwrap();
    let printed = [output.stdout, output.stderr].concat();
    assert_eq!(String::from_utf8_lossy(&printed), "", "{name} on {ranks}");
    assert!(
        output.status.success(),
        "{name} on {ranks}: {}",
        output.status
    );
}

#[test]
fn corners_that_libraries_do_not_agree_on() {
    for ranks in [1, 3] {
        runs(COMMON, "corners", ranks);
    }
}

#[test]
fn dimensions_are_as_equal_as_can_be() {
    runs(OWN, "dims", 1);
}
