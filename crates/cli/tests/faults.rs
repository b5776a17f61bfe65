//! Faults of the chip, as a user lets them strike: refusals, what is reported, and campaigns.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn application(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("apps").join(name).display().to_string()
}

fn weft(arguments: &[&str]) -> Output {
    let mut weft = Command::new(env!("CARGO_BIN_EXE_weft"));
    weft.args(arguments).output().expect("weft runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn written(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("a file");
    file
}

#[test]
fn a_wrong_fault_is_refused_with_its_place_and_what_is_allowed() {
    let ring = application("ring/ring.c");
    for (options, expected) in [
        (
            vec!["--fault", "at=5 core3 dyes"],
            "column 12: found `dyes` where `dies`, `stalls for CYCLES` is allowed",
        ),
        (
            vec!["--fault", "at=5 core8 dies"],
            "--fault: `at=5 core8 dies`: there is no core8; the chip has core0 to core7",
        ),
        (
            vec!["--fault", "link (0,0)->(1,0) discards 1"],
            "the chip has no links between routers",
        ),
        (
            vec!["-p", "nagam", "--fault", "link (0,0)->(9,9) discards 1"],
            "there is no link (0,0)->(9,9); from there lead: ",
        ),
        (
            vec!["-p", "cortex16", "--fault", "link (0,0)->(9,0) discards 1"],
            "there is no link (0,0)->(9,0); from there lead: ",
        ),
        (
            vec!["-p", "nagam", "--fault", "at=1 bus error"],
            "there is no bus `bus`; the chip has: none",
        ),
        (
            vec!["--engine", "rtl", "--fault", "at=5 core3 dies"],
            "--fault needs the simulator, which --engine rtl does not run",
        ),
        (
            vec!["-p", "host", "--fault", "at=5 core3 dies"],
            "--fault needs a simulated chip",
        ),
    ] {
        let refused = weft(&[&["run", "-q"], &options[..], &[&ring]].concat());
        assert_eq!(
            refused.status.code(),
            Some(2),
            "{options:?}: {}",
            said(&refused)
        );
        assert!(
            said(&refused).contains(expected),
            "{options:?}: {}",
            said(&refused)
        );
    }
}

#[test]
fn a_file_of_faults_is_read_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let ring = application("ring/ring.c");
    let good = written(
        &folder,
        "good",
        "# two\nat=4000 core3 stalls for 100 # not long\n\nat=5000 core2 stalls for 9\n",
    );
    let ran = weft(&["run", "--faults", good.to_str().unwrap(), &ring]);
    assert_eq!(ran.status.code(), Some(0), "{}", said(&ran));
    assert!(
        said(&ran).contains("faults that struck:\n  cycle 4,000: core 3 stalled for 100 cycles\n"),
        "{}",
        said(&ran)
    );
    let wrong = written(&folder, "wrong", "at=4000 core3 dies\nat=1 core3 sleeps\n");
    let ran = weft(&["run", "--faults", wrong.to_str().unwrap(), &ring]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(
        said(&ran).contains("wrong:2: `at=1 core3 sleeps`, column 12"),
        "{}",
        said(&ran)
    );
}

#[test]
fn a_core_that_died_is_named_as_the_cause_and_in_the_facts() {
    let folder = tempfile::tempdir().expect("a folder");
    let ring = application("ring/ring.c");
    for engine in ["step", "fast"] {
        let facts = folder.path().join(engine);
        let json = facts.to_str().unwrap();
        let ran = weft(&[
            "run",
            "--engine",
            engine,
            "--json",
            json,
            "--fault",
            "at=4000 core3 dies",
            &ring,
        ]);
        assert_eq!(ran.status.code(), Some(3), "{}", said(&ran));
        assert!(
            said(&ran).contains("rank 3 (core 3) died at cycle 4,000"),
            "{}",
            said(&ran)
        );
        let facts = std::fs::read_to_string(facts).expect("the facts");
        let facts: serde_json::Value = serde_json::from_str(&facts).expect("JSON");
        let expected = serde_json::json!([{"cycle": 4000, "place": "core 3", "what": "died"}]);
        assert_eq!(facts["faults"], expected);
    }
}

#[test]
fn a_lock_whose_holder_stopped_is_named() {
    let locks = application("locks/locks.c");
    let ran = weft(&["run", "--fault", "lock holder stops at=3000", &locks]);
    assert_eq!(ran.status.code(), Some(3), "{}", said(&ran));
    let said = said(&ran);
    assert!(
        said.contains(" died at cycle ") && said.contains(" and holds lock "),
        "{said}"
    );
}

/// A ring on a platform stalls by a fault of a link, in both engines the same, and the report says which fault.
fn stalls(platform: &str, fault: &str, reason: &str) {
    let ring = application("ring/ring.c");
    let both = ["step", "fast"].map(|engine| {
        let ran = weft(&[
            "run", "-q", "-p", platform, "--engine", engine, "--fault", fault, &ring,
        ]);
        assert_eq!(ran.status.code(), Some(3), "{platform}: {}", said(&ran));
        assert!(said(&ran).contains(reason), "{platform}: {}", said(&ran));
        said(&ran)
    });
    assert_eq!(both[0], both[1]);
}

#[test]
fn packets_that_links_discard_are_told_as_the_cause_of_a_stall() {
    let fault = "every link discards 0.05 seed=3";
    stalls("nagam", fault, " discarded a packet\n");
}

#[test]
fn the_tail_that_a_link_loses_is_told_as_the_cause_of_a_stall() {
    for (platform, link) in [
        ("nagam", "link (1,0)->(2,0)"),
        ("cortex16", "link (0,0)->(1,0)"),
    ] {
        let reason = format!("{link} lost the tail of a packet, which keeps its path\n");
        stalls(platform, &format!("{link} loses tail at=3000"), &reason);
    }
}

/// Ranks that wait to hear which rank they are poll, so that a chip whose ranks hear nothing would go on without end.
#[test]
fn a_start_that_hears_nothing_ends_in_time() {
    let hello = application("hello/hello.c");
    let chip = [
        "run",
        "-q",
        "-p",
        "cortex16",
        "-n",
        "8",
        "--max-cycles",
        "20000000",
    ];
    let fault = ["--fault", "link (0,0)->(1,0) loses tail at=197"];
    let options = ["-D", "WEFT_CHECKED_LINK=1", "-D", "WEFT_TIMEOUT=1000000"];
    let ran = weft(&[&chip[..], &fault, &options, &[&hello]].concat());
    assert_eq!(ran.status.code(), Some(1), "{}", said(&ran));
    assert!(
        said(&ran).contains("heard of the other ranks within WEFT_TIMEOUT"),
        "{}",
        said(&ran)
    );
}

#[test]
fn lost_credits_are_a_stall_that_is_explained() {
    let ring = application("ring/ring.c");
    let fault = "link (1,0)->(2,0) loses credit at=3000";
    let faults = ["--fault", fault].repeat(64);
    let ran = weft(&[&["run", "-q", "-p", "nagam"], &faults[..], &[&ring]].concat());
    assert_eq!(ran.status.code(), Some(3), "{}", said(&ran));
    let expected =
        "faults struck 8 times, the last in cycle 3,000: link (1,0)->(2,0) lost a credit";
    assert!(said(&ran).contains(expected), "{}", said(&ran));
}

#[test]
fn a_campaign_repeats_whatever_the_number_of_workers() {
    let folder = tempfile::tempdir().expect("a folder");
    let ring = application("ring/ring.c");
    let picture = folder.path().join("picture.svg");
    let json = folder.path().join("runs.json");
    let campaign = [
        "faults", &ring, "-n", "4", "--runs", "8", "--seed", "5", "-q",
    ];
    let one = weft(&[&campaign[..], &["--jobs", "1"], &["--", "40"]].concat());
    assert_eq!(one.status.code(), Some(0), "{}", said(&one));
    let files = [
        "--picture",
        picture.to_str().unwrap(),
        "--json",
        json.to_str().unwrap(),
    ];
    let two = weft(&[&campaign[..], &["--jobs", "2"], &files, &["--", "40"]].concat());
    assert_eq!(printed(&one), printed(&two));
    assert!(
        printed(&one).starts_with("8 runs with one fault each; "),
        "{}",
        printed(&one)
    );
    assert!(printed(&one).contains("weft run "), "{}", printed(&one));
    let drawn = std::fs::read_to_string(picture).expect("a picture");
    assert!(drawn.starts_with("<svg") && drawn.contains("right answer"));
    let facts = std::fs::read_to_string(json).expect("the facts");
    let facts: serde_json::Value = serde_json::from_str(&facts).expect("JSON");
    assert_eq!(facts["trials"].as_array().map(Vec::len), Some(8));
    let other = weft(&[&campaign[..7], &["6", "-q", "--", "40"]].concat());
    assert_ne!(printed(&one), printed(&other));
}

/// Prints a cycle, and not the same one when the core has stalled before.
const CLOCK: &str = r#"
#include <stdio.h>
int main(void)
{
    unsigned cycle;
    for (volatile int work = 0; work < 1000; work++) {
    }
    __asm__ volatile("csrr %0, mcycle" : "=r"(cycle));
    printf("answer 42 in cycle %u\n", cycle);
}
"#;

#[test]
fn what_a_campaign_is_to_ignore_is_not_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let clock = written(&folder, "clock.c", CLOCK);
    let clock = clock.to_str().expect("Unicode");
    let wrong = |more: &[&str]| {
        let campaign = ["faults", clock, "-n", "1", "-q", "--runs", "12"];
        let output = weft(&[&campaign[..], &["--kinds", "core"], more].concat());
        assert!(output.status.success(), "{}", said(&output));
        let table = printed(&output);
        let all = table
            .lines()
            .find(|line| line.starts_with("all "))
            .expect("a sum");
        all.rsplit(' ').next().expect("a number").to_owned()
    };
    assert_ne!(wrong(&[]), "0");
    assert_eq!(wrong(&["--ignore", "cycle [0-9]+"]), "0");
    let refused = weft(&["faults", clock, "--ignore", "("]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("unclosed group"));
}

#[test]
fn a_campaign_refuses_kinds_that_the_chip_cannot_have() {
    let ring = application("ring/ring.c");
    let refused = weft(&[
        "faults", &ring, "-p", "nagam", "--kinds", "bus", "--runs", "2", "-q",
    ]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains("it can have: core, link, memory"),
        "{}",
        said(&refused)
    );
}
