//! Tests of chips with more than 64 cores: what they can have, and what is refused.

use super::{parse, small_with, SRAM};

/// Returns a chip of `cores` cores without message units, with further tables.
fn chip(cores: usize, more: &str) -> String {
    let cores = format!("count = {cores}\nmessage_unit = false");
    let library = "[library]\nlink = \"ipcm\"\nthreads = \"none\"\n";
    let mailbox = "[[device]]\nkind = \"mailbox\"\nbase = 0x9200_0000\n";
    small_with("count = 2", &cores) + library + SRAM + mailbox + more
}

#[test]
fn there_can_be_1024() {
    assert_eq!(parse(&chip(1024, "")).expect("a bus").cores.count, 1024);
    let error = parse(&chip(1025, "")).expect_err("too many").to_string();
    assert!(error.contains("1024"), "{error}");
}

#[test]
fn message_units_number_64_nodes() {
    assert!(parse(&small_with("count = 2", "count = 64")).is_ok());
    let error = parse(&small_with("count = 2", "count = 65")).expect_err("seven bits");
    assert!(
        error.to_string().contains("4:9: `cores.count` makes 65 cores with message units, whose messages have six bits for a node: there can be 64; with `message_unit = false`"),
        "{error}"
    );
}

#[test]
fn some_devices_have_bits_for_64_cores() {
    let kinds = [
        "core-control",
        "test-and-set",
        "interrupt-controller",
        "software-interrupt",
    ];
    for kind in kinds {
        let device = format!("[[device]]\nkind = \"{kind}\"\nbase = 0x9400_0000\n");
        assert!(parse(&chip(64, &device)).is_ok(), "{kind}");
        let error = parse(&chip(65, &device)).expect_err(kind).to_string();
        let name = kind.replace('-', "_");
        let expected = format!("has `{name}`, of kind \"{kind}\", whose registers have bits for 64 cores, on a chip with 65; remove it");
        assert!(error.contains(&expected), "{error}");
    }
}
