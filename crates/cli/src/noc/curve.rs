//! The latency-load curve as a chart.

use super::table::Row;
use weft_explore::chart::axis::{Axis, Scale};
use weft_explore::chart::lines::{Line, LineChart};

/// Plots the average and 99th percentile of the latency over the load, below saturation.
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
        x: Axis::new("Offered load (flits a node in 100 cycles)", Scale::Linear),
        y: Axis::new("Latency of a packet (cycles)", Scale::Powers(2)),
        lines: vec![
            line("average", |row| row.average),
            line("99th percentile", |row| row.p99.map(|cycles| cycles as f64)),
        ],
        published: Vec::new(),
    }
}
