//! Small chips with several buses.

use super::random::Random;
use std::path::Path;
use weft_sim::platform::Platform;

/// `small.toml` with that many cores, the shared memory at the bus of this name, and these further buses and bridges.
pub fn platform_with_buses(cores: usize, memory: &str, buses: &str) -> Platform {
    let text = include_str!("small.toml")
        .replace("count = 1", &format!("count = {cores}"))
        .replace(
            "wait_states = 0",
            &format!("wait_states = 0\nbus = \"{memory}\""),
        );
    Platform::parse(Path::new("small.toml"), &(text + buses))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// A chip with a device of each kind, and the data memories, on two or three buses: who is where, clocks and latencies are random.
pub fn platform_with_random_buses(cores: usize, random: &mut Random) -> Platform {
    let names = ["bus", "bus1", "bus2"];
    let names = &names[..2 + random.below(2)];
    let text = include_str!("small.toml")
        .replace("count = 1", &format!("count = {cores}"))
        .replace("100 MHz", "2 MHz")
        .replace(
            "stack = \"1 KiB\"",
            "stack = \"1 KiB\"\nbus_base = 0xa000_0000\nbus_stride = \"64 KiB\"",
        );
    let mut pieces =
        (text + include_str!("devices.toml")).replace("[[device]]\n", "[[device]]\n@bus\n");
    while pieces.contains("@bus\n") {
        pieces = pieces.replacen("@bus\n", &format!("bus = \"{}\"\n", random.pick(names)), 1);
    }
    pieces += &segments(cores, &names[1..], random);
    pieces += &bridges(names.len(), random);
    let mut platform =
        Platform::parse(Path::new("small.toml"), &pieces).unwrap_or_else(|error| panic!("{error}"));
    platform.cores.message_unit = false;
    platform
}

/// The further buses; each has some of the cores.
fn segments(cores: usize, names: &[&str], random: &mut Random) -> String {
    let mut text = String::new();
    let mut first = 0;
    for name in names {
        let count = random.below(cores - first + 1);
        text += &format!(
            "[[bus.segment]]\nname = \"{name}\"\nfirst = {}\ncount = {count}\nsingle_access = {}\nclock = \"{}\"\n",
            first.min(cores - 1),
            4 + random.below(3),
            random.pick(&["2 MHz", "1 MHz", "500 kHz"]),
        );
        first += count;
    }
    text
}

fn bridges(buses: usize, random: &mut Random) -> String {
    let mut text = String::new();
    // In a row, from the first or from the second on, or each with each.
    let bridges = match buses {
        2 => random.pick(&[&[["bus1", "bus"]][..]]),
        _ => random.pick(&[
            &[["bus", "bus1"], ["bus1", "bus2"]][..],
            &[["bus2", "bus"], ["bus", "bus1"]][..],
            &[["bus2", "bus"], ["bus", "bus1"], ["bus2", "bus1"]][..],
        ]),
    };
    for bridge in bridges {
        text += &format!(
            "[[bus.bridge]]\nbetween = {bridge:?}\nlatency = {}\n",
            random.below(9)
        );
    }
    text
}
