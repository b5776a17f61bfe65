//! What section VII.A measures, by `apps/p2p`: the beginning, the barrier, and messages between two cores.

use std::fmt::Write;

use super::{CLUSTERS, CLUSTERS_OURS, OURS};
use crate::measurements::Measurements;
use crate::paper::experiment::{words, Experiment, Run};

/// Bytes of the messages.
pub const SIZES: [u32; 8] = [1, 4, 16, 64, 256, 1024, 4096, 8192];
/// Of a message's header (figure 4).
const HEADER: u32 = 20;

/// Where the two cores of a message are, beside core 0.
#[derive(Clone, Copy)]
pub enum Distance {
    /// In one cluster: core 1.
    Inside,
    /// In different clusters: core 15.
    Between,
}

impl Distance {
    /// First word of cases.
    pub fn name(self) -> &'static str {
        match self {
            Distance::Inside => "inside",
            Distance::Between => "between",
        }
    }

    fn peer(self) -> u32 {
        match self {
            Distance::Inside => 1,
            Distance::Between => 15,
        }
    }
}

/// Every platform inside a cluster, those with two clusters between them as well.
pub fn experiments(quick: bool) -> Vec<Experiment> {
    let pairs = OURS.platforms.iter();
    let inside = pairs.flat_map(|(published, ours)| [*published, *ours]);
    let inside = inside.map(|on| experiment(on, Distance::Inside, quick));
    let between = [CLUSTERS, CLUSTERS_OURS].map(|on| experiment(on, Distance::Between, quick));
    inside.chain(between).collect()
}

/// The beginning and the barrier are told by those inside.
fn experiment(on: &'static str, distance: Distance, quick: bool) -> Experiment {
    let trials = if quick { 5 } else { 9 };
    let profiles: &[&str] = match distance {
        Distance::Inside => &["init", "barrier"],
        Distance::Between => &[],
    };
    let cases = std::iter::once(distance.name()).chain(profiles.iter().copied());
    Experiment {
        on,
        changes: String::new(),
        runs: vec![Run {
            files: &["p2p/p2p.c"],
            arguments: words(&format!("{} {trials}", distance.peer())),
            ..Run::default()
        }],
        tell: Box::new(move |runs| Ok(tell(&runs[0].stdout, distance))),
        cases: cases.map(str::to_string).collect(),
        seconds: 3.0,
    }
}

/// For each size, with the distance in front:
///
///     one-way BYTES                   cycles; ping-pong likewise
///     one-way-efficiency BYTES        per cent of them that copying header and payload into the memory near the receiver, and out of
///                                     it, takes alone; ping-pong-efficiency likewise
///     pace BYTES                      per cent of the cycles of one-way that moving the payload once takes alone
fn tell(output: &str, distance: Distance) -> String {
    let mut printed = Measurements::default();
    printed.add("", output);
    let found =
        |what: &str, bytes: u32| printed.get(&format!("{what} {bytes} {}", distance.peer()));
    let profiles = |line: &&str| line.starts_with("init ") || line.starts_with("barrier ");
    let mut lines = String::new();
    if matches!(distance, Distance::Inside) {
        lines.extend(
            output
                .lines()
                .filter(profiles)
                .map(|line| format!("{line}\n")),
        );
    }
    for bytes in SIZES {
        let once = found("copy", bytes);
        let twice = once
            .zip(found("copy", HEADER))
            .map(|(own, header)| 2.0 * (own + header));
        let mut add = |what: &str, value: Option<f64>| {
            if let Some(value) = value {
                let _ = writeln!(lines, "{} {what} {bytes} {value}", distance.name());
            }
        };
        let share =
            |part: Option<f64>, of: Option<f64>| part.zip(of).map(|(part, of)| 100.0 * part / of);
        let (one_way, ping_pong) = (found("one-way", bytes), found("ping-pong", bytes));
        add("one-way", one_way);
        add("ping-pong", ping_pong);
        add("one-way-efficiency", share(twice, one_way));
        add(
            "ping-pong-efficiency",
            share(twice.map(|twice| 2.0 * twice), ping_pong),
        );
        add("pace", share(once, one_way));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copying_is_told_as_a_part_of_the_message() {
        let output =
            "init 16 700\none-way 4 1 400\nping-pong 4 1 800\ncopy 20 1 100\ncopy 4 1 40\n";
        let mut told = Measurements::default();
        told.add("", &tell(output, Distance::Inside));
        let value = |case: &str| told.get(case);
        assert_eq!(value("init 16"), Some(700.0));
        assert_eq!(value("inside one-way 4"), Some(400.0));
        assert_eq!(value("inside one-way-efficiency 4"), Some(70.0));
        assert_eq!(value("inside ping-pong-efficiency 4"), Some(70.0));
        assert_eq!(value("inside pace 4"), Some(10.0));
        assert_eq!(value("inside one-way 16"), None);
    }
}
