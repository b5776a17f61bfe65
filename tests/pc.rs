//! A PC beside a simulated chip: a process that takes part in the run, and ends with it (`docs/guides/pc.md`).

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use weft_tests::command::{Ended, Folder};

/// The chip with node 1 on a core, or on the PC: one line differs.
const ON_CORE: &str = r#"nodes = ["core0", "core1", "dct"]"#;
const ON_PC: &str = r#"nodes = ["core0", "pc", "dct", "core1"]"#;

fn chip(nodes: &str) -> Folder {
    let folder = Folder::default();
    let text = format!("extends = \"funcapi\"\nsummary = \"for tests\"\n[map]\n{nodes}\n");
    folder.write("chip.toml", text);
    folder
}

fn program(name: &str) -> String {
    format!("{}/pc/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn app(name: &str) -> String {
    format!("{}/../apps/mcapi/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs a program on all nodes.
fn run(folder: &Folder, options: &str, name: &str) -> Ended {
    let file = program(name);
    folder.weft(&format!("run --platform chip.toml {options} {file}"))
}

/// The line of the summary that tells the cycles.
fn cycles(ended: &Ended) -> &str {
    let line = ended.stderr.lines().find(|line| line.contains("cycles, "));
    line.expect("a summary")
}

#[test]
fn a_node_moves_to_the_pc_by_one_line_of_the_map() {
    let here = run(&chip(ON_CORE), "--quiet", "rounds.c").exits(0).stdout;
    let there = run(&chip(ON_PC), "--quiet", "rounds.c").exits(0).stdout;
    assert_eq!(here, there);
    assert!(
        here.contains("20000 bytes, 20000 came back, 0 wrong"),
        "{here}"
    );
}

/// The PC reads and writes the memory behind the chip's bus as a core does.
#[test]
fn external_memory_is_the_same_from_the_pc() {
    let printed = |nodes| {
        let ended = run(&chip(nodes), "--quiet", "external.c").exits(0);
        let mut lines: Vec<String> = ended.stdout.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let here = printed(ON_CORE);
    assert_eq!(here, printed(ON_PC));
    assert_eq!(here[1], "node 1: 0 words wrong, 4 of 4 places");
}

/// MPI's ranks are cores: the PC is left out, and cannot be given such a program.
#[test]
fn mpi_runs_on_the_cores_alone() {
    let hello = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps/hello/hello.c");
    let folder = chip(ON_PC);
    let ended = folder.weft(&format!("run --quiet --platform chip.toml {hello}"));
    let printed = ended.exits(0).stdout;
    assert!(printed.contains("rank 1 of 2"), "{printed}");
    let given = format!("run --quiet --platform chip.toml -n 1 --core pc={hello} {hello}");
    folder
        .weft(&given)
        .exits(2)
        .says(&["calls MPI, whose ranks are cores"]);
}

#[test]
fn tasks_of_mp_h_run_on_the_cores_alone() {
    let blocks = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps/mp/latency.c");
    let ended = chip(ON_PC).weft(&format!("run --quiet --platform chip.toml {blocks}"));
    let printed = ended.exits(0).stdout;
    assert!(printed.contains("block 256"), "{printed}");
}

#[test]
fn the_four_node_example_moves_as_well() {
    let example = app("four_nodes.c");
    let printed = |nodes: &str| {
        let options = format!("--quiet --platform chip.toml -D NODES=2 {example}");
        chip(nodes).weft(&format!("run {options}")).exits(0).stdout
    };
    let here = printed(ON_CORE);
    assert_eq!(here, printed(ON_PC));
    assert_eq!(here.lines().count(), 3, "{here}");
}

/// All links at once: node 0 on the PC, the accelerator, and cores.
#[test]
fn an_accelerator_answers_the_pc_as_it_does_a_core() {
    let example = app("dct.c");
    let printed = |nodes: &str| {
        let options = format!("--quiet --platform chip.toml {example}");
        chip(nodes).weft(&format!("run {options}")).exits(0).stdout
    };
    let of_core = printed(ON_CORE);
    assert_eq!(
        of_core,
        printed(r#"nodes = ["pc", "core1", "dct", "core0"]"#)
    );
    assert!(!of_core.is_empty());
}

#[test]
fn in_lockstep_runs_repeat_to_the_cycle_in_both_engines() {
    let folder = chip(ON_PC);
    let first = run(&folder, "--log first", "rounds.c").exits(0);
    let second = run(&folder, "--log second", "rounds.c").exits(0);
    let step = run(&folder, "--engine step --log step", "rounds.c").exits(0);
    assert_eq!(cycles(&first), cycles(&second));
    assert_eq!(cycles(&first), cycles(&step));
    let log = folder.read("first");
    assert!(log == folder.read("second") && log == folder.read("step"));
}

#[test]
fn a_log_repeats_a_run_that_does_not_repeat_by_itself() {
    let folder = chip(ON_PC);
    let live = run(&folder, "--pc-sync free --log log", "rounds.c").exits(0);
    let again = run(&folder, "--replay log", "rounds.c").exits(0);
    let step = run(&folder, "--replay log --engine step", "rounds.c").exits(0);
    assert_eq!(cycles(&live), cycles(&again));
    assert_eq!(cycles(&live), cycles(&step));
    assert_eq!((&live.stdout, &live.stdout), (&again.stdout, &step.stdout));
}

#[test]
fn a_program_of_the_pc_that_polls_lets_time_go_on() {
    let folder = chip(ON_PC);
    let asked = |options: &str| -> u32 {
        let ended = run(&folder, options, "polls.c").exits(0);
        ended.stdout.trim().parse().expect("a number")
    };
    let lockstep = asked("--quiet");
    assert!(lockstep > 10, "{lockstep}");
    assert_eq!(lockstep, asked("--quiet --engine step"));
    asked("--quiet --pc-sync free");
}

#[test]
fn a_pc_has_a_program_of_its_own() {
    let folder = chip(ON_PC);
    let file = program("rounds.c");
    let options = format!("--quiet --label --core core0={file} --core pc={file}");
    let ended = folder
        .weft(&format!("run --platform chip.toml {options}"))
        .exits(0);
    assert!(
        ended.stdout.starts_with("core 0: 0 bytes"),
        "{}",
        ended.stdout
    );
}

#[test]
fn the_summary_says_which_core_ran_what() {
    let (first, second) = (program("polls.c"), program("rounds.c"));
    let options = format!("--core core0={first} --core core1={second} --max-cycles 100");
    let command = format!("run --platform chip.toml {options}");
    let ended = chip(ON_CORE).weft(&command).exits(1);
    ended.says(&["polls.c: core 0\n", "rounds.c: core 1\n"]);
}

#[test]
fn a_pc_that_waits_is_part_of_a_deadlock() {
    for pace in ["lockstep", "free"] {
        let folder = chip(ON_PC);
        let file = program("waits.c");
        let options = format!("--quiet --pc-sync {pace} --log log --platform chip.toml {file}");
        let live = folder.weft(&format!("run {options} -- rests")).exits(3);
        let live = live.says(&["deadlock", "mcapi_msg_recv", "the PC waits for a message"]);
        let again = format!("run --quiet --replay log --platform chip.toml {file} -- rests");
        assert_eq!(live.stderr, folder.weft(&again).exits(3).stderr);
    }
}

#[test]
fn a_pc_whose_program_fails_ends_the_run() {
    for (what, status, said) in [
        ("dies", 1, "was killed by signal 9"),
        ("fails", 7, "ended with status 7"),
    ] {
        let folder = chip(ON_PC);
        let file = program("waits.c");
        let options = format!("--quiet --log log --platform chip.toml {file} -- {what}");
        let live = folder.weft(&format!("run {options}")).exits(status);
        let live = live.says(&["the PC's program", said]).speaks_plainly();
        let again = format!("run --quiet --replay log --platform chip.toml {file} -- {what}");
        assert_eq!(live.stderr, folder.weft(&again).exits(status).stderr);
    }
}

/// A run whose PC does nothing for ever, the process of the PC, and what else is printed.
fn standing(folder: &Folder, pace: &str) -> (Child, u32, BufReader<ChildStdout>) {
    let file = program("waits.c");
    let arguments = format!("run --quiet --pc-sync {pace} --platform chip.toml {file} -- stays");
    let mut command = folder.command(&arguments);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("weft starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line of the PC");
    (child, line.trim().parse().expect("a process"), stdout)
}

fn signal(name: &str, process: u32) {
    let mut kill = Command::new("kill");
    let sent = kill.args([name, &process.to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// A process that has ended but that nobody has waited for does nothing any more.
fn is_running(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = status.rsplit(')').next().unwrap_or_default();
    !matches!(state.trim().chars().next(), None | Some('Z' | 'X'))
}

fn ended(child: Child, mut stdout: BufReader<ChildStdout>) -> Ended {
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("the rest");
    Ended::from("run", child.wait_with_output().expect("weft ends"))
}

#[test]
fn a_pc_that_is_killed_from_outside_ends_the_run() {
    for pace in ["lockstep", "free"] {
        let (child, process, stdout) = standing(&chip(ON_PC), pace);
        signal("-KILL", process);
        ended(child, stdout)
            .exits(1)
            .says(&["was killed by signal 9"]);
    }
}

#[test]
fn ctrl_c_leaves_no_process_behind() {
    for pace in ["lockstep", "free"] {
        let (child, process, stdout) = standing(&chip(ON_PC), pace);
        assert!(is_running(process));
        signal("-INT", child.id());
        ended(child, stdout).exits(130).says(&["interrupted"]);
        let deadline = Instant::now() + Duration::from_secs(10);
        while is_running(process) {
            assert!(Instant::now() < deadline, "the PC's process still runs");
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let file = program("rounds.c");
    let pc = chip(ON_PC);
    let core = chip(ON_CORE);
    run(&pc, "--log log", "rounds.c").exits(0);
    pc.write("empty", "");
    for (folder, options, said) in [
        (
            &core,
            format!("--core pc={file}"),
            "no node of chip is on the PC",
        ),
        (&core, format!("--log log {file}"), "--core pc=FILE"),
        (&core, format!("--pc-sync free {file}"), "--core pc=FILE"),
        (
            &pc,
            format!("--core pc={file} --core pc={file}"),
            "two programs",
        ),
        (&pc, format!("--core gpu={file}"), "is no place"),
        (&pc, format!("--core core7={file}"), "cores 0 to 1"),
        (
            &pc,
            format!("--core core0={file} --core 0={file}"),
            "two programs",
        ),
        (&pc, format!("--gdb 3333 {file}"), "--gdb"),
        (&pc, format!("--replay nothing {file}"), "cannot read"),
        (&pc, format!("--replay empty {file}"), "is no log"),
        (&pc, format!("--replay log --log other {file}"), "--log"),
        (
            &pc,
            format!("--replay log {}", program("polls.c")),
            "other programs",
        ),
        (&pc, format!("--replay log {file} -- 1"), "arguments"),
    ] {
        let command = format!("run --platform chip.toml {options}");
        folder
            .weft(&command)
            .exits(2)
            .says(&[said])
            .speaks_plainly();
    }
    for option in ["--log log", "--replay log", "--pc-sync free"] {
        let native = format!("run --platform host {option} {file}");
        pc.weft(&native).exits(2).says(&["needs a simulated chip"]);
    }
    let nowhere = format!("run --core pc={file}");
    pc.weft(&nowhere)
        .exits(2)
        .says(&["asip8 has no PC beside it"]);
}
