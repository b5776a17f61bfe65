//! Platform files that are wrong, and a user's own that is right.

use super::status::BAD_INPUT;
use std::path::Path;
use weft_tests::command::{Ended, Folder};

/// Runs a program on asip8 with one change to its file.
fn on_changed_platform(from: &str, to: &str) -> Ended {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../platforms/asip8.toml");
    let original = std::fs::read_to_string(file).expect("asip8.toml");
    assert!(original.contains(from), "asip8.toml has no {from:?}");
    let folder = Folder::with("my.toml", original.replacen(from, to, 1));
    folder.write("program.c", "int main(void) { return 0; }\n");
    folder
        .weft("run --platform my.toml program.c")
        .speaks_plainly()
}

#[test]
fn unknown_key() {
    let pieces = ["my.toml:", "unknown key `blocs`", "did you mean `blocks`?"];
    on_changed_platform("blocks = 16", "blocs = 16")
        .exits(BAD_INPUT)
        .says(&pieces);
}

#[test]
fn overlapping_ranges() {
    let pieces = ["my.toml:", "console", "overlaps", "sram"];
    on_changed_platform("base = 0x9000_0000", "base = 0x8000_1000")
        .exits(BAD_INPUT)
        .says(&pieces);
}

#[test]
fn mailbox_without_blocks() {
    on_changed_platform("blocks = 16", "blocks = 0")
        .exits(BAD_INPUT)
        .says(&["my.toml:", "blocks"]);
}

#[test]
fn too_many_cores() {
    on_changed_platform("count = 8", "count = 65")
        .exits(BAD_INPUT)
        .says(&["my.toml:", "64"]);
}

#[test]
fn not_toml_at_all() {
    on_changed_platform("[sync]", "[sync")
        .exits(BAD_INPUT)
        .says(&["my.toml:"]);
}

#[test]
fn own_file_with_other_numbers_of_cores() {
    for count in [1, 64] {
        on_changed_platform("count = 8", &format!("count = {count}")).exits(0);
    }
}

#[test]
fn unknown_name() {
    let folder = Folder::with("program.c", "int main(void) { return 0; }\n");
    let pieces = ["`nosuch`", "asip8", "./nosuch.toml"];
    folder
        .weft("run --platform nosuch program.c")
        .exits(BAD_INPUT)
        .says(&pieces);
}
