//! The shared-memory link under load: `lib/tests/shm_stress.c`, with ranks as processes, and as threads under the thread
//! sanitizer, which sees an access that nothing orders before another.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use weft_build::home;
use weft_build::recipe::Recipe;
use weft_launch::build::c_compiler;

fn library() -> PathBuf {
    home::folder("lib").unwrap()
}

fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()))
}

fn assert_good(output: &Output) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(text.is_empty(), "{text}");
}

/// Ranks as processes, the library as users have it.
fn processes(ranks: usize, rounds: usize) {
    let program = place(&format!("stress{ranks}"));
    let mut compile = Command::new(env!("CARGO_BIN_EXE_weftcc"));
    compile
        .arg("-O2")
        .arg(library().join("tests/shm_stress.c"))
        .arg("-o")
        .arg(&program);
    assert_good(&compile.output().unwrap());
    let mut run = Command::new(env!("CARGO_BIN_EXE_weftrun"));
    run.args(["--timeout", "600", "-n", &ranks.to_string()])
        .arg(&program)
        .arg(rounds.to_string());
    assert_good(&run.output().unwrap());
}

fn sanitize(flags: &[OsString], arguments: &[OsString]) {
    let mut compile = Command::new(c_compiler());
    compile
        .args(flags)
        .args(["-std=gnu11", "-O1", "-fsanitize=thread"])
        .args(arguments);
    assert_good(&compile.output().unwrap());
}

/// Library and program, each with its own flags, as one program.
fn compile_with_sanitizer(library: &Path, program: &Path) {
    let recipe = Recipe::read(library, "native.toml").unwrap();
    let folders = recipe.include.iter();
    let include: Vec<OsString> = folders
        .flat_map(|folder| ["-I".into(), library.join(folder).into()])
        .collect();
    let strings = |list: &[String]| list.iter().map(OsString::from).collect::<Vec<_>>();
    let object = program.with_extension("o");
    let source = library.join("tests/shm_stress.c");
    let one = [
        "-c".into(),
        source.into(),
        "-o".into(),
        object.clone().into(),
    ];
    sanitize(&[strings(&recipe.program), include.clone()].concat(), &one);
    let sources = recipe
        .sources
        .iter()
        .map(|source| library.join(source).into());
    let all = sources.chain([object.into(), "-o".into(), program.into()]);
    sanitize(
        &[strings(&recipe.library), include].concat(),
        &all.collect::<Vec<_>>(),
    );
}

/// Ranks as threads.
fn threads(ranks: usize, rounds: usize) {
    let program = place(&format!("sanitized{ranks}"));
    compile_with_sanitizer(&library(), &program);
    let output = Command::new(&program)
        .args([rounds.to_string(), ranks.to_string()])
        .output();
    assert_good(&output.unwrap());
}

#[test]
fn every_byte_arrives_between_processes() {
    processes(3, 2000);
}

#[test]
fn no_access_of_two_ranks_races() {
    threads(3, 500);
}

#[test]
#[ignore = "takes a minute"]
fn every_byte_arrives_between_processes_for_a_minute() {
    processes(2, 400_000);
    processes(8, 60_000);
}

#[test]
#[ignore = "takes a minute"]
fn no_access_of_eight_ranks_races() {
    threads(8, 10_000);
}

#[test]
#[ignore = "needs gcc-aarch64-linux-gnu and qemu-user"]
fn every_byte_arrives_on_aarch64() {
    let program = place("stress-aarch64");
    let mut compile = Command::new(env!("CARGO_BIN_EXE_weftcc"));
    compile
        .env("WEFT_HOST_CC", "aarch64-linux-gnu-gcc")
        .args(["-O2", "-static"])
        .arg(library().join("tests/shm_stress.c"))
        .arg("-o")
        .arg(&program);
    assert_good(&compile.output().unwrap());
    let mut run = Command::new(env!("CARGO_BIN_EXE_weftrun"));
    run.args(["--timeout", "600", "-n", "3", "qemu-aarch64"])
        .arg(&program)
        .arg("5000");
    assert_good(&run.output().unwrap());
}
