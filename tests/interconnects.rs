//! A chip with two interconnects: a program that uses both prints the same in both engines, and both have carried something.

use weft_tests::command::Folder;

/// Runs a program of `apps/` on a platform in both engines: what it prints, and the names of the loads that are not 0 all the time.
fn run(platform: &str, program: &str) -> (String, Vec<String>) {
    let source = format!("{}/../apps/{program}", env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::default();
    let printed = ["step", "fast"].map(|engine| {
        let options = format!("--quiet --platform {platform} --engine {engine} --trace run.csv");
        folder
            .weft(&format!("run {options} {source}"))
            .exits(0)
            .stdout
    });
    assert_eq!(printed[0], printed[1]);
    let trace = String::from_utf8(folder.read("run.csv")).expect("text");
    let [_, printed] = printed;
    (printed, trace.lines().filter_map(load).collect())
}

/// The name of the load that a line of a trace tells, if it is not 0: `TIME,network,value,NAME: load,,,,,VALUE`.
fn load(line: &str) -> Option<String> {
    let (_, event) = line.split_once(",network,value,")?;
    let (name, value) = event.rsplit_once(',')?;
    let (name, _) = name.trim_start_matches('"').split_once(": load")?;
    (value != "0").then(|| name.to_string())
}

/// The cycles at the end of each line of a program's table.
fn cycles(printed: &str) -> Vec<u64> {
    let lines = printed
        .lines()
        .filter_map(|line| line.strip_suffix(" cycles"));
    let number = |line: &str| line.split_whitespace().next_back()?.parse().ok();
    lines.filter_map(number).collect()
}

/// Whether a link whose name starts so has a load.
fn has(loads: &[String], start: &str) -> bool {
    loads.iter().any(|name| name.starts_with(start))
}

/// Locks for slices are quicker than a lock for all of the table, and several memories than one.
#[test]
fn tallies_on_a_mesh_with_locks_from_the_crossbar() {
    let (printed, loads) = run("tiles16", "tally/tally.c");
    assert!(printed.ends_with("0 sums are wrong\n"), "{printed}");
    let [_, one_lock, one_memory, three_memories] = cycles(&printed)[..] else {
        panic!("{printed}");
    };
    assert!(
        one_lock > 4 * one_memory && one_memory > three_memories,
        "{printed}"
    );
    for interconnect in [
        "router ",
        "memory 0 to",
        "memory 1 to",
        "memory 2 to",
        "crossbar to synchronization controller",
    ] {
        assert!(has(&loads, interconnect), "{interconnect}: {loads:?}");
    }
}

/// A counter on the bus hands out rows sooner than core 0 does by messages, and evener than equal shares are.
#[test]
fn rows_go_over_hibi_and_their_numbers_over_the_bus() {
    let (printed, loads) = run("hibi8", "schedule/schedule.c");
    assert!(printed.ends_with("0 rows are wrong\n"), "{printed}");
    let [shares, messages, counter] = cycles(&printed)[..] else {
        panic!("{printed}");
    };
    assert!(shares > messages && messages > counter, "{printed}");
    for interconnect in ["HIBI", "bus"] {
        let is_there = loads.iter().any(|name| name == interconnect);
        assert!(is_there, "{interconnect}: {loads:?}");
    }
}
