//! The latency-load curve as a chart.

use super::table::Row;
use crate::paper::chart::axis::{Axis, Scale};
use crate::paper::chart::lines::{Line, LineChart};

/// Average and 99th percentile over the load, as long as the network keeps up.
pub fn chart(network: &str, rows: &[Row]) -> LineChart {
    let below: Vec<&Row> = rows.iter().filter(|row| !row.saturated).collect();
    let line = |name: &str, latency: fn(&Row) -> Option<f64>| Line {
        name: name.to_string(),
        points: below
            .iter()
            .filter_map(|row| Some((100.0 * row.offered, latency(row)?)))
            .collect(),
    };
    LineChart {
        title: network.to_string(),
        x: Axis {
            name: "Offered load (flits a node in 100 cycles)",
            scale: Scale::Linear,
        },
        y: Axis {
            name: "Latency of a packet (cycles)",
            scale: Scale::Powers(2),
        },
        lines: vec![
            line("average", |row| row.average),
            line("99th percentile", |row| row.p99.map(|cycles| cycles as f64)),
        ],
        published: Vec::new(),
    }
}
