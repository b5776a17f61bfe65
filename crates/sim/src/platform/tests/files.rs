//! Tests of correct files, and of how they are found.

use std::fs;
use std::path::{Path, PathBuf};

use super::{parse, small_with, SMALL, SRAM};
use crate::platform::{DeviceKind, Platform, PlatformError, Range, Rows, SramKeys, Timing};

fn shipped() -> Vec<PathBuf> {
    vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../platforms")]
}

fn sram(wait_states: u64) -> DeviceKind {
    DeviceKind::Sram(SramKeys { wait_states })
}

fn asip8() -> Platform {
    Platform::load("asip8", &shipped()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn asip8_is_the_machine_of_the_timing_contract() {
    let platform = asip8();
    assert_eq!(platform.name, "asip8");
    assert_eq!(platform.clock_hz, 200_000_000);
    assert_eq!(platform.cores.count, 8);
    assert_eq!(platform.sync_node(), 8);
    let timing = Timing {
        load_use: 1,
        multiply_use: 1,
        divide: 33,
        taken_branch: 2,
        jump: 1,
        jump_register: 2,
        misaligned_target: 1,
        program_memory_data: 1,
        atomic: 1,
        trap_entry: 3,
        wake: 4,
    };
    assert_eq!(platform.cores.groups[0].timing, timing);
    assert_eq!(platform.cores.mailbox.blocks, 16);
    assert_eq!(platform.cores.mailbox.block_words, 16);
    assert_eq!(platform.cores.mailbox.word_queue, 4);
    assert_eq!(platform.sync.locks, 32);
    assert_eq!(platform.sync.barriers, 32);
    assert_eq!(platform.bus.single_access, 4);
    assert_eq!(platform.map.ranks, [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn asip8_has_the_address_map_of_the_timing_contract() {
    let platform = asip8();
    let range = |base, size| Range { base, size };
    assert_eq!(platform.cores.program_memory, range(0, 256 << 10));
    assert_eq!(platform.cores.data_memory, range(0x1000_0000, 4 << 20));
    assert_eq!(platform.cores.mtimecmp(), 0x0200_4000);
    assert_eq!(platform.cores.mtime(), 0x0200_BFF8);
    let shared = platform.shared_memory().expect("asip8 has shared memory");
    assert_eq!(shared.range, range(0x8000_0000, 4 << 20));
    assert_eq!(shared.kind, sram(0));
    assert_eq!(platform.devices[1].kind.name(), "console");
    assert_eq!(platform.devices[1].range.base, 0x9000_0000);
}

#[test]
fn what_a_file_leaves_out_is_as_in_asip8() {
    let small = parse(SMALL).expect("the small platform is right");
    let asip8 = asip8();
    assert_eq!(small.cores.groups[0].timing, asip8.cores.groups[0].timing);
    assert_eq!(small.cores.mailbox, asip8.cores.mailbox);
    assert_eq!(small.cores.timer, asip8.cores.timer);
    assert_eq!(small.sync, asip8.sync);
    // Except for the bus, which grants only after a response, unlike AHB.
    assert_eq!(small.bus.single_access, asip8.bus.single_access);
    assert_eq!((small.bus.overlap, asip8.bus.overlap), (0, 2));
    assert_eq!(small.devices, []);
    assert_eq!(small.shared_memory(), None);
}

#[test]
fn one_two_and_sixty_four_cores_can_be_had() {
    for count in [1, 2, 64] {
        let text = small_with("count = 2", &format!("count = {count}"));
        let platform = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(platform.cores.count, count);
        assert_eq!(platform.map.ranks.len(), count);
    }
}

#[test]
fn ranks_go_where_the_map_says() {
    let platform = parse(&format!("{SMALL}[map]\nranks = [1, 0]\n")).expect("a map");
    assert_eq!(platform.map.ranks, [1, 0]);
}

#[test]
fn devices_of_one_kind_differ_in_name() {
    let second = SRAM
        .replace("0x8000", "0x8001")
        .replace("kind", "name = \"slow\"\nwait_states = 3\nkind");
    let platform = parse(&format!("{SMALL}{SRAM}{second}")).expect("two memories");
    assert_eq!(platform.devices[0].name, "sram");
    assert_eq!(platform.devices[1].name, "slow");
    assert_eq!(platform.devices[1].kind, sram(3));
}

#[test]
fn an_sdram_says_how_long_its_rows_take() {
    let memory = |keys: &str| format!("{SMALL}{SRAM}{keys}").replace("\"sram\"", "\"sdram\"");
    let platform = parse(&memory("row = 1024\nhit = 2\nmiss = 7\n")).expect("a memory");
    let rows = Rows {
        row_bytes: 1024,
        banks: 4,
        hit: 2,
        miss: 7,
    };
    assert_eq!(platform.devices[0].kind, DeviceKind::Sdram(rows));
    let complaint = |keys: &str| parse(&memory(keys)).expect_err("wrong").to_string();
    assert!(
        complaint("row = 1000\n").contains("is 1000 bytes; a row of an SDRAM has a power of two")
    );
    assert!(complaint("row = 1024\nhit = 3\nmiss = 2\n").contains("from 3 to 1000"));
}

#[test]
fn the_text_and_its_hash_are_kept() {
    let platform = parse(SMALL).expect("the small platform is right");
    assert_eq!(platform.name, "my");
    assert_eq!(platform.source.path, "dir/my.toml");
    assert_eq!(platform.source.text, SMALL);
    let sha256sum = "2aac90a7869df68cf35382c547c8658ef212ace7774eb55c679dbe78c341ca53";
    assert_eq!(platform.source.sha256, sha256sum);
}

#[test]
fn a_range_may_reach_the_top_of_the_address_space() {
    let text = format!("{SMALL}{}", SRAM.replace("0x8000_0000", "0xFFFF_F000"));
    let platform = parse(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(platform.devices[0].range.end(), 1 << 32);
    assert!(platform.devices[0].range.contains(0xFFFF_FFFC, 4));
    assert!(!platform.devices[0].range.contains(0xFFFF_FFFC, 8));
}

#[test]
fn a_range_contains_what_lies_wholly_inside() {
    let range = Range {
        base: 0x100,
        size: 0x10,
    };
    assert!(range.contains(0x100, 16));
    assert!(!range.contains(0x0FF, 1));
    assert!(!range.contains(0x10E, 4));
}

#[test]
fn a_file_is_found_by_path_and_by_name() {
    let directory = std::env::temp_dir().join(format!("weft-find-{}", std::process::id()));
    fs::create_dir_all(&directory).expect("a temporary directory");
    fs::write(directory.join("mine.toml"), SMALL).expect("written");
    fs::write(directory.join("notes.txt"), "not a platform").expect("written");
    let directories = [directory.clone()];
    assert_eq!(Platform::names(&directories), ["mine"]);
    let by_name = Platform::load("mine", &directories).expect("by name");
    let path = directory.join("mine.toml");
    let by_path = Platform::load(path.to_str().expect("UTF-8"), &[]).expect("by path");
    assert_eq!(by_name, by_path);
    let listed = Platform::list(&directories);
    assert_eq!(listed, [(String::from("mine"), Ok(by_name))]);
    fs::remove_dir_all(&directory).expect("removed");
}

#[test]
fn a_name_that_is_not_there_tells_those_that_are() {
    let error = Platform::load("asip9", &shipped()).expect_err("there is none");
    let names = Platform::names(&shipped()).join(", ");
    assert_eq!(
        error.to_string(),
        format!("there is no platform `asip9`; there are: {names} (did you mean `asip8`?). A file of your own is given by its path, for example ./asip9.toml")
    );
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let error = Platform::load("./no/such.toml", &[]).expect_err("there is none");
    assert!(matches!(&error, PlatformError::Unreadable { path, .. } if path == "./no/such.toml"));
    let error = Platform::load("/dev/zero", &[]).expect_err("endless");
    assert!(error.to_string().contains("larger than 1 MiB"), "{error}");
    let error = Platform::parse(Path::new("my chip.toml"), SMALL).expect_err("a blank");
    assert!(error.to_string().contains("use only letters"), "{error}");
}

#[test]
fn the_example_of_the_documentation_is_right() {
    let page = include_str!("../../../../../docs/chips/keys.md");
    let example = page
        .split("```")
        .nth(1)
        .and_then(|block| block.strip_prefix("toml\n"));
    let platform =
        parse(example.expect("a TOML example")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(platform.map.ranks, [1, 0]);
    assert_eq!(platform.bus.single_access, 6);
}
