//! Tests that each error in a platform file has a message with file, line, column and remedy.

use proptest::prelude::*;

use super::{parse, small_with, SMALL, SRAM};

fn complaint(text: &str) -> String {
    parse(text).expect_err("the text is wrong").to_string()
}

/// Returns the message for `SMALL` with `from` replaced by `to`, without the name of the file.
fn about(from: &str, to: &str) -> String {
    without_file(&complaint(&small_with(from, to)))
}

/// Returns the message for `SMALL` followed by `more` (which begins at line 12), without the name of the file.
fn after(more: &str) -> String {
    without_file(&complaint(&format!("{SMALL}{more}")))
}

fn without_file(message: &str) -> String {
    let rest = message.strip_prefix("dir/my.toml:");
    rest.expect("the message names the file").to_string()
}

#[test]
fn text_that_is_not_toml() {
    assert_eq!(
        about("clock = ", "clock "),
        "2:7: this is not TOML: key with no value, expected `=`"
    );
    assert!(after("[bus]\n[bus]\n").starts_with("13:2: this is not TOML: duplicate key"));
}

#[test]
fn unknown_keys() {
    assert_eq!(
        complaint(&format!("{SMALL}[cores.mailbox]\nblocs = 16\n")),
        "dir/my.toml:13:1: unknown key `blocs` in [cores.mailbox]; known keys: blocks, block_words, word_queue, matching (did you mean `blocks`?)"
    );
    assert_eq!(
        about("summary", "colour"),
        "1:1: unknown key `colour` at the top level; known keys: schema, extends, summary, clock, sync, crossbar, cores, mesh, device, hibi, bus, switches, map, library"
    );
    assert_eq!(
        after("[[device]]\nkind = \"console\"\nbase = 0x9000_0000\nsize = 4\n"),
        "15:1: unknown key `size` in [device]; known keys: kind, name, switch, bus, base"
    );
    assert!(after("[cores.timing]\nloaduse = 1\n").contains("did you mean `load_use`?"));
    assert!(after("[bus]\nburst = 8\n").starts_with("13:1: unknown key `burst` in [bus]"));
    assert!(after("[sync]\nlock = 8\n").contains("did you mean `locks`?"));
    assert!(after("[map]\nrank = [0]\n").contains("did you mean `ranks`?"));
    assert!(about("stack", "stak").contains("did you mean `stack`?"));
}

#[test]
fn missing_keys() {
    let lacks = |key: &str, example: &str| format!("lacks `{key}`; write for example `{example}`");
    assert_eq!(
        about("summary = \"two cores\"\n", ""),
        format!(
            "1:1: the file {}",
            lacks("summary", "summary = \"two cores and a bus\"")
        )
    );
    assert!(about("clock = \"50 MHz\"", "").contains(&lacks("clock", "clock = \"200 MHz\"")));
    assert_eq!(
        about("count = 2\n", ""),
        format!("3:1: [cores] {}", lacks("count", "count = 8"))
    );
    let program_memory = "[cores.program_memory]\nbase = 0x0\nsize = \"64 KiB\"\n";
    assert!(about(program_memory, "").starts_with("3:1: [cores] lacks `program_memory`"));
    assert_eq!(
        about("size = \"64 KiB\"\n[", "["),
        format!(
            "5:1: [cores.program_memory] {}",
            lacks("size", "size = \"256 KiB\"")
        )
    );
    assert_eq!(
        about("stack = \"8 KiB\"\n", ""),
        format!(
            "8:1: [cores.data_memory] {}",
            lacks("stack", "stack = \"64 KiB\"")
        )
    );
    assert_eq!(
        after("[[device]]\nbase = 0\n"),
        format!("12:1: [device] {}", lacks("kind", "kind = \"sram\""))
    );
}

#[test]
fn wrong_types() {
    assert_eq!(
        about("count = 2", "count = \"two\""),
        "4:9: `cores.count` is of type string; write an integer from 1 to 1024"
    );
    assert_eq!(
        about("clock = \"50 MHz\"", "clock = true"),
        "2:9: `clock` is of type boolean; write for example clock = \"200 MHz\""
    );
    assert_eq!(
        about("[[cores]]", "[cores]"),
        "3:1: `cores` is of type table; write [[cores]]: a platform is a list of groups of cores"
    );
    assert_eq!(
        after("[device]\nkind = \"sram\"\n"),
        "12:1: `device` is of type table; write [[device]]: devices are a list"
    );
    assert_eq!(
        after("[[bus]]\n"),
        "12:1: `bus` is of type array; write a table headed [bus]"
    );
    assert!(
        about("0x1000_0000", "1.5").starts_with("9:8: `cores.data_memory.base` is of type float")
    );
    assert!(about("\"two cores\"", "2").starts_with("1:11: `summary` is of type integer"));
    assert!(about("two cores", "two\\ncores").contains("one line without control characters"));
}

#[test]
fn numbers_out_of_range() {
    assert_eq!(
        about("count = 2", "count = 1025"),
        "4:9: `cores.count` is 1025; it must be an integer from 1 to 1024"
    );
    assert!(about("count = 2", "count = 0").contains("is 0; it must be"));
    assert!(about("count = 2", "count = -1").contains("is -1; it must be"));
    assert_eq!(
        after("[cores.mailbox]\nblocks = 0\n"),
        "13:10: `cores.mailbox.blocks` is 0; it must be an integer from 1 to 4096"
    );
    assert!(after("[cores.mailbox]\nblock_words = 8193\n").contains("from 1 to 8192"));
    assert!(after("[cores.mailbox]\nword_queue = 0\n").contains("is 0; it must be"));
    assert_eq!(
        after("[bus]\nsingle_access = 3\n"),
        "13:17: `bus.single_access` is 3; it must be an integer from 4 to 1000"
    );
    assert!(after("[sync]\nlocks = 257\n").contains("from 1 to 256"));
    assert!(after("[sync]\nbarriers = 0\n").contains("from 1 to 256"));
    assert!(after("[cores.timing]\nwake = 101\n").contains("from 1 to 100"));
    assert!(
        after(&format!("{SRAM}wait_states = 99999999999999999999\n")).contains("from 0 to 1000")
    );
    assert!(about("0x1000_0000", "0x1_0000_0000").contains("an address from 0 to 0xffff_ffff"));
}

#[test]
fn unknown_words() {
    assert!(after("[sync]\nhand_over = \"grand\"\n").contains(
        "13:13: `sync.hand_over` is \"grand\"; known: \"retry\", \"grant\" (did you mean \"grant\"?)"
    ));
    assert!(
        after("[[device]]\nkind = \"ram\"\n").contains("known: \"sram\", \"sdram\", \"console\"")
    );
}

#[test]
fn keys_that_there_were_once() {
    assert_eq!(
        after("[bus]\narbitration = \"round-robin\"\n"),
        "13:15: `bus.arbitration` is no key any more: the bus arbitrates round robin; remove it"
    );
    assert_eq!(
        about("count = 2", "count = 2\nmodel = \"asip\""),
        "5:9: `cores.model` is no key any more: every core has the pipeline of docs/contract/core.md; remove it"
    );
}

#[test]
fn quantities_without_sense() {
    assert_eq!(
        about("64 KiB", "64 KB"),
        "7:8: `cores.program_memory.size` must be a whole number of B from 1 to 4294967295, or a string with a unit (B, KiB, MiB, GiB), for example \"256 KiB\""
    );
    assert!(about("\"64 KiB\"", "0").contains("must be a whole number of B from 1"));
    assert!(about("64 KiB", "4 GiB").contains("must be a whole number of B from 1"));
    assert_eq!(
        about("\"64 KiB\"", "1022"),
        "7:8: `cores.program_memory.size` is 1022 bytes; it must be a multiple of 4"
    );
    assert!(about("50 MHz", "0 MHz").contains("must be a whole number of Hz from 1"));
    assert!(about("50 MHz", "50 mhz").contains("(Hz, kHz, MHz, GHz)"));
}

#[test]
fn memories_that_cannot_be() {
    assert_eq!(
        about("0x1000_0000", "0x1000_0002"),
        "9:8: `cores.data_memory.base` is 0x10000002, which is not aligned to 16 bytes; write for example 0x10000000"
    );
    assert_eq!(
        about("0x1000_0000", "0xFFFF_FFF0"),
        "10:8: `cores.data_memory.size` reaches to 0x10000fff0, beyond the 32-bit address space; lower the base or the size"
    );
    assert_eq!(
        about("8 KiB", "64 KiB"),
        "11:9: `cores.data_memory.stack` is 65536 bytes and leaves nothing of the data memory (65536 bytes) for data; make it smaller"
    );
    assert!(about("\"8 KiB\"", "1004").contains("must be a multiple of 16 bytes"));
    assert!(
        after("[cores.timer]\nbase = 0xFFFF_F000\n").contains("cores.timer ends at 0x10000b000")
    );
}

#[test]
fn ranges_that_overlap() {
    let program_memory_moved = small_with("base = 0x0", "base = 0x1000_FFF0");
    assert_eq!(
        without_file(&complaint(&program_memory_moved)),
        "5:1: cores.program_memory (0x1000fff0 to 0x1001ffef) overlaps cores.data_memory (0x10000000 to 0x1000ffff, line 8); give one of them another base"
    );
    assert!(after("[cores.timer]\nbase = 0x0000_8000\n").contains("cores.timer (0x00008000 to"));
    let console = "[[device]]\nkind = \"console\"\nbase = 0x8000_0FF0\n";
    assert_eq!(
        after(&format!("{SRAM}{console}")),
        "16:1: device `console` (0x80000ff0 to 0x80000fff) overlaps device `sram` (0x80000000 to 0x80000fff, line 12); give one of them another base"
    );
}

#[test]
fn nothing_may_lie_right_below_the_stack() {
    let adjacent = after(&SRAM.replace("0x8000_0000", "0x0FFF_F000"));
    assert!(
        adjacent.contains("stay empty to catch an overflowing stack"),
        "{adjacent}"
    );
    assert!(parse(&format!(
        "{SMALL}{}",
        SRAM.replace("0x8000_0000", "0x0FFF_E000")
    ))
    .is_ok());
}

#[test]
fn groups_and_devices_that_clash() {
    assert!(after("[[cores]]\n").starts_with("12:1: [cores] lacks `count`"));
    assert!(after("[[cores]]\ncount = 1\n[cores.data_memory]\nbase = 0x0\n")
        .starts_with("14:8: unknown key `data_memory` in [cores]; known keys: count, clock, issue_width, user_mode, timing"));
    assert!(after("[[cores]]\ncount = 1023\n")
        .contains("`cores.count` makes 1025 cores in all groups; there can be 1024"));
    assert!(parse("summary = \"\"\nclock = 1\ncores = []\n")
        .is_err_and(|error| error.to_string().contains("describe a group of cores")));
    let twice = SRAM.replace("0x8000", "0x9000");
    assert_eq!(
        after(&format!("{SRAM}{twice}")),
        "16:1: `device` `sram` is there twice; give each device a `name` of its own"
    );
    assert!(after(&format!("{SRAM}name = \"SRAM\"\n")).contains("must be lower-case letters"));
    assert!(after(&format!("{SRAM}name = \"dmem\"\n")).contains("has a meaning of its own"));
}

#[test]
fn maps_that_cannot_be() {
    let map = |ranks: &str| after(&format!("[map]\nranks = {ranks}\n"));
    assert_eq!(
        map("[0, 2]"),
        "13:13: `map.ranks` names core 2, but the cores are 0 to 1"
    );
    assert_eq!(
        map("[1, 1]"),
        "13:13: `map.ranks` names core 1 twice (rank 0 has it); each core carries one rank"
    );
    assert!(map("[]").contains("is empty"));
    assert!(map("0").contains("is of type integer; write a list in [ ] of integers"));
    assert!(map("[\"a\"]").contains("is of type string"));
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = parse(&text);
    }

    /// Almost correct texts reach more code than random ones: a piece is cut out, and another one is inserted.
    #[test]
    fn no_nearly_right_text_panics(
        start in 0..SMALL.len(),
        length in 0..40_usize,
        piece in "[a-z0-9_=\"\\[\\]. \\n-]{0,20}",
    ) {
        let end = (start + length).min(SMALL.len());
        let text = format!("{}{piece}{}{SRAM}", &SMALL[..start], &SMALL[end..]);
        let _ = parse(&text);
    }

    #[test]
    fn any_number_in_any_place_is_taken_or_refused(value in any::<i128>(), place in 0..12_usize) {
        let keys = [
            ("count = 2", "count = "), ("base = 0x0", "base = "), ("0x1000_0000", ""),
            ("size = \"64 KiB\"", "size = "), ("stack = \"8 KiB\"", "stack = "), ("clock = \"50 MHz\"", "clock = "),
        ];
        let (from, to) = keys[place % keys.len()];
        let value = if place < keys.len() { value } else { value & 0xFFFF_FFF0 };
        let text = small_with(from, &format!("{to}{value}"));
        if let Ok(platform) = parse(&text) {
            prop_assert!(platform.cores.data_memory.end() <= 1 << 32);
            prop_assert!((1..=64).contains(&platform.cores.count));
        }
    }
}
