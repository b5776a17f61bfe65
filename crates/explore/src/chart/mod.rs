//! Charts of measurements with the published values, as SVG: the parts that all kinds of charts share.
//!
//! Lines and areas differ by dashes, hatches and shapes as well as by colour, so that a print in grey can be read. The legend is below the
//! chart, where it hides nothing.

pub mod axis;
pub mod bars;
mod legend;
pub mod lines;
mod look;

use std::fmt::Display;
use std::path::Path;

use anyhow::{anyhow, Result};
use plotters::coord::types::RangedCoordf64;
use plotters::coord::Shift;
use plotters::prelude::*;

use legend::Entry;

const SIZE: (u32, u32) = (760, 460);
const FONT: &str = "sans-serif";
const TITLE_SIZE: u32 = 18;
const NAME_SIZE: u32 = 14;
const LABEL_SIZE: u32 = 13;
const GRID: RGBColor = RGBColor(225, 225, 225);

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plane = Cartesian2d<RangedCoordf64, RangedCoordf64>;
type Plot<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Plane>;

/// Draws a chart with its legend into a file.
fn write(
    file: &Path,
    entries: &[Entry<'_>],
    draw: impl FnOnce(&Canvas<'_>) -> Result<()>,
) -> Result<()> {
    let mut picture = String::new();
    {
        let size = (SIZE.0, SIZE.1 + legend::height(entries));
        let canvas = SVGBackend::with_string(&mut picture, size).into_drawing_area();
        canvas.fill(&WHITE).map_err(undrawable)?;
        let (upper, lower) = canvas.split_vertically(SIZE.1);
        draw(&upper)?;
        legend::draw(entries, &lower)?;
        canvas.present().map_err(undrawable)?;
    }
    std::fs::write(file, look::with_dashes_and_hatches(&picture))
        .map_err(|error| anyhow!("cannot write {}: {error}", file.display()))
}

fn undrawable(error: impl Display) -> anyhow::Error {
    anyhow!("cannot draw: {error}")
}

fn plane<'a, 'b>(
    canvas: &'a Canvas<'b>,
    title: &str,
    x: (f64, f64),
    y: (f64, f64),
) -> Result<Plot<'a, 'b>> {
    ChartBuilder::on(canvas)
        .caption(title, (FONT, TITLE_SIZE))
        .margin(12)
        .margin_right(32)
        .x_label_area_size(48)
        .y_label_area_size(96)
        .build_cartesian_2d(x.0..x.1, y.0..y.1)
        .map_err(undrawable)
}
