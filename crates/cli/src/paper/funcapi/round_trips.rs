//! Table 4 as a figure: round trips by the number of words.

use std::path::Path;

use anyhow::Result;

use super::{PAPER, VARIANT};
use crate::measurements::Measurements;
use crate::paper::chart::bars::{Bar, BarChart};
use crate::paper::published::{Published, Row};
use crate::paper::table::number;

/// Draws it.
pub fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    let published = Published::read(PAPER.published);
    let groups = published
        .rows()
        .filter(|row| row.id.starts_with("round-trip-"));
    let chart = BarChart {
        title: "Table 4: round trips of N words and a word back".to_string(),
        y: "cycles",
        classes: vec!["funcapi", "funcapix"],
        groups: groups.filter_map(|row| group(row, measurements)).collect(),
    };
    chart.draw(&folder.join("table-4.svg"))
}

fn group(row: &Row, measurements: &Measurements) -> Option<(String, Vec<Bar>)> {
    let bar = |class: usize, measured: f64, published: Option<f64>| Bar {
        parts: vec![(class, measured)],
        published,
        label: number(measured),
    };
    let faithful = bar(0, row.measured(measurements)?, row.published);
    let ours = bar(1, row.measured_on(&VARIANT, measurements)?, None);
    let words = row.id.strip_prefix("round-trip-")?;
    Some((words.to_string(), vec![faithful, ours]))
}
