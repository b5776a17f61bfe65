//! Tests of devices with registers, of data memories on the bus, and of what the library needs of them.

use super::{parse, SMALL, SRAM};
use crate::platform::{c_header, linker_script, Platform};

const PLIC: &str = "[[device]]\nkind = \"interrupt-controller\"\nbase = 0x0c00_0000\n";
const LOCKS: &str = "[[device]]\nkind = \"test-and-set\"\nbase = 0x9100_0000\nregisters = 10\n";
const MAILBOX: &str = "[[device]]\nkind = \"mailbox\"\nbase = 0x9200_0000\nmailboxes = 4\n";
const DMA: &str = "[[device]]\nkind = \"dma\"\nname = \"mover\"\nbase = 0x9300_0000\n";

fn with(more: &[&str]) -> Platform {
    parse(&text(more)).unwrap_or_else(|error| panic!("{error}"))
}

fn text(more: &[&str]) -> String {
    format!("{SMALL}{}", more.concat())
}

fn complaint(more: &[&str]) -> String {
    parse(&text(more)).expect_err("it is wrong").to_string()
}

/// Returns the small platform with its data memories on the bus.
fn windowed(keys: &str, more: &[&str]) -> String {
    text(more).replace(
        "stack = \"8 KiB\"\n",
        &format!("stack = \"8 KiB\"\n{keys}\n"),
    )
}

#[test]
fn sources_are_numbered_in_the_order_of_the_devices() {
    let platform = with(&[SRAM, LOCKS, MAILBOX, PLIC, DMA]);
    let sources: Vec<_> = (0..5)
        .map(|device| platform.facts().sources_of(device))
        .collect();
    assert_eq!(
        sources,
        [None, Some((1, 2)), Some((3, 2)), None, Some((5, 1))]
    );
    assert_eq!(platform.facts().source_count(), 5);
    let without = with(&[LOCKS]);
    assert_eq!(without.facts().sources_of(0), None);
}

#[test]
fn the_header_names_devices_counts_and_sources() {
    let text = windowed("bus_base = 0xa000_0000", &[SRAM, LOCKS, MAILBOX, PLIC, DMA]);
    let header = c_header(&parse(&text).unwrap_or_else(|error| panic!("{error}")));
    for line in [
        "#define WEFT_TEST_AND_SET_BASE 0x91000000",
        "#define WEFT_TEST_AND_SET_COUNT 10",
        "#define WEFT_TEST_AND_SET_WAITING 0x1000",
        "#define WEFT_TEST_AND_SET_NOTIFIED 0x2000",
        "#define WEFT_SOURCE_TEST_AND_SET 1",
        "#define WEFT_MAILBOX_BASE 0x92000000",
        "#define WEFT_MAILBOX_COUNT 4",
        "#define WEFT_MAILBOX_CHANNELS 2",
        "#define WEFT_SOURCE_MAILBOX 3",
        "#define WEFT_INTERRUPT_CONTROLLER_BASE 0x0c000000",
        "#define WEFT_MOVER_BASE 0x93000000",
        "#define WEFT_SOURCE_MOVER 5",
        "#define WEFT_INTERRUPT_SOURCES 6",
        "#define WEFT_DMEM_BUS_BASE 0xa0000000",
        "#define WEFT_DMEM_BUS_STRIDE 0x10000",
        "#define WEFT_SYNC_NODE 2",
    ] {
        assert!(
            header.contains(&format!("{line}\n")),
            "no {line} in\n{header}"
        );
    }
}

#[test]
fn without_message_units_the_header_has_none_of_their_names() {
    let library = "[library]\nlink = \"ipcm\"\nthreads = \"polling\"\n";
    let text =
        text(&[library, LOCKS, MAILBOX]).replace("count = 2", "count = 2\nmessage_unit = false");
    let header = c_header(&parse(&text).unwrap_or_else(|error| panic!("{error}")));
    for name in [
        "SYNC_NODE",
        "LOCKS",
        "BARRIERS",
        "MAILBOX_BLOCKS",
        "WORD_QUEUE",
        "INTERRUPT_SOURCES",
    ] {
        assert!(!header.contains(name), "{name} in\n{header}");
    }
}

#[test]
fn the_data_memories_answer_on_the_bus() {
    let text = windowed("bus_base = 0xa000_0000\nbus_stride = \"1 MiB\"", &[]);
    let platform = parse(&text).expect("right");
    let windows = platform.cores.bus_windows.expect("there are");
    assert_eq!(windows.find(0xa000_0004, 4), Some((0, 4)));
    assert_eq!(windows.find(0xa010_fffc, 4), Some((1, 0xfffc)));
    assert_eq!(windows.find(0xa010_fffd, 4), None);
    assert_eq!(windows.find(0xa001_0000, 1), None);
    assert_eq!(windows.find(0x9fff_fffc, 4), None);
    assert_eq!(windows.find(0xa020_0000, 4), None);
}

#[test]
fn program_memories_on_the_bus_belong_to_cores_that_are_held() {
    let about = |keys: &str, more: &str| {
        let text = windowed("", &[more]);
        let keys = format!("[cores.program_memory]\n{keys}\n");
        parse(&text.replace("[cores.program_memory]\n", &keys))
    };
    let control = "[[device]]\nkind = \"core-control\"\nbase = 0xb100_0000\nhost = false\n";
    let platform = about("bus_base = 0xa100_0000", control).expect("right");
    let windows = platform.cores.program_windows.expect("there are");
    assert_eq!(windows.of(1).base, 0xa100_0000 + windows.stride as u32);
    assert!(c_header(&platform).contains("#define WEFT_PMEM_BUS_BASE 0xa1000000"));
    let wrong = |keys: &str, more: &str| about(keys, more).expect_err("wrong").to_string();
    assert!(wrong("bus_base = 0xa100_0000", "").contains("add a device of kind \"core-control\""));
    assert!(wrong("bus_stride = \"1 MiB\"", control).contains("`bus_base` does not say where"));
}

#[test]
fn windows_that_cannot_be() {
    let about =
        |keys: &str, more: &[&str]| parse(&windowed(keys, more)).expect_err("wrong").to_string();
    assert!(about("bus_stride = \"1 MiB\"", &[]).contains("`bus_base` does not say where"));
    assert!(
        about("bus_base = 0xa000_0000\nbus_stride = \"32 KiB\"", &[])
            .contains("at least the data memory's size")
    );
    assert!(about("bus_base = 0xffff_0000", &[]).contains("up to 0x100010000, beyond the 32-bit"));
    assert!(about("bus_base = 0x8000_0000", &[SRAM])
        .contains("overlaps the data memory of core 0 on the bus"));
}

#[test]
fn parameters_of_devices_have_limits() {
    let devices = |kind: &str, key: &str| {
        complaint(&[&format!(
            "[[device]]\nkind = \"{kind}\"\nbase = 0x9000_0000\n{key}\n"
        )])
    };
    assert!(devices("mailbox", "mailboxes = 33")
        .contains("`device.mailboxes` is 33; it must be an integer from 1 to 32"));
    assert!(devices("mailbox", "channels = 0").contains("from 1 to 32"));
    assert!(devices("test-and-set", "registers = 257").contains("from 1 to 256"));
    assert!(devices("dma", "channels = 8").contains("unknown key `channels`"));
    assert!(complaint(&[
        PLIC,
        &PLIC
            .replace("0x0c", "0x0d")
            .replace("kind", "name = \"b\"\nkind")
    ])
    .contains("a chip has one interrupt-controller"));
}

#[test]
fn the_library_needs_what_it_drives() {
    let library = |keys: &str| format!("[library]\n{keys}\n");
    let about = |keys: &str, more: &str| complaint(&[&library(keys), more]);
    assert!(about("link = \"ipcm\"", "").starts_with("dir/my.toml:13:8: `library.link` is \"ipcm\", which needs a [[device]] of kind \"mailbox\""));
    assert!(about("link = \"dma\"", "").contains("kind \"dma\""));
    assert!(about("link = \"dma\"", DMA).contains("cores.data_memory.bus_base"));
    assert!(about("threads = \"polling\"", "").contains("kind \"test-and-set\""));
    assert!(about("threads = \"interrupt\"", LOCKS).contains("kind \"interrupt-controller\""));
    assert!(about("link = \"dam\"", "").contains("did you mean \"dma\"?"));
    let no_unit = SMALL.replace("count = 2", "count = 2\nmessage_unit = false");
    let error = parse(&no_unit).expect_err("no link").to_string();
    assert!(
        error.contains(
            "library.link = \"msgunit\", the default, which needs cores.message_unit = true"
        ),
        "{error}"
    );
    assert!(parse(&no_unit.replace("false", "1"))
        .expect_err("a number")
        .to_string()
        .contains("true or false"));
}

#[test]
fn mutexes_are_bounded_by_what_holds_them() {
    let locks = with(&["[library]\nthreads = \"polling\"\n", LOCKS]);
    assert_eq!(locks.mutexes(), 5);
    let script = linker_script(&locks, 0);
    assert!(script.contains("__weft_mutexes_start <= 5,"), "{script}");
    assert!(linker_script(&with(&[]), 0).contains("__weft_mutexes_start <= 32,"));
    assert_eq!(locks.locks(), 10);
}
