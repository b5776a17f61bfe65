//! Figure 7: how long messages between two cores take, by their size.

use std::path::Path;

use anyhow::Result;

use super::point_to_point::{Distance, SIZES};
use super::{CLUSTERS, CLUSTERS_OURS, PAPER};
use crate::measurements::Measurements;
use crate::paper::chart::axis::{Axis, Scale};
use crate::paper::chart::lines::{Line, LineChart};
use crate::paper::published::{Published, Row};

/// Draws it for each library.
pub fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    let bytes = || Axis {
        name: "bytes",
        scale: Scale::Powers(4),
    };
    let chart = |title: &str, platform: &str, published: Vec<_>| LineChart {
        title: title.to_string(),
        x: bytes(),
        y: Axis {
            name: "cycles",
            scale: Scale::Powers(10),
        },
        lines: lines(measurements, platform, ["one-way", "ping-pong"]),
        published,
    };
    let title = "Figure 7: a message by the published library's rendezvous";
    chart(title, CLUSTERS, published()).draw(&folder.join("figure-7.svg"))?;
    let title = "Figure 7 with our library, on the same hardware";
    chart(title, CLUSTERS_OURS, Vec::new()).draw(&folder.join("figure-7-ours.svg"))
}

/// A line for each distance and each of two quantities.
pub fn lines(measurements: &Measurements, platform: &str, what: [&str; 2]) -> Vec<Line> {
    let line = |distance: Distance, what: &str| {
        let point = |bytes: u32| {
            let case = format!("{platform} {} {what} {bytes}", distance.name());
            Some((f64::from(bytes), measurements.get(&case)?))
        };
        let place = match distance {
            Distance::Inside => "in a cluster",
            Distance::Between => "between clusters",
        };
        let how = what.trim_end_matches("-efficiency").replace('-', " ");
        Line {
            name: format!("{place}, {how}"),
            points: SIZES.into_iter().filter_map(point).collect(),
        }
    };
    let distances = [Distance::Inside, Distance::Between];
    let all = distances
        .into_iter()
        .flat_map(|distance| what.map(|what| (distance, what)));
    all.map(|(distance, what)| line(distance, what)).collect()
}

/// The four values that the text gives, all of four bytes.
fn published() -> Vec<((f64, f64), String)> {
    let published = Published::read(PAPER.published);
    let of_four_bytes = |row: &&Row| row.id.contains("-4-") && row.unit == "cycles";
    let marked = |row: &Row| Some(((4.0, row.published?), "published, 4 bytes".to_string()));
    let rows = published.rows().filter(of_four_bytes);
    rows.filter_map(marked).collect()
}
