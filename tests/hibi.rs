//! The chip of funcapi: MPI and MCAPI over the DMA controllers at HIBI, the bare driver, an accelerator as a node. Both engines give the
//! same result to the cycle.
//!
//! The suite of MPI programs runs there as well (`make test-mpi`). The PC has no part in these programs: each core is given its own.

use std::path::{Path, PathBuf};
use weft_tests::command::Folder;
use weft_tests::share::{some, some_from};

const PLATFORMS: [&str; 2] = ["funcapi", "funcapix"];

const DEADLOCK: i32 = 3;

fn source(program: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(program)
}

/// The command that runs a program on both cores.
fn run(options: &str, program: &str) -> String {
    let file = source(program);
    let file = file.display();
    format!("run --quiet --reports --max-cycles 50000000 {options} --core core0={file} --core core1={file}")
}

/// What a program prints, which must be the same in both engines.
fn output(platform: &str, program: &str) -> String {
    let [fast, step] = ["fast", "step"].map(|engine| {
        let options = format!("--platform {platform} --engine {engine}");
        let run = run(&options, program);
        Folder::default().weft(&run).exits(0).stdout
    });
    assert_eq!(fast, step, "{program} on {platform}");
    fast
}

fn arrive(programs: &[&str]) {
    for platform in some_from(PLATFORMS.to_vec(), 1, 1) {
        for program in programs {
            output(platform, &format!("lib/tests/programs/{program}.c"));
        }
    }
}

#[test]
fn messages_of_all_lengths_arrive() {
    arrive(&["exchange", "corners"]);
}

#[test]
fn long_messages_go_round_a_circle() {
    let with_windows = source("tests/matching/hibi8x.toml");
    let program = source("tests/hibi/circle.c");
    for platform in [Path::new("hibi8"), &with_windows] {
        for ranks in [2, 3, 5] {
            let (platform, program) = (platform.display(), program.display());
            let options = format!("--platform {platform} -n {ranks} --max-cycles 10000000");
            Folder::default()
                .weft(&format!("run -q {options} {program}"))
                .exits(0);
        }
    }
}

#[test]
#[ignore = "a minute"]
fn messages_in_all_orders_arrive() {
    arrive(&["flood", "collectives"]);
}

/// The programs report cycles: that both engines agree says more than the words that come.
#[test]
fn the_bare_driver_and_mcapi_take_as_long_in_both_engines() {
    for platform in some(PLATFORMS, 1) {
        let bare = output(platform, "apps/hibi/driver.c");
        assert_eq!(bare.lines().count(), 12, "{bare}");
        let mcapi = output(platform, "apps/mcapi/transfer.c");
        assert_eq!(mcapi.lines().count(), 30, "{mcapi}");
    }
}

#[test]
fn an_accelerator_is_a_node_like_any_other() {
    for platform in some_from(PLATFORMS.to_vec(), 1, 1) {
        let printed = output(platform, "apps/mcapi/dct.c");
        let right = printed.lines().filter(|line| line.ends_with("right"));
        assert_eq!(right.count(), 4, "{printed}");
    }
}

/// Both cores write to it and read from it at the same time, each through a channel of its controller.
#[test]
fn external_memory_is_shared_by_messages_that_name_places() {
    for platform in PLATFORMS {
        let printed = output(platform, "apps/hibi/external.c");
        assert!(printed.starts_with("24 rows, 0 words wrong\n"), "{printed}");
    }
}

#[test]
fn a_deadlock_is_told_in_terms_of_messages() {
    let run = run("--platform funcapi", "apps/deadlock/deadlock.c");
    Folder::default().weft(&run).exits(DEADLOCK).says(&[
        "rank 0 (core 0) waits in MPI_Recv for a message from rank 1, tag 7",
        "rank 1 (core 1) waits in MPI_Recv for a message from rank 0, tag 7",
    ]);
}

/// What an accelerator cannot take ends the run with a remedy.
#[test]
fn a_message_that_an_accelerator_cannot_take_is_an_error() {
    let run = run("--platform funcapi", "tests/hibi/wrong_length.c");
    Folder::default()
        .weft(&run)
        .exits(1)
        .says(&["a message to an accelerator must be as long as it takes"]);
}
