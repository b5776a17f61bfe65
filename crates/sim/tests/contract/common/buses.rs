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

/// The text of a chip on a bus, on two or three buses: who is where, and latencies, are random. `clocks`: those that the further buses may have.
pub fn with_random_buses(text: &str, cores: usize, clocks: &[&str], random: &mut Random) -> String {
    let names = ["bus", "bus1", "bus2"];
    let names = &names[..2 + random.below(2)];
    let mut attached = String::new();
    for piece in text.split_inclusive("[[device]]\n") {
        attached += piece;
        if piece.ends_with("[[device]]\n") {
            attached += &format!("bus = \"{}\"\n", random.pick(names));
        }
    }
    attached + &segments(cores, &names[1..], clocks, random) + &bridges(names.len(), random)
}

/// The further buses; each has some of the cores.
fn segments(cores: usize, names: &[&str], clocks: &[&str], random: &mut Random) -> String {
    let mut text = String::new();
    let mut first = 0;
    for name in names {
        let count = random.below(cores - first + 1);
        text += &format!(
            "[[bus.segment]]\nname = \"{name}\"\nfirst = {}\ncount = {count}\nsingle_access = {}\noverlap = {}\nclock = \"{}\"\n",
            first.min(cores - 1),
            4 + random.below(3),
            random.below(3),
            random.pick(clocks),
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
