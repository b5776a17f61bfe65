//! Builds the library with compilers that lack features.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A compiler that cannot join object files by link-time optimization (`-flinker-output`).
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

/// Runs a command in the folder of a test, checks that it succeeds, and returns its output.
fn prints(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn behave() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/behave.c")
}

fn weftcc() -> Command {
    Command::new(env!("CARGO_BIN_EXE_weftcc"))
}

fn ring(program: &Path) -> String {
    let mut run = Command::new(env!("CARGO_BIN_EXE_weftrun"));
    prints(
        run.args(["-n", "2", "--timeout", "60"])
            .arg(program)
            .arg("ring"),
    )
}

#[test]
fn the_library_can_be_part_of_a_shared_object() {
    let folder = tempfile::tempdir().unwrap();
    let (object, main) = (
        folder.path().join("libring.so"),
        folder.path().join("main.c"),
    );
    let program = folder.path().join("program");
    prints(
        weftcc()
            .args(["-shared", "-fPIC", "-Dmain=behave", behave(), "-o"])
            .arg(&object),
    );
    fs::write(
        &main,
        "int behave(int argc, char **argv);\nint main(int argc, char **argv) { return behave(argc, argv); }\n",
    )
    .unwrap();
    // The system's compiler: what the program needs of MPI is in the object.
    prints(
        Command::new("cc")
            .args([&main, &object])
            .arg(format!("-Wl,-rpath,{}", folder.path().display()))
            .arg("-o")
            .arg(&program),
    );
    assert_eq!(ring(&program), "token 2000\n");
}

#[test]
fn weftcxx_is_built_next_to_weftcc() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("hello.cpp");
    let program = folder.path().join("hello");
    fs::write(
        &source,
        "#include <iostream>\n#include <mpi.h>\nint main() { MPI_Init(nullptr, nullptr); std::cout << \"hello\\n\"; return MPI_Finalize(); }\n",
    )
    .unwrap();
    let compiler = Path::new(env!("CARGO_BIN_EXE_weftcc")).with_file_name("weftc++");
    prints(Command::new(compiler).arg(&source).arg("-o").arg(&program));
    assert_eq!(prints(&mut Command::new(&program)), "hello\n");
}

#[test]
fn a_shown_command_can_be_pasted_into_a_shell() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("a program's \"$HOME\"");
    let shown = prints(
        weftcc()
            .args(["-show", "-DTEXT=\"a b\"", behave(), "-o"])
            .arg(&program),
    );
    prints(Command::new("sh").args(["-c", &shown]));
    assert_eq!(ring(&program), "token 2000\n");
}
