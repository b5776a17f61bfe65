//! Chips whose cores talk through scratchpads: the same program on one side of a cluster, on a cluster, and on two.

use weft_tests::command::Folder;

/// What `apps/p2p` prints, between rank 0 and `peer`.
fn measured(platform: &str, engine: &str, peer: usize) -> String {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps/p2p/p2p.c");
    let options = format!("--quiet --platform {platform} --engine {engine}");
    let command = format!("run {options} {program} -- {peer}");
    Folder::default().weft(&command).exits(0).stdout
}

/// The cycles of a line that begins with `what`.
fn cycles(printed: &str, what: &str) -> u64 {
    let line = printed.lines().find(|line| line.starts_with(what));
    let number = line.and_then(|line| line.rsplit(' ').next());
    let number = number.and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("no `{what}` in {printed}"))
}

#[test]
fn both_engines_take_the_same_cycles() {
    for (platform, peer) in [("cortex4", 1), ("cortex8", 7), ("cortex16", 15)] {
        let fast = measured(platform, "fast", peer);
        assert_eq!(fast, measured(platform, "step", peer), "{platform}");
    }
}

#[test]
fn a_message_between_clusters_takes_longer_than_one_inside() {
    let inside = measured("cortex16", "fast", 1);
    let between = measured("cortex16", "fast", 15);
    for bytes in ["4", "1024"] {
        let time = |printed, peer| cycles(printed, &format!("one-way {bytes} {peer} "));
        assert!(time(&inside, 1) < time(&between, 15));
    }
}
