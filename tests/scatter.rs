//! `MPI_Scatter` and `MPI_Scatterv` by shared mailboxes (docs/library/scratchpad.md): random ones, while long messages are in transfer.

use weft_tests::command::Folder;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scatter/random.c");
const ROOMY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/mpi/cortex16-roomy.toml");

/// How many bytes the program compared with what they should be; it ends with another status when one differs.
fn compared(options: &str, ranks: usize, arguments: &str) -> u64 {
    compared_on(ROOMY, options, ranks, arguments)
}

fn compared_on(platform: &str, options: &str, ranks: usize, arguments: &str) -> u64 {
    let command =
        format!("run -q --platform {platform} {options} -n {ranks} {PROGRAM} -- {arguments}");
    let printed = Folder::default().weft(&command).exits(0).stdout;
    let number = printed.strip_suffix(" compared\n");
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[test]
fn in_two_clusters() {
    assert!(compared("", 16, "1 2") > 1000);
}

#[test]
fn with_one_rank_in_the_other_cluster() {
    assert!(compared("", 9, "2 3") > 1000);
}

/// No core has partners there: all pieces go to the places of pairs.
#[test]
fn where_memories_are_near_different_numbers_of_cores() {
    let platform = concat!(env!("CARGO_MANIFEST_DIR"), "/scatter/uneven.toml");
    assert!(compared_on(platform, "", 15, "1 2") > 1000);
}

#[test]
fn in_either_engine_mode() {
    let compared = |engine| compared(engine, 10, "3 1");
    let fast = compared("--engine fast");
    assert!(fast > 100);
    assert_eq!(compared("--engine step"), fast);
}

/// In one of its steps the root sends a rank a long message before the parts, and goes on when that rank takes it.
#[test]
fn while_the_root_waits_for_a_rank_that_waits_for_its_part() {
    assert!(compared("", 6, "4 10") > 1000);
}

#[test]
#[ignore = "minutes"]
fn with_many_seeds() {
    for seed in 4..40 {
        assert!(compared("", 2 + seed % 15, &format!("{seed} 10")) > 1000);
    }
}
