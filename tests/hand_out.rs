//! `MPI_Scatter` and `MPI_Scatterv` where parts are handed out over boards (docs/scratchpad.md): random ones have the outcome that they have on
//! this machine, while long messages are under way.

use weft_tests::command::Folder;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/hand_out/random.c");
const ROOMY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/mpi/cortex16-roomy.toml");

/// What the program prints, which compares all that it receives.
fn printed(platform: &str, ranks: usize, arguments: &str) -> String {
    let command = format!("run -q --platform {platform} -n {ranks} {PROGRAM} -- {arguments}");
    Folder::default().weft(&command).exits(0).stdout
}

#[track_caller]
fn agree(platform: &str, ranks: usize, arguments: &str) {
    let here = printed("host", ranks, arguments);
    assert!(here.ends_with(" compared\n"));
    assert_eq!(printed(platform, ranks, arguments), here);
}

#[test]
fn in_two_clusters() {
    agree(ROOMY, 16, "1 2");
}

#[test]
fn with_one_rank_in_the_other_cluster() {
    agree(ROOMY, 9, "2 3");
}

#[test]
fn in_either_engine_mode() {
    agree(&format!("{ROOMY} --engine step"), 10, "3 1");
}

#[test]
#[ignore = "minutes"]
fn with_many_seeds() {
    for seed in 4..40 {
        agree(ROOMY, 2 + seed % 15, &format!("{seed} 10"));
    }
}
