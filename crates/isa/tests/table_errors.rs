//! The build refuses a table whose entries clash, and says where.

use crate::{check, table};

const TABLE: &str = include_str!("../message.toml");

/// The complaint about the table with its first `old` replaced by `new`.
fn complaint(old: &str, new: &str) -> String {
    assert!(TABLE.contains(old), "{old} is not in the table");
    let text = TABLE.replacen(old, new, 1);
    match table::parse(&text) {
        Ok(table) => check::check(&table, &text).expect_err("the table is refused"),
        Err(error) => error,
    }
}

/// The line of the first entry of that name, as complaints begin.
fn line_of(name: &str) -> usize {
    let wanted = format!("name = \"{name}\"");
    1 + TABLE
        .lines()
        .position(|line| line == wanted)
        .expect("the name is in the table")
}

#[test]
fn the_table_itself_is_accepted() {
    let table = table::parse(TABLE).expect("it parses");
    assert_eq!(check::check(&table, TABLE), Ok(()));
}

#[test]
fn two_instructions_with_one_code() {
    let line = line_of("msg.receive");
    let expected =
        format!("{line}: msg.receive: funct3 0x0 is already taken by msg.send: choose a free one");
    assert_eq!(complaint("funct3 = 1", "funct3 = 0"), expected);
}

#[test]
fn two_csrs_with_one_number() {
    let line = line_of("meventh");
    let expected =
        format!("{line}: meventh: CSR number 0x7c0 is already taken by mevent: choose a free one");
    assert_eq!(complaint("number = 0x7C1", "number = 0x7C0"), expected);
}

#[test]
fn two_causes_with_one_number() {
    let line = line_of("mailbox");
    let expected = format!(
        "{line}: mailbox: interrupt cause 0x10 is already taken by event: choose a free one"
    );
    assert_eq!(complaint("number = 17", "number = 16"), expected);
}

#[test]
fn overlapping_tokens_of_one_receiver() {
    let complaint = complaint("first = 0x40", "first = 0x3F");
    assert!(
        complaint.contains("event: its tokens are already taken by word"),
        "{complaint}"
    );
}

#[test]
fn overlapping_fields_also_with_the_layout_around() {
    let complaint = complaint("high = 24\nlow = 15", "high = 25\nlow = 15");
    assert!(
        complaint.contains("label: bits 25:15 overlap field source"),
        "{complaint}"
    );
}

#[test]
fn encodings_outside_the_custom_ranges() {
    for (old, new, expected) in [
        (
            "opcode = 0x0B",
            "opcode = 0x33",
            "opcode 0x33 is not a custom opcode",
        ),
        ("funct3 = 4", "funct3 = 8", "funct3 8 does not fit"),
        (
            "number = 0xFC3",
            "number = 0xC03",
            "is not a custom machine ReadOnly one",
        ),
        ("number = 18", "number = 32", "has no bit in mip"),
        ("last = 0x7F", "last = 0x80", "are not a range"),
    ] {
        let complaint = complaint(old, new);
        assert!(complaint.contains(expected), "{complaint}");
    }
}

#[test]
fn operands_and_intrinsics_that_disagree() {
    for (old, new, expected) in [
        (
            "mode = \"try\"",
            "mode = \"maybe\"",
            "no mode is named maybe",
        ),
        (
            "rs2 = \"node\"\n",
            "",
            "Rs2 must be given exactly when it is an operand",
        ),
        (
            "void weft_mbox_load",
            "int weft_mbox_load",
            "there is no rd to return",
        ),
        ("funct3 = 0", "funct3 = 0\nfunct4 = 0", "unknown field"),
    ] {
        let complaint = complaint(old, new);
        assert!(complaint.contains(expected), "{complaint}");
    }
}
