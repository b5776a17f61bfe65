//! Tests of the library on this machine: C programs that check themselves and print failed checks.

use std::path::Path;
use std::process::{Command, Output};

/// The folder of the programs for every platform, and of their common headers.
const COMMON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../lib/tests/programs");
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");

/// Builds a program of a folder and runs it.
fn ended(folder: &str, name: &str, flags: &[&str], ranks: usize) -> Output {
    let place = tempfile::tempdir().unwrap();
    let program = place.path().join(name);
    let compiled = Command::new(env!("CARGO_BIN_EXE_weftcc"))
        .args(["-std=gnu11", "-O1", "-I", COMMON])
        .args(flags)
        .arg(Path::new(folder).join(name).with_extension("c"))
        .arg("-o")
        .arg(&program)
        .status();
    assert!(compiled.unwrap().success(), "{name} does not compile");
    Command::new(env!("CARGO_BIN_EXE_weftrun"))
        .args(["--timeout", "120", "-n", &ranks.to_string()])
        .arg(&program)
        .output()
        .unwrap()
}

/// Returns the output of a program that succeeds.
fn printed(folder: &str, name: &str, flags: &[&str], ranks: usize) -> String {
    let output = ended(folder, name, flags, ranks);
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{name} on {ranks}: {text}");
    text
}

/// Checks that a self-checking program finds no error.
fn finds_nothing_wrong(folder: &str, name: &str, ranks: usize) {
    assert_eq!(printed(folder, name, &[], ranks), "", "{name} on {ranks}");
}

#[test]
fn corners_that_libraries_do_not_agree_on() {
    for ranks in [1, 3] {
        finds_nothing_wrong(COMMON, "corners", ranks);
    }
}

#[test]
fn dimensions_are_as_equal_as_can_be() {
    finds_nothing_wrong(OWN, "dims", 1);
}

#[test]
fn a_handle_that_names_nothing_is_an_error_of_its_class() {
    finds_nothing_wrong(OWN, "handles", 1);
}

#[test]
fn a_null_pointer_for_a_result_is_an_error() {
    finds_nothing_wrong(OWN, "null_results", 1);
}

#[test]
fn messages_may_be_longer_than_an_int_can_tell() {
    finds_nothing_wrong(OWN, "huge", 2);
}

#[test]
fn errors_tell_lengths_that_an_int_cannot() {
    let output = ended(OWN, "truncated", &[], 2);
    let told = String::from_utf8_lossy(&output.stderr);
    let expected = "a message of 5000000000 bytes from rank 0 with tag 0, for a buffer of 8 bytes";
    assert!(told.contains(expected), "{told}");
}

#[test]
fn what_is_fixed_on_a_chip_grows() {
    for ranks in [2, 4] {
        finds_nothing_wrong(OWN, "growth", ranks);
    }
}

#[test]
fn macros_of_a_program_set_the_librarys_limits() {
    assert_eq!(printed(OWN, "limits", &[], 1), "16 endpoints\n");
    for flags in [
        &["-DWEFT_MCAPI_ENDPOINTS=32"][..],
        &["-D", "WEFT_MCAPI_ENDPOINTS=32"],
    ] {
        assert_eq!(printed(OWN, "limits", flags, 1), "32 endpoints\n");
    }
}
