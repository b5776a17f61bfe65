//! The circuits as an engine, and the circuits beside the simulator. Verilator compiles them; where it is not installed, these tests say so
//! and do nothing.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use weft_tests::command::{interrupt, started, weft, Ended, Folder, FOREVER};

pub const FAILED: i32 = 1;
const BAD_INPUT: i32 = 2;
const DEADLOCK: i32 = 3;
const TIMED_OUT: i32 = 124;
const INTERRUPTED: i32 = 130;

/// Compiling circuits takes a minute where nothing else runs.
pub const PATIENCE_SECONDS: &str = "900";
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Is Verilator here? If it is not, the test is skipped.
pub fn has_verilator() -> bool {
    let is_there = Command::new("verilator").arg("--version").output().is_ok();
    if !is_there {
        eprintln!("skipped: no verilator here (apt-get install verilator)");
    }
    is_there
}

/// `weft`, with time to compile circuits.
fn patient(folder: &Folder, arguments: &str) -> Command {
    let mut command = Command::new("timeout");
    command.args(["--foreground", PATIENCE_SECONDS]).arg(weft());
    command
        .args(arguments.split_whitespace())
        .current_dir(folder.path(""))
        .stdin(Stdio::null());
    command
}

pub fn ended(folder: &Folder, arguments: &str) -> Ended {
    let output: Output = patient(folder, arguments).output().expect("weft runs");
    Ended::from(arguments, output)
}

/// The same with the circuits of another tree.
pub fn ended_with(home: &Folder, folder: &Folder, arguments: &str) -> Ended {
    let mut command = patient(folder, arguments);
    let output = command.env("WEFT_HOME", home.path("")).output();
    Ended::from(arguments, output.expect("weft runs"))
}

/// The record of a run, without what is the engine's own, and what the run printed.
fn record(folder: &Folder, engine: &str, rest: &str) -> (Value, String, Option<i32>) {
    let run = format!("run --quiet --engine {engine} --json {engine}.json {rest}");
    let ended = ended(folder, &run);
    let text = folder.read(&format!("{engine}.json"));
    let mut record: Value = serde_json::from_slice(&text).expect("a record");
    for key in ["engine", "seconds", "mips", "translated", "interpreted"] {
        record.as_object_mut().expect("an object").remove(key);
    }
    (record, ended.stdout, ended.status)
}

pub fn assert_same(folder: &Folder, rest: &str) {
    let [step, circuits] = ["step", "rtl"].map(|engine| record(folder, engine, rest));
    assert_eq!(step.1, circuits.1, "{rest}");
    assert_eq!(step.2, circuits.2, "{rest}");
    assert_eq!(step.0, circuits.0, "{rest}");
}

fn application(name: &str) -> String {
    format!("{ROOT}/apps/{name}/{name}.c")
}

#[test]
fn the_circuits_print_and_count_what_the_simulator_does() {
    if !has_verilator() {
        return;
    }
    let folder = Folder::default();
    for name in ["hello", "ring", "locks"] {
        assert_same(&folder, &application(name));
    }
    assert_same(&folder, &format!("{} -- 16 16 4", application("heat")));
    assert_same(&folder, &format!("-n 3 {}", application("ring")));
}

/// Matching, early data, granted locks and a pipelined controller.
#[test]
fn the_circuits_of_asip8x_do_what_the_simulator_does() {
    if !has_verilator() {
        return;
    }
    let folder = Folder::default();
    for name in ["hello", "ring", "collectives"] {
        assert_same(&folder, &format!("-p asip8x {}", application(name)));
    }
    assert_same(
        &folder,
        &format!("-p asip8x {} -- 16 16 4", application("heat")),
    );
    let verify = format!("verify asip8x -n 3 {}", application("ring"));
    let told = ended(&folder, &verify).exits(0);
    assert!(told.stdout.contains("no difference"), "{}", told.stdout);
}

/// A MAC unit, whose bursts and interrupts compete with the cores.
#[test]
fn the_circuits_of_uwb4_do_what_the_simulator_does() {
    if !has_verilator() {
        return;
    }
    let folder = Folder::default();
    let program = format!("{ROOT}/tests/hardware/mac.c");
    assert_same(&folder, &format!("-p uwb4 {program}"));
    let told = ended(&folder, &format!("verify uwb4 --power-on 1 {program}")).exits(0);
    for piece in ["2 beacons, error 1", "to the end: no difference"] {
        assert!(told.stdout.contains(piece), "{}", told.stdout);
    }
}

/// Two random chips, and random programs with all instructions, exceptions, interrupts and messages.
#[test]
fn random_programs_run_alike_on_random_chips() {
    if !has_verilator() {
        return;
    }
    let campaign = format!("{ROOT}/hardware/campaign --cycles 1000000 --chips 2");
    let output = Command::new("timeout")
        .args(["--foreground", PATIENCE_SECONDS])
        .args(campaign.split(' '))
        .env("WEFT", weft())
        .output();
    let told = Ended::from(&campaign, output.expect("python3 runs")).exits(0);
    assert!(
        told.stdout.ends_with("cycles, no difference\n"),
        "{}",
        told.stdout
    );
}

#[test]
fn exit_statuses_files_and_messages_left_are_the_same() {
    if !has_verilator() {
        return;
    }
    let source = r#"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, values[40] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    FILE *file = fopen(argv[1], "r");
    char line[32] = "";
    if (file)
        fgets(line, sizeof line, file);
    printf("%d reads %s\n", rank, line);
    if (rank == 1)
        MPI_Send(values, 40, MPI_INT, 0, 7, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return rank == 2 ? 5 : 0;
}
"#;
    let folder = Folder::with("statuses.c", source);
    folder.write("text", "words");
    assert_same(&folder, "-n 3 statuses.c -- text");
    assert_same(&folder, "-n 3 --files none --label statuses.c -- other");
    let abort = "#include <stdlib.h>\nint main(void) { abort(); }\n";
    folder.write("aborts.c", abort);
    assert_same(&folder, "-n 1 aborts.c");
}

#[test]
fn faults_deadlocks_and_limits_are_told() {
    if !has_verilator() {
        return;
    }
    let folder = Folder::with(
        "faulty.c",
        "int main(void) { return *(volatile int *)0x50000000; }\n",
    );
    let pieces = ["core 0", "0x50000000", "faulty.c:1"];
    let told = ended(&folder, "run -q -n 1 --engine rtl faulty.c");
    told.exits(FAILED).says(&pieces);
    let waits = "#include <mpi.h>
int main(int argc, char **argv)
{
    int value;
    MPI_Init(&argc, &argv);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
";
    folder.write("waits.c", waits);
    assert_same(&folder, "-n 2 waits.c");
    let told = ended(&folder, "run -q -n 2 --engine rtl waits.c");
    told.exits(DEADLOCK).says(&["deadlock after", "MPI_Recv"]);
    assert_same(&folder, "-n 2 --max-cycles 300 waits.c");
    folder.write(
        "forever.c",
        "int main(void) { for (;;) __asm__ volatile(\"\"); }\n",
    );
    let told = ended(&folder, "run -q -n 1 --engine rtl --timeout 1 forever.c");
    told.exits(TIMED_OUT)
        .says(&["as --timeout says", "forever.c:1"]);
}

#[test]
fn ctrl_c_ends_the_circuits_too() {
    if !has_verilator() {
        return;
    }
    let folder = Folder::with("forever.c", FOREVER.0);
    let arguments = "run -n 1 --engine rtl forever.c";
    let (child, _stdout) = started(&mut patient(&folder, arguments));
    let weft_id = first_child(child.id());
    let engine = first_child(weft_id);
    interrupt(&child);
    let output = child.wait_with_output().expect("weft ends");
    let told = Ended::from(arguments, output);
    told.exits(INTERRUPTED)
        .says(&["interrupted", "forever.c:2"]);
    assert!(!Path::new(&format!("/proc/{engine}")).exists());
}

fn first_child(of: u32) -> u32 {
    let children = std::fs::read_to_string(format!("/proc/{of}/task/{of}/children"));
    let children = children.expect("the system lists children");
    let first = children.split_whitespace().next().expect("a child");
    first.parse().expect("a number")
}

/// A home of Weft whose circuits have a mistake: in this module, instead of what is right.
pub fn damaged_home(module: &str, right: &str, wrong: &str) -> Folder {
    let home = Folder::default();
    for name in ["apps", "lib", "platforms"] {
        let link = std::os::unix::fs::symlink(format!("{ROOT}/{name}"), home.path(name));
        link.expect("a link is made");
    }
    let copied = Command::new("cp")
        .args(["-r", &format!("{ROOT}/hardware")])
        .arg(home.path(""))
        .status();
    assert!(copied.expect("cp runs").success());
    let place = format!("hardware/{module}");
    let text = String::from_utf8(home.read(&place)).expect("a text");
    assert!(text.contains(right));
    home.write(&place, text.replace(right, wrong));
    home
}

#[test]
fn a_mistake_in_the_circuits_is_found_with_its_place() {
    if !has_verilator() {
        return;
    }
    let folder = Folder::default();
    let verify = format!(
        "verify asip8 --set cores.count=2 --wave last.fst {}",
        application("ring")
    );
    let told = ended(&folder, &verify).exits(0);
    assert!(told
        .stdout
        .contains("33 signals of each of 2 cores, 193 registers of message units, controller and bus, to the end: no difference"));

    let home = damaged_home(
        "csr.sv",
        "12'hf14, 12'hfc3: value = {26'b0, node};",
        "12'hf14, 12'hfc3: value = {26'b0, node | 6'd1};",
    );
    let told = ended_with(&home, &folder, &verify).exits(FAILED);
    for piece in [
        "controller and bus: a difference",
        "core 0, x",
        "the simulator has 0x0, the circuits 0x1",
        "  core 1: 0x",
        "last.fst",
    ] {
        assert!(told.stdout.contains(piece), "{piece}\n{}", told.stdout);
    }
    assert!(!folder.read("last.fst").is_empty());
}

/// A block too many is told at the end of the cycle of its delivery, when no core knows of it yet.
#[test]
#[ignore = "compiles a chip: part of make test-long"]
fn a_mistake_in_a_message_unit_is_found_in_its_register() {
    if !has_verilator() {
        return;
    }
    let home = damaged_home(
        "mailbox_buffer.sv",
        "count <= deliver ? count + 1'b1",
        "count <= deliver ? count + 2'd2",
    );
    let verify = format!("verify asip8 --set cores.count=2 {}", application("ring"));
    let told = ended_with(&home, &Folder::default(), &verify).exits(FAILED);
    let place = "message unit 1, mailbox_blocks: the simulator has 0x1, the circuits 0x2";
    assert!(told.stdout.contains(place), "{}", told.stdout);
}

/// With this seed a register holds a store that is being carried out when power comes.
#[test]
fn what_registers_hold_when_power_comes_is_in_no_memory_of_a_program() {
    if has_verilator() {
        let verify = format!(
            "verify asip8 --set cores.count=2 --power-on 101 {}",
            application("ring")
        );
        ended(&Folder::default(), &verify).exits(0);
    }
}

/// With zeros at first the mistake cannot be seen: that a core has halted is a register, and the reset forgets it.
#[test]
#[ignore = "compiles two chips: part of make test-long"]
fn a_reset_that_forgets_a_register_is_found_by_what_it_holds_before() {
    if !has_verilator() {
        return;
    }
    let folder = Folder::default();
    let verify = format!("verify asip8 --set cores.count=2 {}", application("hello"));
    for seed in ["", "--power-on 1", "--power-on 2"] {
        ended(&folder, &format!("{verify} {seed}")).exits(0);
    }
    let home = damaged_home(
        "core.sv",
        "if (reset) {ex_valid, halted} <= '0;",
        "if (reset) ex_valid <= '0;",
    );
    let found = |seed: &str| {
        let arguments = format!("{verify} {seed} --max-cycles 100");
        ended_with(&home, &folder, &arguments).status == Some(FAILED)
    };
    assert!(!found(""));
    let seeds = (1..9).map(|seed| format!("--power-on {seed}"));
    assert!(seeds.into_iter().any(|seed| found(&seed)));
}

#[test]
fn what_circuits_cannot_do_is_refused_by_its_name() {
    let folder = Folder::with("a.c", "int main(void) { return 0; }\n");
    for (option, name) in [
        ("--gdb 7777", "--gdb"),
        ("--trace a.csv", "--trace"),
        ("--wave a.fst", "--wave"),
        ("--no-translate", "--no-translate"),
    ] {
        let told = folder.weft(&format!("run --engine rtl {option} a.c"));
        let why = format!("{name} needs the simulator, which --engine rtl does not run");
        told.exits(BAD_INPUT).says(&[&why]);
    }
    let other = folder.weft("run --engine rtl -p uwb4-ipcm a.c");
    let other = other.exits(BAD_INPUT);
    other.says(&[
        "no hardware yet",
        "uwb4-ipcm",
        "in place of uwb4",
        "mailbox",
    ]);
    let other = folder.weft("verify nagam a.c").exits(BAD_INPUT);
    other.says(&["no hardware yet", "nagam"]);
    let host = folder.weft("run --engine rtl -p host a.c");
    host.exits(BAD_INPUT)
        .says(&["--engine rtl needs a simulated chip"]);
}

/// The compilers of chips are there, and Verilator is not.
#[test]
fn without_verilator_one_sentence_says_what_to_install() {
    let folder = Folder::with("a.c", "int main(void) { return 0; }\n");
    let tools = Folder::default();
    for folder in ["/usr/bin", "/bin"] {
        for entry in std::fs::read_dir(folder)
            .expect("a folder of programs")
            .flatten()
        {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.starts_with("verilator") {
                let _ = std::os::unix::fs::symlink(entry.path(), tools.path(&name));
            }
        }
    }
    let arguments = "run -q -n 1 --engine rtl a.c";
    let output = folder
        .command(arguments)
        .env("PATH", tools.path(""))
        .output();
    let told = Ended::from(arguments, output.expect("weft runs"));
    told.exits(BAD_INPUT)
        .says(&["there is no verilator here", "apt-get install verilator"]);
}
