//! What a run reaches of the machine outside, and what it tells when that fails: files, output that is lost, input that never ends.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn program(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outside");
    folder.join(name)
}

fn weft(folder: &Path, arguments: &[&str]) -> Command {
    let mut weft = Command::new(env!("CARGO_BIN_EXE_weft"));
    weft.current_dir(folder).args(arguments);
    weft
}

fn run(folder: &Path, name: &str, options: &[&str]) -> Output {
    let file = program(name);
    let file = file.to_str().expect("Unicode");
    let begin = ["run", "-q", "-n", "1", file];
    let mut run = weft(folder, &[&begin, options].concat());
    run.output().expect("weft runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with `secret` in it, and `in`, in which programs run.
fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("secret"), "text").expect("a file");
    let inside = folder.path().join("in");
    std::fs::create_dir(&inside).expect("a folder");
    (folder, inside)
}

#[test]
fn a_program_reaches_the_current_folder_and_what_its_arguments_name() {
    let (folder, inside) = place();
    let ran = run(&inside, "reach.c", &["--", "../secret"]);
    assert_eq!(text(&ran.stdout), "read 0\nmade 0\nmade above 13\n");
    let said = text(&ran.stderr);
    assert!(said.contains("was refused ../made.txt"), "{said}");
    assert!(inside.join("made.txt").exists() && !folder.path().join("made.txt").exists());
    let ran = run(&inside, "reach.c", &[]);
    assert_eq!(text(&ran.stdout), "read 2\nmade 0\nmade above 13\n");
}

#[test]
fn files_are_those_of_the_folder_that_is_given_or_none() {
    let (folder, inside) = place();
    let ran = run(&inside, "reach.c", &["--files", ".."]);
    assert_eq!(text(&ran.stdout), "read 0\nmade 0\nmade above 13\n");
    assert!(folder.path().join("made.txt").exists());
    let ran = run(&inside, "reach.c", &["--files", "none", "--", "../secret"]);
    assert_eq!(text(&ran.stdout), "read 13\nmade 13\nmade above 13\n");
    let ran = run(&inside, "reach.c", &["--files", "nowhere"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stderr).contains("--files: cannot use nowhere"));
}

#[test]
fn a_wait_for_input_ends_with_the_time() {
    let (_folder, inside) = place();
    let file = program("wait.c");
    let file = file.to_str().expect("Unicode");
    run(&inside, "wait.c", &[]); // which compiles
    let began = Instant::now();
    let mut weft = weft(&inside, &["run", "-q", "-n", "1", "--timeout", "0.5", file]);
    let mut weft = weft.stdin(Stdio::piped()).spawn().expect("weft runs");
    let input = weft.stdin.take();
    weft.wait().expect("weft ends");
    assert!(began.elapsed() < Duration::from_secs(20));
    drop(input);
}

#[test]
fn lost_output_is_told() {
    let (_folder, inside) = place();
    let full = || File::create("/dev/full").expect("a device");
    let file = program("say.c");
    let file = file.to_str().expect("Unicode");
    for platform in ["asip8", "nagam"] {
        let mut weft = weft(&inside, &["run", "-q", "-p", platform, "-n", "1", file]);
        let ran = weft.stdout(full()).output().expect("weft runs");
        assert_eq!(ran.status.code(), Some(1));
        assert!(text(&ran.stderr).contains("cannot write the program's output: No space left"));
    }
    let trace = inside.join("t.csv");
    run(&inside, "say.c", &["--trace", "t.csv"]);
    assert!(trace.exists());
    let mut weft = weft(&inside, &["trace", "t.csv"]);
    let told = weft.stdout(full()).output().expect("weft runs");
    assert_eq!(told.status.code(), Some(2));
    assert!(text(&told.stderr).starts_with("weft: No space left"));
}

#[test]
fn output_to_a_closed_stream_is_lost_and_told() {
    let (_folder, inside) = place();
    let file = program("say.c");
    let file = file.to_str().expect("Unicode");
    let closed = |arguments: &[&str], status, why: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >&-", env!("CARGO_BIN_EXE_weft")]);
        let ran = shell.args(arguments).current_dir(&inside).output();
        let ran = ran.expect("a shell");
        let said = text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(status), "{said}");
        assert!(said.contains(why), "{said}");
    };
    let lost = "cannot write the program's output: standard output is closed";
    closed(&["run", "-q", "-n", "1", file], 1, lost);
    closed(&["platforms"], 2, "weft: standard output is closed");
    closed(&["disasm", file], 2, "weft: standard output is closed");
    let silent = inside.join("silent.c");
    std::fs::write(&silent, "int main(void) { return 0; }").expect("a file");
    closed(&["run", "-q", "-n", "1", "silent.c"], 0, "");
}

#[test]
fn what_never_ends_is_not_read() {
    let (_folder, inside) = place();
    let refused = |arguments: &[&str], why: &str| {
        let ran = weft(&inside, arguments).output().expect("weft runs");
        assert_eq!(ran.status.code(), Some(2));
        let said = text(&ran.stderr);
        assert!(said.contains(why), "{said}");
    };
    let file = program("say.c");
    let file = file.to_str().expect("Unicode");
    let load = ["run", "-q", "-n", "1", "--load", "sram=/dev/zero", file];
    refused(&load, "/dev/zero has more than");
    refused(&["run", "/dev/zero"], "/dev/zero has more than");
}

#[test]
fn options_of_the_compiler_are_refused_beside_an_executable() {
    let (_folder, inside) = place();
    run(&inside, "say.c", &["--keep", "."]);
    for (option, value) in [("-O", "9"), ("-D", "=")] {
        let mut weft = weft(&inside, &["run", option, value, "say.elf"]);
        let ran = weft.output().expect("weft runs");
        assert_eq!(ran.status.code(), Some(2));
        let said = text(&ran.stderr);
        assert!(said.contains(&format!("{option} is for C files")), "{said}");
    }
}
