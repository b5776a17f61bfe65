//! Pictures of measurements with published values marked, written as SVG: what the kinds of charts share.

pub mod axis;
pub mod bars;
pub mod lines;

use std::fmt::Display;
use std::path::Path;

use anyhow::{anyhow, Result};
use plotters::coord::types::RangedCoordf64;
use plotters::coord::Shift;
use plotters::prelude::*;

const SIZE: (u32, u32) = (760, 480);
const FONT: &str = "sans-serif";
const TITLE_SIZE: u32 = 18;
const NAME_SIZE: u32 = 14;
const LABEL_SIZE: u32 = 13;
/// Told apart by people who see few colours (M. Okabe and K. Ito, 2008).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(110, 110, 110),
];
const GRID: RGBColor = RGBColor(225, 225, 225);

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plane = Cartesian2d<RangedCoordf64, RangedCoordf64>;
type Plot<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Plane>;

fn write(file: &Path, draw: impl FnOnce(&Canvas<'_>) -> Result<()>) -> Result<()> {
    let mut picture = String::new();
    {
        let canvas = SVGBackend::with_string(&mut picture, SIZE).into_drawing_area();
        canvas.fill(&WHITE).map_err(undrawable)?;
        draw(&canvas)?;
        canvas.present().map_err(undrawable)?;
    }
    std::fs::write(file, picture)
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

fn legend<'a, 'b: 'a>(plot: &mut Plot<'a, 'b>, corner: SeriesLabelPosition) -> Result<()> {
    plot.configure_series_labels()
        .position(corner)
        .background_style(WHITE.mix(0.85))
        .border_style(GRID)
        .label_font((FONT, LABEL_SIZE))
        .draw()
        .map_err(undrawable)
}

/// A colour's square in the legend.
fn key((x, y): (i32, i32), colour: RGBColor) -> Rectangle<(i32, i32)> {
    Rectangle::new([(x + 4, y - 4), (x + 14, y + 4)], colour.filled())
}
