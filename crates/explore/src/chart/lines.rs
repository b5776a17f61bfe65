//! Lines over a quantity, and published points as crosses.

use std::path::Path;

use anyhow::Result;
use plotters::prelude::*;

use super::axis::{Axis, Scale};
use super::legend::{Entry, Sign};
use super::look::{colour, shape, LINE_WIDTH};
use super::{plane, undrawable, write, Canvas, Plot, FONT, GRID, LABEL_SIZE, NAME_SIZE};

/// Measured points, joined.
pub struct Line {
    /// For the legend.
    pub name: String,
    /// In the order in which they are joined.
    pub points: Vec<(f64, f64)>,
}

/// A chart of lines.
pub struct LineChart {
    /// Above it.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The measured lines.
    pub lines: Vec<Line>,
    /// The published points with their annotations; equal annotations appear once in the legend.
    pub published: Vec<((f64, f64), String)>,
}

/// Room left and right of the points on a linear axis.
const SIDE_ROOM: f64 = 0.3;

impl LineChart {
    /// Draws the chart, unless nothing of it was measured.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn draw(&self, file: &Path) -> Result<()> {
        if self.lines.iter().all(|line| line.points.is_empty()) {
            return Ok(());
        }
        write(file, &self.legend(), |canvas| self.draw_on(canvas))
    }

    fn draw_on(&self, canvas: &Canvas<'_>) -> Result<()> {
        let (x, y) = self.ranges();
        let mut plot = plane(canvas, &self.title, x, y)?;
        self.draw_grid(&mut plot)?;
        for (number, line) in self.lines.iter().enumerate() {
            self.draw_line(number, line, &mut plot)?;
        }
        let marks = self.published.iter().map(|(point, _)| self.place(*point));
        let marks = marks.map(|place| Cross::new(place, 6, BLACK.stroke_width(2)));
        plot.draw_series(marks).map_err(undrawable)?;
        Ok(())
    }

    fn draw_line(&self, number: usize, line: &Line, plot: &mut Plot<'_, '_>) -> Result<()> {
        let points: Vec<_> = line.points.iter().map(|point| self.place(*point)).collect();
        let style = colour(number).stroke_width(LINE_WIDTH);
        let series = LineSeries::new(points.iter().copied(), style);
        plot.draw_series(series).map_err(undrawable)?;
        let mark = |point: (f64, f64)| {
            EmptyElement::at(point) + Polygon::new(shape(number), colour(number).filled())
        };
        let marks: Vec<_> = points.into_iter().map(mark).collect();
        plot.draw_series(marks).map_err(undrawable)?;
        Ok(())
    }

    /// Returns the legend's entries: the lines, and the annotations of published points, each once.
    fn legend(&self) -> Vec<Entry<'_>> {
        let lines = self.lines.iter().enumerate();
        let mut entries: Vec<Entry> = lines
            .map(|(number, line)| (Sign::Line(number), line.name.as_str()))
            .collect();
        for (_, what) in &self.published {
            if entries.iter().all(|(_, it)| it != what) {
                entries.push((Sign::Cross, what));
            }
        }
        entries
    }

    fn draw_grid(&self, plot: &mut Plot<'_, '_>) -> Result<()> {
        let (x, y) = (self.x.scale, self.y.scale);
        let ticks = (x.ticks(&plot.x_range()), y.ticks(&plot.y_range()));
        plot.configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .label_style((FONT, LABEL_SIZE))
            .axis_desc_style((FONT, NAME_SIZE))
            .x_desc(&self.x.name)
            .y_desc(&self.y.name)
            .x_labels(ticks.0)
            .y_labels(ticks.1)
            .x_label_formatter(&|place| x.label(*place))
            .y_label_formatter(&|place| y.label(*place))
            .draw()
            .map_err(undrawable)
    }

    fn ranges(&self) -> ((f64, f64), (f64, f64)) {
        let (xs, ys): (Vec<f64>, Vec<f64>) = self.points().unzip();
        let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
        let most = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let x = match self.x.scale {
            Scale::Linear => (least - SIDE_ROOM, most + SIDE_ROOM),
            Scale::Powers(_) => self.x.scale.range(&xs),
        };
        (x, self.y.scale.range(&ys))
    }

    /// Returns all points, measured and published.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let measured = self.lines.iter().flat_map(|line| &line.points);
        let published = self.published.iter().map(|(point, _)| point);
        measured.chain(published).copied()
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x.scale.place(x), self.y.scale.place(y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(f64, f64)>) -> LineChart {
        let axis = |name| Axis::new(name, Scale::Linear);
        LineChart {
            title: "Title".to_string(),
            x: axis("Right"),
            y: axis("Up"),
            lines: vec![Line {
                name: "Measured".to_string(),
                points,
            }],
            published: vec![((2.0, 4.0), "Printed".to_string())],
        }
    }

    #[test]
    fn the_legend_says_the_same_once() {
        let mut chart = chart(vec![(1.0, 9.0)]);
        chart.published.push(((3.0, 5.0), "Printed".to_string()));
        let texts: Vec<&str> = chart.legend().iter().map(|(_, text)| *text).collect();
        assert_eq!(texts, ["Measured", "Printed"]);
    }

    #[test]
    fn a_chart_names_its_lines_and_marks() {
        let chart = chart(vec![(1.0, 2.0), (2.0, 3.0)]);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("chart.svg");
        chart.draw(&file).expect("drawn");
        let picture = std::fs::read_to_string(file).expect("written");
        for word in ["Title", "Right", "Up", "Measured", "Printed"] {
            assert!(picture.contains(word), "{word}");
        }
    }
}
