//! Figure 6: the beginning and the barrier, by the number of cores.

use std::path::Path;

use anyhow::Result;

use super::{OURS, PAPER};
use crate::measurements::Measurements;
use crate::paper::chart::bars::{Bar, BarChart};
use crate::paper::published::{Published, Row};
use crate::paper::table::number;

/// Draws it.
pub fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    let published = Published::read(PAPER.published);
    let is_here = |row: &&Row| row.id.starts_with("init-") || row.id.starts_with("barrier-");
    let groups = published.rows().filter(is_here);
    let chart = BarChart {
        title: "Figure 6: MPI_Init and MPI_Barrier".to_string(),
        y: "cycles",
        classes: vec!["published library", "ours"],
        groups: groups.filter_map(|row| group(row, measurements)).collect(),
    };
    chart.draw(&folder.join("figure-6.svg"))
}

/// Both libraries side by side.
fn group(row: &Row, measurements: &Measurements) -> Option<(String, Vec<Bar>)> {
    let bar = |class: usize, measured: f64, published: Option<f64>| Bar {
        parts: vec![(class, measured)],
        published,
        label: number(measured),
    };
    let rendezvous = bar(0, row.measured(measurements)?, row.published);
    let ours = bar(1, row.measured_on(&OURS, measurements)?, None);
    let (name, cores) = row.id.split_once('-')?;
    Some((format!("{name}, {cores}"), vec![rendezvous, ours]))
}
