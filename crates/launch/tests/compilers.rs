//! The library with compilers that can do less.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

/// A compiler that cannot join files and optimize them as a whole.
const PLAIN: &str = r#"#!/bin/sh
case "$*" in
*--version*) echo "plain compiler" ;;
*-flinker-output*) exit 1 ;;
*) exec cc "$@" ;;
esac
"#;

#[test]
fn a_compiler_that_does_not_optimize_as_a_whole_will_do() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let place = |name: &str| folder.join(format!("{name}-{}", std::process::id()));
    let (compiler, program) = (place("plain-cc"), place("plain"));
    fs::write(&compiler, PLAIN).unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/behave.c");
    let compiled = Command::new(env!("CARGO_BIN_EXE_weftcc"))
        .env("WEFT_HOST_CC", &compiler)
        .args([source, "-o"])
        .arg(&program)
        .status();
    assert!(compiled.unwrap().success());
    let run = Command::new(env!("CARGO_BIN_EXE_weftrun"))
        .args(["-n", "2", "--timeout", "60"])
        .arg(&program)
        .arg("ring")
        .output();
    assert_eq!(run.unwrap().stdout, b"token 2000\n");
}
