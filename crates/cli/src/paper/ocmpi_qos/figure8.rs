//! Figure 8: the part of a message's time in which it is copied, by its size.

use std::path::Path;

use anyhow::Result;

use super::{figure7, CLUSTERS};
use crate::measurements::Measurements;
use crate::paper::chart::axis::{Axis, Scale};
use crate::paper::chart::lines::LineChart;

/// Draws it.
pub fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    let chart = LineChart {
        title: "Figure 8: copying, as a part of a message's time, by the published library's rendezvous".to_string(),
        x: Axis {
            name: "bytes",
            scale: Scale::Powers(4),
        },
        y: Axis {
            name: "% of the time",
            scale: Scale::Linear,
        },
        lines: figure7::lines(
            measurements,
            CLUSTERS,
            ["one-way-efficiency", "ping-pong-efficiency"],
        ),
        published: Vec::new(),
    };
    chart.draw(&folder.join("figure-8.svg"))
}
