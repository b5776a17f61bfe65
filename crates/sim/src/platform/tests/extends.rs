//! Tests of files that extend others: what they inherit and replace, and where errors are reported.

use std::path::PathBuf;

use super::folder::Folder;
use super::{SMALL, SRAM};
use crate::platform::{DeviceKind, Link, Platform, SramKeys, Threads};

/// `base.toml` (the small platform with an sram) and `my.toml`, which extends it.
fn extending(test: &str, derived: &str) -> Folder {
    let base = format!("{SMALL}{SRAM}");
    let test = format!("extends-{test}");
    Folder::new(&test, &[("base.toml", &base), ("my.toml", derived)])
}

#[test]
fn keys_override_and_devices_are_added() {
    let derived = "extends = \"base\"\nsummary = \"four\"\n[[cores]]\ncount = 4\n[cores.timing]\nwake = 9\n\
                   [cores.data_memory]\nstack = \"4 KiB\"\n[[device]]\nkind = \"console\"\nbase = 0x9000_0000\n";
    let folder = extending("override", derived);
    let platform = folder.load().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(platform.name, "my");
    assert_eq!(platform.summary, "four");
    assert_eq!(platform.clock_hz, 50_000_000);
    assert_eq!(
        (platform.cores.count, platform.cores.groups[0].timing.wake),
        (4, 9)
    );
    assert_eq!(platform.cores.stack_bytes, 4096);
    assert_eq!(platform.cores.data_memory.size, 64 << 10);
    let names: Vec<&str> = platform
        .devices
        .iter()
        .map(|device| device.name.as_str())
        .collect();
    assert_eq!(names, ["sram", "console"]);
    assert_eq!(platform.source.extended, [format!("{SMALL}{SRAM}")]);
}

#[test]
fn a_device_of_the_same_name_replaces() {
    let derived = "extends = \"base\"\n[[device]]\nkind = \"sram\"\nbase = 0x9000_0000\nsize = 64\nwait_states = 2\n";
    let platform = extending("replace", derived).load().expect("right");
    assert_eq!(platform.devices.len(), 1);
    assert_eq!(platform.devices[0].range.base, 0x9000_0000);
    assert_eq!(
        platform.devices[0].kind,
        DeviceKind::Sram(SramKeys { wait_states: 2 })
    );
}

#[test]
fn mistakes_are_shown_in_the_file_that_makes_them() {
    let about = |test: &str, derived: &str| extending(test, derived).complaint();
    assert!(about("unknown", "extends = \"base\"\n[bus]\nwide = 1\n")
        .starts_with("my.toml:3:1: unknown key `wide` in [bus]"));
    assert_eq!(
        about("overlap", "extends = \"base\"\n[[device]]\nkind = \"console\"\nbase = 0x8000_0010\n"),
        "my.toml:2:1: device `console` (0x80000010 to 0x8000001f) overlaps device `sram` (0x80000000 to 0x80000fff, \
         base.toml:12); give one of them another base"
    );
    assert!(
        about("groups", "extends = \"base\"\n[[cores]]\n[[cores]]\n")
            .starts_with("my.toml:3:1: [cores] lacks `count`")
    );
    assert!(about("twice", "extends = \"base\"\n[[device]]\nkind = \"console\"\nbase = 0x9000_0000\n[[device]]\nkind = \"console\"\nbase = 0x9100_0000\n")
        .starts_with("my.toml:5:1: `device` `console` is there twice"));
    assert_eq!(
        about("none", "extends = \"nothing\"\n"),
        "my.toml:1:11: `extends` names the platform `nothing`, but there is no nothing.toml beside this file or among the platforms"
    );
    assert_eq!(
        about("itself", "\nextends = \"my\"\n"),
        "my.toml:2:11: `extends` names `my`, which extends this file in turn; let one stand by itself"
    );
    assert!(
        about("type", "extends = 3\n").starts_with("my.toml:1:11: `extends` is of type integer")
    );
    let folder = extending("base", "extends = \"base\"\n");
    folder.write("base.toml", &SMALL.replace("count", "cuont"));
    assert!(folder
        .complaint()
        .starts_with("base.toml:4:1: unknown key `cuont`"));
}

#[test]
fn the_shipped_rivals_extend_asip8() {
    let shipped = [PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../platforms")];
    let load =
        |name: &str| Platform::load(name, &shipped).unwrap_or_else(|error| panic!("{error}"));
    let asip8 = load("asip8");
    let expected = [
        ("asip8", Link::Msgunit, Threads::Message, true),
        ("asip8-polling", Link::Msgunit, Threads::Polling, true),
        ("asip8-interrupt", Link::Msgunit, Threads::Interrupt, true),
        ("asip8-ipcm", Link::Ipcm, Threads::Polling, false),
        ("asip8-dma", Link::Dma, Threads::Polling, false),
    ];
    for (name, link, threads, message_unit) in expected {
        let platform = load(name);
        assert_eq!(
            (platform.library.link, platform.library.threads),
            (link, threads),
            "{name}"
        );
        assert_eq!(platform.cores.messages, message_unit, "{name}");
        assert_eq!(
            platform.cores.groups[0].timing, asip8.cores.groups[0].timing,
            "{name}"
        );
        assert_eq!(platform.bus, asip8.bus, "{name}");
        assert_eq!(platform.mutexes(), 32, "{name}");
    }
}
