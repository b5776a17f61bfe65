//! The end of MPI and MCAPI, the same on chips and on this machine; what a run says of the library's messages.

use std::path::Path;

use weft_tests::command::{Ended, Folder};

fn run(options: &str, program: &str) -> Ended {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("finalize")
        .join(program);
    Folder::default().weft(&format!("run {options} {}", file.display()))
}

#[test]
fn a_rank_that_ends_without_mpi_finalize_fails() {
    for platform in ["asip8", "cortex16", "nagam", "host"] {
        let options = format!("--quiet --platform {platform} -n 2");
        let file = "leaves_mpi.c -- all";
        run(&options, file)
            .exits(1)
            .says(&["ended without MPI_Finalize"]);
    }
}

#[test]
fn a_node_that_ends_without_mcapi_finalize_fails() {
    for platform in ["asip8", "funcapi", "nagam", "host"] {
        let options = format!("--quiet --platform {platform} -n 2");
        run(&options, "leaves_mcapi.c")
            .exits(1)
            .says(&["rank 1", "ended without mcapi_finalize"]);
    }
}

/// Those that were freed are the library's business; the exit status stays.
#[test]
fn requests_that_are_left_are_told() {
    for platform in ["asip8", "cortex16", "host"] {
        let options = format!("--quiet --platform {platform} -n 2");
        let ended = run(&options, "leaves_requests.c").exits(0);
        let told: Vec<&str> = ended
            .stderr
            .lines()
            .filter(|line| line.contains("requests neither completed nor freed"))
            .collect();
        assert_eq!(told.len(), 1, "{platform}: {}", ended.stderr);
        assert!(
            told[0].contains("rank 1") && told[0].ends_with(": 2"),
            "{told:?}"
        );
    }
}

#[test]
fn a_deadlock_in_mpi_finalize_is_told_by_the_name_that_the_program_calls() {
    let ended = run("--quiet -n 2", "leaves_mpi.c").exits(3);
    assert!(ended.stderr.contains("in MPI_Finalize"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("PMPI"), "{}", ended.stderr);
}

/// Messages of the library, by its record of the run.
fn messages(platform: &str, sent: u32) -> u64 {
    let folder = Folder::default();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("finalize/sends.c");
    let command = format!(
        "run --quiet --platform {platform} -n 2 --json out.json {} -- {sent}",
        program.display()
    );
    folder.weft(&command).exits(0);
    let record: serde_json::Value = serde_json::from_slice(&folder.read("out.json")).expect("JSON");
    let cores = record["cores"].as_array();
    let cores = cores.or(record["processes"].as_array());
    let of_cores = cores.expect("cores or processes").iter();
    let of_cores: u64 = of_cores
        .filter_map(|core| core["library_messages_sent"].as_u64())
        .sum();
    assert_eq!(record["library_messages"].as_u64(), Some(of_cores));
    of_cores
}

#[test]
fn the_library_s_messages_are_counted_on_every_mechanism() {
    for platform in [
        "asip8",
        "asip8-ipcm",
        "asip8-dma",
        "cortex16",
        "nagam",
        "davinci",
        "host",
    ] {
        let none = messages(platform, 0);
        assert_eq!(messages(platform, 20), none + 20, "{platform}");
    }
}

#[test]
fn a_run_of_processes_ends_with_a_summary() {
    let ended = run("--platform host -n 2", "sends.c -- 20").exits(0);
    let told = [
        "host: finished after ",
        "rank",
        " messages of the library with ",
    ];
    assert!(
        told.iter().all(|piece| ended.stderr.contains(piece)),
        "{}",
        ended.stderr
    );
}
