//! `weft paper` from outside, and the programs that it measures with.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use weft_tests::command::{Ended, Folder};

const INTERRUPTED: i32 = 130;

/// A folder of papers with one paper, of one program and one row.
const PAPERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/papers");
const PAPER_FILES: [&str; 4] = [
    "paper.toml",
    "published.toml",
    "experiments.toml",
    "round_trip.c",
];

fn application(files: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps");
    let paths = files
        .iter()
        .map(|file| folder.join(file).display().to_string());
    paths.collect::<Vec<_>>().join(" ")
}

/// What a program reports on some cores of a platform, the same in both engines.
fn output(files: &[&str], platform: &str, cores: u32, arguments: &str) -> String {
    let folder = Folder::default();
    let [fast, step] = ["fast", "step"].map(|engine| {
        let options = format!("-q --reports -n {cores} -p {platform} --engine {engine}");
        let run = format!("run {options} {} -- {arguments}", application(files));
        folder.weft(&run).exits(0).stdout
    });
    assert_eq!(fast, step, "{files:?} on {cores} cores of {platform}");
    fast
}

/// The number at the end of the line that begins with these words.
fn number(output: &str, words: &str) -> f64 {
    let lines = output.lines();
    let mut rests = lines.filter_map(|line| line.strip_prefix(words));
    let rest = rests
        .next()
        .unwrap_or_else(|| panic!("no {words} in\n{output}"));
    rest.trim().parse().expect("a number")
}

/// Every item of a source stands on the page as `weft paper NAME --coverage` prints it, and no paper is forgotten.
#[test]
fn the_page_has_every_item_of_each_source() {
    let folder = Folder::default();
    let page = include_str!("../docs/papers/coverage.md");
    let papers = folder.weft("paper").exits(0).stdout;
    for paper in papers.lines().filter_map(|line| line.split(' ').next()) {
        let table = folder
            .weft(&format!("paper {paper} --coverage"))
            .exits(0)
            .stdout;
        assert!(
            page.contains(&format!("<!-- {paper} -->\n{table}<!-- end -->\n")),
            "run scripts/put-table docs/papers/coverage.md {paper} target/release/weft paper {paper} --coverage"
        );
    }
}

#[test]
fn a_paper_without_a_list_of_items_has_no_coverage() {
    let ended = Folder::default().weft(&format!("paper round-trip --from {PAPERS} --coverage"));
    let ended = ended.exits(2);
    assert!(
        ended.stderr.contains("no coverage.toml"),
        "{}",
        ended.stderr
    );
}

/// Each ends with an error if a burst has come changed; the queues wrap round their slots.
#[test]
fn queues_carry_bursts_unchanged() {
    for (program, platform) in [("queues", "queues8"), ("mesh_queues", "nagam-queues")] {
        let file = format!("rivals/{program}.c");
        let output = output(&[&file], platform, 2, "");
        assert!(output.contains("queue scratch constant"), "{output}");
    }
}

/// The mapper for the chip places as well as that of the PC where there is one flow, and at most a fifth worse with several.
#[test]
fn the_mapper_on_the_chip_comes_near_that_of_the_pc() {
    let jpeg = "4 m-0-2 0-1-32 0-2-32 1-3-64 2-3-64 3-m-32";
    let fir = "6 m-0-32 0-1-64 1-2-64 2-3-64 3-4-64 4-5-64 5-m-32";
    let graphs = [
        ("jpeg/jpeg4", jpeg, 1),
        ("jpeg/jpeg4", jpeg, 4),
        ("fir/fir", fir, 1),
        ("fir/fir", fir, 3),
    ];
    for (graph, edges, flows) in graphs {
        let folder = Folder::default();
        let graph = application(&[&format!("{graph}.toml")]);
        let map = format!("map {graph} --platform nagam --flows {flows} --json map.json");
        folder.weft(&map).exits(0);
        let best: Value = serde_json::from_slice(&folder.read("map.json")).expect("JSON");
        let best = best["cost"].as_f64().expect("a cost");
        let arguments = format!("graph {flows} {edges}");
        let found = output(&["mapper/mapper.c"], "nagam", 1, &arguments);
        let found = number(&found, "mapper graph cost");
        let most = if flows == 1 { best } else { 1.2 * best };
        assert!(best <= found && found <= most, "{graph}: {found}, {best}");
    }
}

#[test]
fn the_mapper_on_the_chip_refuses_what_it_cannot_place() {
    let program = application(&["mapper/mapper.c"]);
    for (arguments, why) in [
        ("graph 4 5 0-1-3", "1 to 18 tasks"),
        ("graph 1 2 0-2-3", "is no edge"),
        ("graph 1 2 0-1", "is no edge"),
    ] {
        let run = format!("run -q -n 1 --platform nagam {program} -- {arguments}");
        Folder::default().weft(&run).exits(2).says(&[why]);
    }
}

#[test]
fn message_buffers_hold_what_their_platform_says() {
    for platform in ["nagam", "nagamx"] {
        let output = output(&["burst/buffers.c"], platform, 3, "");
        assert_eq!(number(&output, "buffer input"), 512.0);
        assert_eq!(number(&output, "buffer output"), 256.0);
    }
}

const LIVERMORE: &[&str] = &[
    "livermore/livermore.c",
    "livermore/kernel2.c",
    "livermore/kernel3.c",
    "livermore/kernel6.c",
];

/// Each compares its result with that of a sequential run; sizes that do and do not divide by the number of cores.
#[test]
fn kernels_compute_what_a_sequential_run_does() {
    for kernel in [2, 3, 6] {
        for (cores, elements) in [(1, 2), (2, 100), (5, 17), (8, 64), (8, 5)] {
            output(LIVERMORE, "asip8", cores, &format!("{kernel} {elements} 3"));
        }
        output(LIVERMORE, "asip8", 5, &format!("{kernel} 64 3 shared"));
        output(LIVERMORE, "asip8-polling", 5, &format!("{kernel} 64 3"));
    }
}

/// log2(n) levels, one sum, and n - 2 gaps between n - 1 steps.
#[test]
fn kernels_meet_as_often_as_their_dependences_ask() {
    for (kernel, barriers) in [(2, 10.0), (3, 1.0), (6, 1022.0)] {
        let output = output(LIVERMORE, "asip8", 7, &format!("{kernel} 1024 1"));
        let words = format!("livermore {kernel} 7 own barriers");
        assert_eq!(number(&output, &words), barriers);
    }
}

#[test]
fn a_kernel_that_does_not_fit_is_refused() {
    let program = application(LIVERMORE);
    for (arguments, why) in [("6 8000 1", "does not hold"), ("4", "give the kernel")] {
        let run = format!("run -q -n 1 {program} -- {arguments}");
        Folder::default().weft(&run).exits(2).says(&[why]);
    }
}

#[test]
fn locks_are_handed_over_and_barriers_met_on_any_number_of_cores() {
    for platform in ["asip8", "asip8-polling", "asip8-interrupt"] {
        for cores in [2, 3, 8] {
            let locks = output(&["lock/lock.c"], platform, cores, "8");
            let best = number(&locks, &format!("lock {cores} since best"));
            let worst = number(&locks, &format!("lock {cores} since worst"));
            assert!(0.0 < best && best <= worst, "{locks}");
            let barriers = output(&["barrier/barrier.c"], platform, cores, "5");
            assert!(number(&barriers, &format!("barrier {cores}")) > 0.0);
        }
    }
}

#[test]
fn chosen_rows_are_printed_written_and_drawn() {
    let folder = Folder::default();
    let ended = folder
        .weft("paper asip --quick --only message-4,barrier-2 --json rows.json --plot figures");
    let ended = ended.exits(0);
    assert!(ended.stdout.contains("Quick run"), "{}", ended.stdout);
    assert!(!ended.stdout.contains("missing"), "{}", ended.stdout);
    let json: Value = serde_json::from_slice(&folder.read("rows.json")).expect("valid JSON");
    assert_eq!(json["quick"], true);
    let rows = json["rows"].as_array().expect("rows");
    let names: Vec<_> = rows.iter().filter_map(|row| row["id"].as_str()).collect();
    assert_eq!(
        names,
        [
            "message-4",
            "message-4-run-time",
            "barrier-2-polling",
            "barrier-2-message"
        ]
    );
    for row in rows {
        assert!(
            row["measured"].as_f64().is_some_and(|cycles| cycles > 0.0),
            "{row}"
        );
        for key in ["what", "unit", "published", "faithful", "aim"] {
            assert!(row.get(key).is_some(), "{key} in {row}");
        }
    }
    let picture = String::from_utf8_lossy(&folder.read("figures/figure-13a.svg")).into_owned();
    assert!(picture.contains("published: 14"), "{picture}");
    assert!(folder.path("figures/figure-15a.svg").exists());
    assert!(!folder.path("figures/figure-14.svg").exists());
}

/// Another library in the place of a platform's, measured beside it.
#[test]
fn the_clustered_chips_have_rows_for_both_libraries() {
    let folder = Folder::default();
    let rows = "init-4,barrier-4,circuit-one-way-time";
    let command = format!("paper ocmpi-qos --quick --only {rows} --json rows.json --plot figures");
    let ended = folder.weft(&command).exits(0);
    assert!(!ended.stdout.contains("missing"), "{}", ended.stdout);
    let json: Value = serde_json::from_slice(&folder.read("rows.json")).expect("valid JSON");
    assert_eq!(json["variant"], "ours");
    let rows = json["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 3);
    for row in rows {
        let measured = row["measured"].as_f64().expect("measured");
        let both = row["id"] != "circuit-one-way-time";
        assert!(measured > 0.0, "{row}");
        assert_eq!(row["variant"].is_number(), both, "{row}");
    }
    assert!(folder.path("figures/figure-6.svg").exists());
}

#[test]
fn a_new_paper_is_a_new_folder() {
    let folder = Folder::default();
    let listed = folder.weft(&format!("paper --from {PAPERS}")).exits(0);
    assert!(listed.stdout.contains("round-trip"), "{}", listed.stdout);
    let command = format!("paper round-trip --from {PAPERS} --json rows.json");
    let ended = folder.weft(&command).exits(0);
    assert!(ended.stdout.contains("within"), "{}", ended.stdout);
    let json: Value = serde_json::from_slice(&folder.read("rows.json")).expect("valid JSON");
    assert_eq!(json["rows"].as_array().map(Vec::len), Some(1));
    assert!(json["rows"][0]["measured"].as_f64() > Some(10.0), "{json}");
}

/// What `weft paper` says of the paper with `wrong` in the place of `right` in one of its files.
fn changed(file: &str, right: &str, wrong: &str) -> Ended {
    let folder = Folder::default();
    std::fs::create_dir(folder.path("round-trip")).expect("a folder");
    for name in PAPER_FILES {
        let text = std::fs::read_to_string(format!("{PAPERS}/round-trip/{name}")).expect("a file");
        let changed = if name == file {
            text.replace(right, wrong)
        } else {
            text.clone()
        };
        assert_eq!(changed == text, name != file, "{right}");
        folder.write(&format!("round-trip/{name}"), changed);
    }
    folder.weft("paper round-trip --from .")
}

#[test]
fn what_is_wrong_with_a_paper_is_told_with_its_line() {
    let (published, experiments) = ("published.toml", "experiments.toml");
    for (file, right, wrong, line, why) in [
        ("paper.toml", "source =", "sorce =", 1, "expected `source`"),
        (published, "faithful", "faithfull", 6, "`faithful`"),
        (
            published,
            "[round-trip 4]",
            "[round-trip 4",
            6,
            "`]` is missing",
        ),
        (
            published,
            "[round-trip 4]",
            "[trip 4]",
            6,
            "no experiment on asip8 measures `trip 4`",
        ),
        (experiments, "ranks", "rank", 6, "`ranks`"),
        (
            experiments,
            "round_trip.c",
            "round.c",
            3,
            "no program ./round-trip/round.c",
        ),
        (experiments, "asip8", "asip9", 3, "`asip9`"),
        (
            experiments,
            "cases = [\"round-trip\"]",
            "",
            3,
            "give `cases`",
        ),
    ] {
        let place = format!("round-trip/{file}:{line}:");
        changed(file, right, wrong).exits(2).says(&[&place, why]);
    }
}

/// The row is missing, and the reason is told.
#[test]
fn a_figure_that_no_run_has_reported_is_told_with_its_row() {
    let ended = changed("published.toml", "[round-trip 4]", "[round-trip 8]").exits(1);
    assert!(ended.stdout.contains("missing"), "{}", ended.stdout);
    ended.says(&[
        "round-trip/published.toml:6:",
        "`round-trip 8` on asip8",
        "weft run --reports",
    ]);
}

#[test]
fn an_unknown_row_is_told_with_those_there_are() {
    let ended = Folder::default()
        .weft("paper asip --only mesage-4")
        .exits(2);
    ended
        .says(&["`mesage-4`", "message-4-run-time"])
        .speaks_plainly();
}

/// Without a compiler every experiment fails: the rows are missing, and the reason is told.
#[test]
fn what_fails_is_missing() {
    let folder = Folder::default();
    let arguments = "paper asip --quick --only message-4 --json rows.json";
    let output = folder.command(arguments).env("WEFT_CC", "false").output();
    let ended = Ended::from(arguments, output.expect("weft runs")).exits(1);
    assert!(ended.stdout.contains("missing"), "{}", ended.stdout);
    let json: Value = serde_json::from_slice(&folder.read("rows.json")).expect("valid JSON");
    assert_eq!(json["rows"][0]["measured"], Value::Null);
    // On the platform, and on its variant.
    assert_eq!(json["failures"].as_array().map(Vec::len), Some(2));
    ended.says(&["latency on asip8"]);
}

/// How a command ends that is interrupted after a while.
fn interrupted(arguments: &str) -> Ended {
    let folder = Folder::default();
    let mut command = folder.command(arguments);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let child = child.expect("weft starts");
    sleep(Duration::from_secs(3));
    let process = child.id().to_string();
    // `timeout` passes the signal on.
    let sent = Command::new("kill").args(["-INT", &process]).status();
    assert!(sent.expect("kill runs").success());
    Ended::from(arguments, child.wait_with_output().expect("weft ends")).exits(INTERRUPTED)
}

#[test]
fn ctrl_c_prints_what_was_measured() {
    let ended = interrupted("paper asip --only kernel-6-gain");
    assert!(ended.stdout.contains("missing"));
}

#[test]
fn ctrl_c_prints_no_table_of_the_library_that_is_not_whole() {
    let ended = interrupted("bench library");
    assert_eq!(ended.stdout, "");
    ended.says(&["not all of it could be measured"]);
}
