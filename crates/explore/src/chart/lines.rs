//! Lines over a quantity, and published points as crosses.

use std::path::Path;

use anyhow::Result;
use plotters::prelude::*;

use super::axis::{Axis, Scale};
use super::{
    key, legend, plane, undrawable, write, Canvas, Plot, COLOURS, FONT, GRID, LABEL_SIZE, NAME_SIZE,
};

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
    /// The quantity to the right.
    pub x: Axis,
    /// The quantity upwards.
    pub y: Axis,
    /// What was measured.
    pub lines: Vec<Line>,
    /// What was published, and what is said of it: once where it is the same.
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
        write(file, |canvas| self.draw_on(canvas))
    }

    fn draw_on(&self, canvas: &Canvas<'_>) -> Result<()> {
        let (x, y) = self.ranges();
        let mut plot = plane(canvas, &self.title, x, y)?;
        self.draw_grid(&mut plot)?;
        for (line, colour) in self.lines.iter().zip(COLOURS.into_iter().cycle()) {
            let points: Vec<_> = line.points.iter().map(|point| self.place(*point)).collect();
            let series = LineSeries::new(points, colour.stroke_width(2)).point_size(3);
            plot.draw_series(series)
                .map_err(undrawable)?
                .label(&line.name)
                .legend(move |at| key(at, colour));
        }
        for (number, (point, what)) in self.published.iter().enumerate() {
            let mark = Cross::new(self.place(*point), 6, BLACK.stroke_width(2));
            let drawn = plot.draw_series([mark]).map_err(undrawable)?;
            if self.published[..number].iter().all(|(_, it)| it != what) {
                let key = |(x, y)| Cross::new((x + 9, y), 5, BLACK.stroke_width(2));
                drawn.label(what).legend(key);
            }
        }
        legend(&mut plot, self.free_corner())
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

    /// All points, measured and published.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let measured = self.lines.iter().flat_map(|line| &line.points);
        let published = self.published.iter().map(|(point, _)| point);
        measured.chain(published).copied()
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.x.scale.place(x), self.y.scale.place(y))
    }

    /// The upper corner under which the lines and marks stay lower.
    fn free_corner(&self) -> SeriesLabelPosition {
        let ((first, last), _) = self.ranges();
        let (mut left, mut right) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (x, y) in self.points().map(|point| self.place(point)) {
            let highest = match x < (first + last) / 2.0 {
                true => &mut left,
                false => &mut right,
            };
            *highest = y.max(*highest);
        }
        match right < left {
            true => SeriesLabelPosition::UpperRight,
            false => SeriesLabelPosition::UpperLeft,
        }
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
    fn the_legend_is_where_the_lines_are_lower() {
        let falls_behind_its_peak = chart(vec![(1.0, 9.0), (2.0, 3.0)]);
        let corner = falls_behind_its_peak.free_corner();
        assert!(matches!(corner, SeriesLabelPosition::UpperRight));
        let rises_from_a_dip = chart(vec![(1.0, 3.0), (1.2, 2.0), (3.0, 9.0)]);
        let corner = rises_from_a_dip.free_corner();
        assert!(matches!(corner, SeriesLabelPosition::UpperLeft));
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
