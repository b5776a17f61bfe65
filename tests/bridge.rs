//! A chip of two buses: what its cores measure of the bridge, in both engines.

use weft_tests::command::Folder;

fn printed(engine: &str) -> String {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps/bridge/bridge.c");
    let command = format!("run --quiet --platform asip8-bridged --engine {engine} {program}");
    Folder::default().weft(&command).exits(0).stdout
}

/// 4 cycles on the own bus; over the bridge 3 more until it asks, and twice its latency of 4.
#[test]
fn each_side_reaches_the_other_over_the_bridge() {
    let output = printed("fast");
    for core in 0..8 {
        let line = format!("core {core}: near 4, far 15\n");
        assert!(output.contains(&line), "{output}");
    }
    assert!(
        output.ends_with("512 words crossed the bridge, 0 wrong\n"),
        "{output}"
    );
    assert_eq!(output, printed("step"));
}
