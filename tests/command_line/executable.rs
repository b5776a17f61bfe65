//! A host that makes no memory executable: hot code is interpreted, with the same cycles, and that is said once.

use std::path::PathBuf;
use std::process::{Command, Output};

use weft_tests::command::{weft, Folder};

/// Ends with this status if the system cannot refuse such memory.
const CANNOT: i32 = 9;
/// Long enough that hot code would be translated.
const RUN: [&str; 6] = ["run", "-n", "1", "compute.c", "--", "3000"];
const SAID: &str = "hot code was interpreted, which takes longer: no memory can be made executable";

fn repository(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// A program that has another one run where no shared memory can be made executable.
fn refusing(folder: &Folder) -> PathBuf {
    let program = folder.path("refuse");
    let compiled = Command::new("cc")
        .arg("-o")
        .arg(&program)
        .arg(repository("command_line/no_executable_memory.c"))
        .status();
    assert!(compiled.expect("cc runs").success());
    program
}

fn ended(mut command: Command, folder: &Folder) -> Output {
    command.args(RUN).current_dir(folder.path("."));
    command.output().expect("it runs")
}

/// The line of a report that says how long the program took.
fn cycles(output: &Output) -> String {
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = report.lines().find(|line| line.contains("finished after"));
    line.expect("a report").to_owned()
}

#[test]
fn a_host_that_makes_no_memory_executable_interprets_and_says_so() {
    let program = std::fs::read(repository("../apps/compute/compute.c")).expect("the program");
    let folder = Folder::with("compute.c", program);
    let mut refused = Command::new(refusing(&folder));
    refused.arg(weft());
    let refused = ended(refused, &folder);
    if refused.status.code() == Some(CANNOT) {
        eprintln!("skipped: this system cannot refuse to make memory executable");
        return;
    }
    let plain = ended(Command::new(weft()), &folder);
    assert!(plain.status.success());
    assert_eq!(refused.status, plain.status);
    assert_eq!(refused.stdout, plain.stdout);
    assert_eq!(cycles(&refused), cycles(&plain));
    let times = |output: &Output| {
        String::from_utf8_lossy(&output.stderr)
            .matches(SAID)
            .count()
    };
    assert_eq!((times(&refused), times(&plain)), (1, 0));
}
