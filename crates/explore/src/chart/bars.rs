//! Bars in groups, each of parts on top of each other, and published heights as dashes across.

use std::path::Path;

use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{thousands, Scale};
use super::{
    key, legend, plane, undrawable, write, Canvas, Plot, COLOURS, FONT, GRID, LABEL_SIZE, NAME_SIZE,
};

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
    /// The quantity upwards, linear.
    pub y: String,
    /// What the colours mean.
    pub classes: Vec<String>,
    /// Bars side by side, and what they have in common.
    pub groups: Vec<(String, Vec<Bar>)>,
}

/// A bar with its left and right edge.
type Placed<'a> = (f64, f64, &'a Bar);

/// The part of a group's place that its bars fill, and the part of a bar's place that it fills.
const GROUP_FILL: f64 = 0.7;
const BAR_FILL: f64 = 0.92;

impl Bar {
    fn height(&self) -> f64 {
        self.height_below(self.parts.len())
    }

    fn height_below(&self, part: usize) -> f64 {
        self.parts[..part].iter().map(|(_, height)| height).sum()
    }

    /// The highest thing drawn of it.
    fn top(&self) -> f64 {
        self.height().max(self.published.unwrap_or(0.0))
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
        write(file, |canvas| self.draw_on(canvas))
    }

    fn draw_on(&self, canvas: &Canvas<'_>) -> Result<()> {
        let tops: Vec<f64> = self.placed().map(|(_, _, bar)| bar.top()).collect();
        let x = (-0.5, self.groups.len() as f64 - 0.5);
        let mut plot = plane(canvas, &self.title, x, Scale::Linear.range(&tops))?;
        self.draw_grid(&mut plot)?;
        for (class, name) in self.classes.iter().enumerate() {
            let parts: Vec<_> = self.placed().flat_map(|bar| parts(class, bar)).collect();
            plot.draw_series(parts)
                .map_err(undrawable)?
                .label(name)
                .legend(move |at| key(at, COLOURS[class]));
        }
        self.draw_published(&mut plot)?;
        self.draw_labels(&mut plot)?;
        legend(&mut plot, SeriesLabelPosition::UpperLeft)
    }

    fn draw_grid(&self, plot: &mut Plot<'_, '_>) -> Result<()> {
        let name = |place: &f64| {
            let group = (place.fract() == 0.0 && *place >= 0.0).then_some(*place as usize);
            let group = group.and_then(|group| self.groups.get(group));
            group.map_or(String::new(), |(name, _)| name.clone())
        };
        plot.configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .label_style((FONT, LABEL_SIZE))
            .axis_desc_style((FONT, NAME_SIZE))
            .y_desc(&self.y)
            .x_labels(self.groups.len())
            .x_label_formatter(&name)
            .y_label_formatter(&|place| thousands(*place))
            .draw()
            .map_err(undrawable)
    }

    fn draw_published(&self, plot: &mut Plot<'_, '_>) -> Result<()> {
        let dash = |(left, right, bar): Placed<'_>| {
            let height = bar.published?;
            let ends = vec![(left, height), (right, height)];
            Some(PathElement::new(ends, BLACK.stroke_width(3)))
        };
        let dashes: Vec<_> = self.placed().filter_map(dash).collect();
        if !dashes.is_empty() {
            plot.draw_series(dashes)
                .map_err(undrawable)?
                .label("published")
                .legend(|(x, y)| {
                    PathElement::new([(x + 2, y), (x + 16, y)], BLACK.stroke_width(3))
                });
        }
        Ok(())
    }

    fn draw_labels(&self, plot: &mut Plot<'_, '_>) -> Result<()> {
        let centred = Pos::new(HPos::Center, VPos::Bottom);
        let style = (FONT, LABEL_SIZE).into_font().color(&BLACK).pos(centred);
        let label = |(left, right, bar): Placed<'_>| {
            let middle = EmptyElement::at(((left + right) / 2.0, bar.top()));
            middle + Text::new(bar.label.clone(), (0, -4), style.clone())
        };
        let labels: Vec<_> = self.placed().map(label).collect();
        plot.draw_series(labels).map_err(undrawable)?;
        Ok(())
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

/// The parts of a class.
fn parts(class: usize, (left, right, bar): Placed<'_>) -> Vec<Rectangle<(f64, f64)>> {
    let all = bar.parts.iter().enumerate();
    all.filter(|(_, (of, _))| *of == class)
        .map(|(part, (_, height))| {
            let below = bar.height_below(part);
            let corners = [(left, below), (right, below + height)];
            Rectangle::new(corners, COLOURS[class].filled())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_names_its_groups_classes_and_bars() {
        let bar = Bar {
            parts: vec![(0, 2.0), (1, 3.0)],
            published: Some(6.0),
            label: "Five".to_string(),
        };
        assert_eq!((bar.height(), bar.top()), (5.0, 6.0));
        let chart = BarChart {
            title: "Title".to_string(),
            y: "Up".to_string(),
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
