//! Figure 5 as it comes out here, and those of single calls. The published ones have no numbers in the text at hand.

use std::path::Path;

use anyhow::Result;

use super::gateway::{name, MEMORIES, SETS};
use super::{DAVINCI, ROWS};
use crate::measurements::Measurements;
use crate::paper::chart::bars::{Bar, BarChart};
use crate::paper::table::number;

/// The policies, as lines and the legend name them.
const POLICIES: [(&str, &str); 2] = [
    ("static", "static policy"),
    ("dynamic", "each task by itself"),
];

/// Draws all figures of which something is measured.
pub fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    for (kib, letter) in MEMORIES.into_iter().zip(["a", "b", "c"]) {
        for (on, file) in [(ROWS, ""), (DAVINCI, "-simulated")] {
            let file = format!("figure-5{letter}{file}.svg");
            loads(measurements, on, kib, letter).draw(&folder.join(file))?;
        }
    }
    super::calls::draw(measurements, folder)
}

/// A pair of bars for each set of sessions, by the model or simulated.
fn loads(measurements: &Measurements, on: &str, kib: u64, letter: &str) -> BarChart {
    let group = |set| {
        let bar = |(class, (policy, _)): (usize, &(&str, &str))| {
            let case = format!("{on} gateway {kib} {} {policy}", name(set));
            let load = measurements.get(&case)?;
            Some(Bar {
                parts: vec![(class, load)],
                published: None,
                label: number(load),
            })
        };
        let bars: Option<Vec<Bar>> = POLICIES.iter().enumerate().map(bar).collect();
        Some((name(set), bars?))
    };
    BarChart {
        title: format!("Figure 5 ({letter}): load of the GPP with {kib} KiB of internal memory"),
        y: "%",
        classes: POLICIES.iter().map(|(_, name)| *name).collect(),
        groups: SETS.into_iter().filter_map(group).collect(),
    }
}
