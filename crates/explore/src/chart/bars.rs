//! Bars in groups, each of parts on top of each other, and published heights as dashes across.

use std::path::Path;

use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::Axis;
use super::legend::{Entry, Sign};
use super::look::colour;
use super::{plane, undrawable, write, Canvas, Plot, FONT, GRID, LABEL_SIZE, NAME_SIZE};

/// A bar.
pub struct Bar {
    /// The class and the height of each part, from the bottom up.
    pub parts: Vec<(usize, f64)>,
    /// The published height of the whole.
    pub published: Option<f64>,
    /// Written above it.
    pub label: String,
}

/// A chart of bars.
pub struct BarChart {
    /// Above it.
    pub title: String,
    /// The vertical axis. On a logarithmic axis, bars have a single part.
    pub y: Axis,
    /// What the colours mean.
    pub classes: Vec<String>,
    /// Groups of bars side by side, each with its name.
    pub groups: Vec<(String, Vec<Bar>)>,
}

/// A bar with its left and right edge.
type Placed<'a> = (f64, f64, &'a Bar);

/// The part of a group's slot that its bars fill, and the part of a bar's slot that the bar fills.
const GROUP_FILL: f64 = 0.7;
const BAR_FILL: f64 = 0.92;
/// The height of a label with the gap below it, and that gap.
const LABEL_HEIGHT: i32 = 20;
const LABEL_GAP: i32 = 4;

impl Bar {
    fn height(&self) -> f64 {
        self.height_below(self.parts.len())
    }

    fn height_below(&self, part: usize) -> f64 {
        self.parts[..part].iter().map(|(_, height)| height).sum()
    }

    /// Returns the heights to be drawn: that of the bar and the published one.
    fn heights(&self) -> impl Iterator<Item = f64> {
        let measured = (!self.parts.is_empty()).then(|| self.height());
        measured.into_iter().chain(self.published)
    }
}

impl BarChart {
    /// Draws the chart, unless nothing of it was measured.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn draw(&self, file: &Path) -> Result<()> {
        if self.groups.is_empty() {
            return Ok(());
        }
        write(file, &self.legend(), |canvas| self.draw_on(canvas))
    }

    fn draw_on(&self, canvas: &Canvas<'_>) -> Result<()> {
        let heights = self.placed().flat_map(|(_, _, bar)| bar.heights());
        let heights: Vec<f64> = heights
            .filter(|height| self.y.scale.shows(*height))
            .collect();
        let x = (-0.5, self.groups.len() as f64 - 0.5);
        let mut plot = plane(canvas, &self.title, x, self.y.scale.range(&heights))?;
        self.draw_grid(&mut plot)?;
        let floor = plot.y_range().start;
        for class in 0..self.classes.len() {
            let parts = self.placed().flat_map(|bar| self.parts(class, bar, floor));
            let parts: Vec<_> = parts.collect();
            plot.draw_series(parts).map_err(undrawable)?;
        }
        self.draw_published(&mut plot)?;
        self.draw_labels(&mut plot)
    }

    /// Returns the legend's entries: the classes, and the dash of published heights if there are any.
    fn legend(&self) -> Vec<Entry<'_>> {
        let classes = self.classes.iter().enumerate();
        let classes = classes.map(|(class, name)| (Sign::Area(class), name.as_str()));
        let has_published = self.placed().any(|(_, _, bar)| bar.published.is_some());
        classes
            .chain(has_published.then_some((Sign::Dash, "published")))
            .collect()
    }

    fn draw_grid(&self, plot: &mut Plot<'_, '_>) -> Result<()> {
        let name = |place: &f64| {
            let group = (place.fract() == 0.0 && *place >= 0.0).then_some(*place as usize);
            let group = group.and_then(|group| self.groups.get(group));
            group.map_or(String::new(), |(name, _)| name.clone())
        };
        let ticks = self.y.scale.ticks(&plot.y_range());
        plot.configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .label_style((FONT, LABEL_SIZE))
            .axis_desc_style((FONT, NAME_SIZE))
            .y_desc(&self.y.name)
            .x_labels(self.groups.len())
            .y_labels(ticks)
            .x_label_formatter(&name)
            .y_label_formatter(&|place| self.y.scale.label(*place))
            .draw()
            .map_err(undrawable)
    }

    fn draw_published(&self, plot: &mut Plot<'_, '_>) -> Result<()> {
        let dash = |(left, right, bar): Placed<'_>| {
            let height = bar.published.filter(|height| self.y.scale.shows(*height))?;
            let height = self.y.scale.place(height);
            let ends = vec![(left, height), (right, height)];
            Some(PathElement::new(ends, BLACK.stroke_width(3)))
        };
        let dashes: Vec<_> = self.placed().filter_map(dash).collect();
        plot.draw_series(dashes).map_err(undrawable)?;
        Ok(())
    }

    /// Draws each label just above its bar, or above the dash of the published height where that would cross the label.
    fn draw_labels(&self, plot: &mut Plot<'_, '_>) -> Result<()> {
        let centred = Pos::new(HPos::Center, VPos::Bottom);
        let style = (FONT, LABEL_SIZE).into_font().color(&BLACK).pos(centred);
        let floor = plot.y_range().start;
        let up = |height: f64| {
            let place = self.y.scale.place(height).max(floor);
            plot.backend_coord(&(0.0, place)).1
        };
        let label = |(left, right, bar): Placed<'_>| {
            let top = up(bar.height());
            let crossing = bar
                .published
                .map(up)
                .filter(|dash| (top - LABEL_HEIGHT..=top).contains(dash));
            let above = crossing.unwrap_or(top) - top - LABEL_GAP;
            let place = self.y.scale.place(bar.height()).max(floor);
            let middle = EmptyElement::at(((left + right) / 2.0, place));
            middle + Text::new(bar.label.clone(), (0, above), style.clone())
        };
        let labels: Vec<_> = self.placed().map(label).collect();
        plot.draw_series(labels).map_err(undrawable)?;
        Ok(())
    }

    /// Returns the rectangles of a class, each on top of the part below it or on the floor of the axis.
    fn parts(
        &self,
        class: usize,
        (left, right, bar): Placed<'_>,
        floor: f64,
    ) -> Vec<Rectangle<(f64, f64)>> {
        let place = |height: f64| self.y.scale.place(height).max(floor);
        let all = bar.parts.iter().enumerate();
        all.filter(|(_, (of, _))| *of == class)
            .map(|(part, (_, height))| {
                let below = bar.height_below(part);
                let corners = [(left, place(below)), (right, place(below + height))];
                Rectangle::new(corners, colour(class).filled())
            })
            .collect()
    }

    fn placed(&self) -> impl Iterator<Item = Placed<'_>> {
        let groups = self.groups.iter().enumerate();
        groups.flat_map(|(group, (_, bars))| {
            let width = GROUP_FILL / bars.len() as f64;
            let first = group as f64 - GROUP_FILL / 2.0;
            bars.iter().enumerate().map(move |(place, bar)| {
                let left = first + width * place as f64;
                (left, left + width * BAR_FILL, bar)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::axis::Scale;

    #[test]
    fn a_chart_names_its_groups_classes_and_bars() {
        let bar = Bar {
            parts: vec![(0, 2.0), (1, 3.0)],
            published: Some(6.0),
            label: "Five".to_string(),
        };
        assert_eq!(bar.height(), 5.0);
        assert_eq!(bar.heights().collect::<Vec<_>>(), [5.0, 6.0]);
        let chart = BarChart {
            title: "Title".to_string(),
            y: Axis::new("Up", Scale::Linear),
            classes: ["Lower", "Upper"].map(str::to_string).into(),
            groups: vec![("Group".to_string(), vec![bar])],
        };
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("chart.svg");
        chart.draw(&file).expect("drawn");
        let picture = std::fs::read_to_string(file).expect("written");
        for word in [
            "Title",
            "Up",
            "Lower",
            "Upper",
            "Group",
            "Five",
            "published",
        ] {
            assert!(picture.contains(word), "{word}");
        }
    }
}
