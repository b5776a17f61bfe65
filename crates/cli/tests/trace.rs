//! `weft run --trace`: the program does not notice, both engines tell the same, and what is told is what has happened.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Ranks of the program, and its rounds.
const RANKS: u64 = 3;
const ROUNDS: u64 = 20;

fn weft(folder: &Path, arguments: &[&str]) -> Output {
    let mut weft = Command::new(env!("CARGO_BIN_EXE_weft"));
    weft.current_dir(folder).args(arguments);
    weft.output().expect("weft runs")
}

fn run(folder: &Path, options: &[&str]) -> Output {
    run_program("exchange.c", folder, options)
}

fn run_program(program: &str, folder: &Path, options: &[&str]) -> Output {
    run_ranks("3", program, folder, options)
}

fn run_ranks(ranks: &str, program: &str, folder: &Path, options: &[&str]) -> Output {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trace");
    let source = sources.join(program);
    let source = source.to_str().expect("a path that is text");
    let mut arguments = vec!["run", "--quiet", "-n", ranks, source];
    arguments.extend_from_slice(options);
    let output = weft(folder, &arguments);
    assert!(output.status.success(), "{output:?}");
    output
}

fn json(folder: &Path, name: &str) -> Value {
    let text = std::fs::read(folder.join(name)).expect("a record");
    serde_json::from_slice(&text).expect("JSON")
}

/// The rows of a table of events: column by column.
fn rows(folder: &Path, name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join(name)).expect("a trace");
    let columns = |line: &str| line.split(',').map(str::to_owned).collect();
    text.lines().skip(1).map(columns).collect()
}

#[test]
fn tracing_costs_no_cycle_and_both_engines_tell_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    for platform in [
        "asip8",
        "asip8x",
        "asip8-dma",
        "asip8-ipcm",
        "cortex4",
        "nagam",
    ] {
        run(folder, &["-p", platform, "--json", "plain.json"]);
        run(
            folder,
            &["-p", platform, "--json", "fast.json", "--trace", "fast.csv"],
        );
        run(
            folder,
            &["-p", platform, "--engine", "step", "--trace", "step.csv"],
        );
        let (plain, traced) = (json(folder, "plain.json"), json(folder, "fast.json"));
        for fact in ["cycles", "instructions", "messages", "programs"] {
            assert_eq!(plain[fact], traced[fact], "{fact} on {platform}");
        }
        assert!(
            rows(folder, "fast.csv") == rows(folder, "step.csv"),
            "{platform}"
        );
    }
}

/// How often each row occurs, by event, location and name or, of messages, what the columns behind say.
fn counts(rows: &[Vec<String>]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for row in rows {
        let key = match row[2].as_str() {
            "send" | "receive" => format!("{} {} {}", row[1], row[2], row[4..8].join(" ")),
            event => format!("{} {event} {}", row[1], row[3]),
        };
        *counts.entry(key).or_insert(0) += 1;
    }
    counts
}

#[test]
fn what_is_told_is_what_has_happened() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    for platform in ["asip8", "asip8x", "asip8-dma", "asip8-ipcm", "cortex4"] {
        run(folder, &["-p", platform, "--trace", "run.csv"]);
        let counts = counts(&rows(folder, "run.csv"));
        let count = |key: &str| counts.get(key).copied().unwrap_or(0);
        for (key, expected) in [
            ("0 enter MPI_Send", 3 * ROUNDS),
            ("2 enter MPI_Send", ROUNDS),
            ("1 enter MPI_Recv", 2 * ROUNDS),
            ("0 enter MPI_Wait", ROUNDS),
            ("0 enter work", ROUNDS),
            ("2 enter work", 0),
            ("2 enter MPI_Allreduce", 1),
            ("0 enter rounds", 1),
            ("0 leave rounds", 1),
            ("0 enter main", 1),
            ("0 send 1 7 0 4", ROUNDS),
            ("1 receive 0 7 0 4", ROUNDS),
            ("0 send 1 300 0 1000", ROUNDS),
            ("1 receive 0 300 0 1000", ROUNDS),
            ("0 send 1 3 0 4", ROUNDS),
            ("0 receive 2 3 0 4", ROUNDS),
        ] {
            assert_eq!(count(key), expected, "{key} on {platform}");
        }
        for location in 0..RANKS {
            let of_it = |event: &str| {
                let start = format!("{location} {event} ");
                let found = counts.iter().filter(|(key, _)| key.starts_with(&start));
                found.map(|(_, count)| count).sum::<u64>()
            };
            assert_eq!(
                of_it("enter"),
                of_it("leave"),
                "at {location} on {platform}"
            );
        }
        let total = |event: &str| -> u64 {
            let found = counts.iter().filter(|(key, _)| key.contains(event));
            found.map(|(_, count)| count).sum()
        };
        assert_eq!(total(" send "), total(" receive "), "{platform}");
    }
}

/// What every task of `blocks.c` does, on a mesh and on this machine.
fn assert_blocks_are_told(rows: &[Vec<String>]) {
    let counts = counts(rows);
    for task in 0..RANKS {
        let (next, previous) = ((task + 1) % RANKS, (task + RANKS - 1) % RANKS);
        for (key, expected) in [
            (format!("{task} send {next} 0 4294967294 64"), 10),
            (format!("{task} receive {previous} 0 4294967294 64"), 10),
            (format!("{task} enter MP_send"), 11),
            (format!("{task} leave MP_receive"), 10),
            (format!("{task} enter MP_mwrite"), 1),
        ] {
            assert_eq!(counts.get(&key), Some(&expected), "{key}");
        }
    }
}

#[test]
fn blocks_of_tasks_are_told_on_a_mesh_and_cost_no_cycle() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let run =
        |options: &[&str]| run_program("blocks.c", folder, &[&["-p", "nagam"], options].concat());
    run(&["--json", "plain.json"]);
    run(&["--json", "traced.json", "--trace", "fast.csv"]);
    run(&["--engine", "step", "--trace", "step.csv"]);
    let cycles = |name| json(folder, name)["cycles"].clone();
    assert_eq!(cycles("plain.json"), cycles("traced.json"));
    let told = rows(folder, "fast.csv");
    assert!(told == rows(folder, "step.csv"));
    assert_blocks_are_told(&told);
}

#[test]
fn blocks_of_tasks_are_told_on_this_machine() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    run_program("blocks.c", folder, &["-p", "host", "--trace", "run.csv"]);
    assert_blocks_are_told(&rows(folder, "run.csv"));
}

#[test]
fn a_communicator_has_its_members_and_a_wait_its_late_receiver() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    run_program("halves.c", folder, &["--trace", "run.csv"]);
    let found = weft(folder, &["trace", "run.csv", "--json", "found.json"]);
    assert!(found.status.success(), "{found:?}");
    let found = json(folder, "found.json");
    let mut waits = found["waits"].as_array().expect("waits").iter();
    let late = waits.find(|wait| wait["kind"] == "late_receiver");
    let late = late.expect("a late receiver");
    assert_eq!((&late["waiting"], &late["late"]), (&2.into(), &0.into()));
    assert!(late["ticks"].as_u64() > Some(10_000), "{late}");
    if !weft_trace::otf2::IS_THERE {
        return;
    }
    run_program("halves.c", folder, &["--trace", "run.otf2"]);
    let printed = Command::new("otf2-print")
        .args(["-G", "run.otf2/traces.otf2"])
        .current_dir(folder)
        .output()
        .expect("otf2-print (Debian: otf2-tools)");
    assert!(printed.stderr.is_empty(), "{printed:?}");
    let printed = String::from_utf8_lossy(&printed.stdout);
    let members = "2 Members: 2 (\"rank 2 (core 2)\" <2>), 0 (\"rank 0 (core 0)\" <0>)";
    assert!(printed.contains(members), "{printed}");
}

/// The changes of each metric of the network: time and value, by its name.
fn network(folder: &Path, name: &str) -> BTreeMap<String, Vec<(u64, u64)>> {
    let text = std::fs::read_to_string(folder.join(name)).expect("a trace");
    let mut told: BTreeMap<String, Vec<(u64, u64)>> = BTreeMap::new();
    for line in text.lines() {
        let Some((time, rest)) = line.split_once(",network,value,") else {
            continue;
        };
        let (name, value) = rest.split_once(",,,,,").expect("a value");
        let change = (time.parse().expect("a time"), value.parse().expect("one"));
        let name = name.trim_matches('"').to_owned();
        told.entry(name).or_default().push(change);
    }
    told
}

#[test]
fn loads_of_links_add_up_to_what_they_have_carried() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let options = ["-p", "nagam", "--json", "run.json", "--trace", "run.csv"];
    run(folder, &options);
    let (record, told) = (json(folder, "run.json"), network(folder, "run.csv"));
    let end = record["cycles"].as_u64().expect("cycles");
    let links = record["mesh"]["links"].as_array().expect("links");
    let mut busy = 0;
    for link in links {
        let flits = link["flits"].as_u64().expect("flits");
        let place = |end: &str| link[end].as_str().expect("a place").to_owned();
        let changes = &told[&format!("{} to {}: load", place("from"), place("to"))];
        let ends = changes.iter().skip(1).map(|change| change.0).chain([end]);
        let carried = changes
            .iter()
            .zip(ends)
            .map(|((from, load), to)| load * (to - from));
        let carried = carried.sum::<u64>() / 1000;
        // Half a flit in 1000 cycles is lost by rounding, and the last flits may arrive when the programs have ended.
        assert!(
            carried.abs_diff(flits) <= end / 2000 + 2,
            "{link}: {carried}"
        );
        busy += u64::from(carried > 0);
    }
    assert!(busy > 6, "three ranks talk over more than {busy} links");
}

#[test]
fn requests_that_wait_at_a_memory_are_seen() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    run(folder, &["-p", "cortex4", "--trace", "run.csv"]);
    let told = network(folder, "run.csv");
    assert!(most(&told["left0 to scratchpad0: load"]) > 0);
    assert!(told.contains_key("left0 to scratchpad0: waiting"));
    assert!(!told.contains_key("bus: load"), "there is none");
}

fn most(changes: &[(u64, u64)]) -> u64 {
    let values = changes.iter().map(|change| change.1);
    values.max().expect("a value")
}

#[test]
fn buses_and_crossbars_tell_how_busy_they_are() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    for (platform, ways) in [
        ("asip8", ["crossbar to core 0", "crossbar to core 1"]),
        ("asip8-ipcm", ["bus", "bus"]),
        ("funcapi", ["HIBI", "HIBI"]),
    ] {
        let options = ["-p", platform, "--trace", "run.csv"];
        run_ranks("2", "exchange.c", folder, &options);
        let told = network(folder, "run.csv");
        for way in ways {
            let load = most(&told[&format!("{way}: load")]);
            assert!((1..=1000).contains(&load), "{way} of {platform}: {load}");
            assert!(told.contains_key(&format!("{way}: waiting")));
        }
    }
}

/// What two traces of one run say must be one.
#[test]
fn each_format_that_is_read_gives_the_same_findings() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let mut findings = Vec::new();
    for name in ["run.csv", "run.perfetto-trace"] {
        run(folder, &["--trace", name]);
        let found = weft(
            folder,
            &[
                "trace",
                name,
                "--json",
                "found.json",
                "--html",
                "found.html",
            ],
        );
        assert!(found.status.success(), "{found:?}");
        findings.push((found.stdout, json(folder, "found.json")));
    }
    assert_eq!(findings[0], findings[1]);
    let found = &findings[0].1;
    let computing = |location: usize| found["locations"][location]["computing"].as_u64();
    assert!(computing(0) > computing(2), "rank 2 does not work");
    let page = std::fs::read_to_string(folder.join("found.html")).expect("a page");
    assert!(!page.contains("://"), "the page must need no network");
}

#[test]
fn a_trace_that_cannot_be_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    std::fs::write(folder.join("a.csv"), "time,location\n").expect("a file");
    std::fs::write(folder.join("a.pftrace"), [0xFF, 0, 1]).expect("a file");
    for (name, expected) in [
        ("a.csv", "its columns are others"),
        ("a.pftrace", "this is no Perfetto trace"),
        ("a.txt", "ends in .csv"),
        ("none.csv", "cannot read none.csv"),
    ] {
        let refused = weft(folder, &["trace", name]);
        let words = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{words}");
        assert!(words.contains(expected), "{words}");
        assert_eq!(words.lines().count(), 1, "{words}");
    }
}
