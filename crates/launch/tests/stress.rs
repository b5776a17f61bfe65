//! The shared-memory link under load: `lib/tests/shm_stress.c` and, for large messages, `programs/large.c`, with ranks as
//! processes, and as threads under the thread sanitizer, which detects data races.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

use weft_build::compiler::{steps, Compiler};
use weft_build::home;
use weft_build::recipe::Recipe;
use weft_launch::build::{c_compiler, COMPILER_VARIABLE};

fn library() -> PathBuf {
    home::folder("lib").unwrap()
}

/// Returns the path for a program; each test has its own, since tests run at the same time.
fn place(kind: &str, source: &Path, ranks: usize) -> PathBuf {
    let name = source.file_stem().unwrap().to_string_lossy();
    let process = std::process::id();
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{kind}-{name}-{ranks}-{process}"))
}

fn assert_good(output: &Output) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(text.is_empty(), "{text}");
}

fn messages_of_all_lengths() -> PathBuf {
    library().join("tests/shm_stress.c")
}

fn large_messages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/large.c")
}

/// Ranks as processes, the library as users have it; `copy`: the value of WEFT_SINGLE_COPY.
fn processes(source: &Path, ranks: usize, rounds: usize, copy: &str) {
    let program = place("processes", source, ranks);
    let mut compile = Command::new(env!("CARGO_BIN_EXE_weftcc"));
    compile.arg("-O2").arg(source).arg("-o").arg(&program);
    assert_good(&compile.output().unwrap());
    let mut run = Command::new(env!("CARGO_BIN_EXE_weftrun"));
    run.env("WEFT_SINGLE_COPY", copy)
        .args(["--timeout", "600", "-n", &ranks.to_string()])
        .arg(&program)
        .arg(rounds.to_string());
    assert_good(&run.output().unwrap());
}

fn recipe() -> Recipe {
    let recipe = Recipe::read(&library(), "native.toml").unwrap();
    recipe.with_link("shm").unwrap()
}

/// Flags of a file's own, which a recipe names, and those that all files have.
fn flags(own: &[String], sanitizer: &str) -> Vec<OsString> {
    let mut flags: Vec<OsString> = own.iter().map(OsString::from).collect();
    flags.extend(recipe().include_flags(&library()));
    flags.extend(["-std=gnu11", "-O1"].map(OsString::from));
    flags.push(format!("-fsanitize={sanitizer}").into());
    flags
}

/// Returns the library's object files with a sanitizer, compiled at the first call.
fn objects(sanitizer: &str) -> Vec<PathBuf> {
    static MADE: Mutex<BTreeMap<String, Vec<PathBuf>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap();
    let compile = || {
        let recipe = recipe();
        let folder = place(sanitizer, Path::new("library"), 0);
        std::fs::create_dir_all(&folder).unwrap();
        let steps = steps(recipe.sources_in(&library()), &folder);
        let compiler = Compiler::find(&recipe, COMPILER_VARIABLE).unwrap();
        let flags = flags(&recipe.library, sanitizer);
        assert_eq!(compiler.compile_and_tell(&steps, &flags).unwrap(), "");
        steps.into_iter().map(|step| step.object).collect()
    };
    made.entry(sanitizer.into()).or_insert_with(compile).clone()
}

/// Library and program, each with its own flags, as one program.
fn compile_with_sanitizer(sanitizer: &str, source: &Path, program: &Path) {
    let mut compile = Command::new(c_compiler());
    compile
        .args(flags(&recipe().program, sanitizer))
        .arg(source)
        .args(objects(sanitizer))
        .arg("-o")
        .arg(program);
    assert_good(&compile.output().unwrap());
}

/// Ranks as threads, under the thread sanitizer.
fn threads(source: &Path, ranks: usize, rounds: usize, copy: &str) {
    sanitized("thread", source, ranks, rounds, copy);
}

/// The same under another.
fn sanitized(sanitizer: &str, source: &Path, ranks: usize, rounds: usize, copy: &str) {
    let program = place(sanitizer, source, ranks);
    compile_with_sanitizer(sanitizer, source, &program);
    let output = Command::new(&program)
        .env("WEFT_SINGLE_COPY", copy)
        .args([rounds.to_string(), ranks.to_string()])
        .output();
    assert_good(&output.unwrap());
}

#[test]
fn every_byte_arrives_between_processes() {
    processes(&messages_of_all_lengths(), 3, 2000, "never");
}

#[test]
fn large_messages_arrive_whole_through_the_ring_and_in_a_single_copy() {
    for copy in ["never", "always"] {
        processes(&large_messages(), 3, 150, copy);
    }
}

/// With this number of ranks a ring is smaller than most of the messages.
#[test]
fn large_messages_arrive_whole_with_small_rings() {
    for copy in ["never", "always"] {
        processes(&large_messages(), 18, 30, copy);
    }
}

#[test]
fn no_access_of_two_ranks_races() {
    threads(&messages_of_all_lengths(), 3, 500, "never");
}

#[test]
fn no_access_to_large_messages_races() {
    for copy in ["never", "always"] {
        threads(&large_messages(), 2, 30, copy);
    }
}

#[test]
#[ignore = "takes a minute"]
fn every_byte_arrives_between_processes_for_a_minute() {
    processes(&messages_of_all_lengths(), 2, 400_000, "never");
    processes(&messages_of_all_lengths(), 8, 60_000, "always");
}

#[test]
#[ignore = "takes a minute"]
fn no_access_of_eight_ranks_races() {
    threads(&messages_of_all_lengths(), 8, 10_000, "never");
    threads(&large_messages(), 8, 300, "always");
}

#[test]
#[ignore = "needs gcc-aarch64-linux-gnu and qemu-user"]
fn every_byte_arrives_on_aarch64() {
    let program = place("aarch64", &messages_of_all_lengths(), 3);
    let mut compile = Command::new(env!("CARGO_BIN_EXE_weftcc"));
    compile
        .env("WEFT_HOST_CC", "aarch64-linux-gnu-gcc")
        .args(["-O2", "-static"])
        .arg(messages_of_all_lengths())
        .arg("-o")
        .arg(&program);
    assert_good(&compile.output().unwrap());
    let mut run = Command::new(env!("CARGO_BIN_EXE_weftrun"));
    run.args(["--timeout", "600", "-n", "3", "qemu-aarch64"])
        .arg(&program)
        .arg("5000");
    assert_good(&run.output().unwrap());
}

/// Calls of DSP functions, whose strategies switch at random: two DSPs.
#[test]
fn calls_of_dsps_race_with_nothing() {
    dsps_are_called(4_000);
}

#[test]
#[ignore = "takes a minute"]
fn many_calls_of_dsps_race_with_nothing() {
    dsps_are_called(40_000);
}

fn dsps_are_called(rounds: usize) {
    let calls = library().join("../tests/strategy/threads.c");
    for sanitizer in ["thread", "address,undefined"] {
        sanitized(sanitizer, &calls, 3, rounds, "never");
    }
}
