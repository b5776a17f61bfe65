//! The figures of a paper: the measurements that each shows, and its kind of chart.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use toml::Spanned;

use super::file::File;
use super::published::Published;
use super::table::number;
use crate::chart::axis::{thousands, Axis, Scale};
use crate::chart::bars::{Bar, BarChart};
use crate::chart::lines::{Line, LineChart};
use crate::formula::{Formula, Source};
use crate::measurements::Measurements;
use crate::template::{Choices, Variables};

/// The file of a paper's figures.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    #[serde(default, rename = "figure")]
    figures: Vec<Spanned<Figure>>,
}

/// A chart of lines, or of bars.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    /// The file's name without `.svg`.
    file: String,
    title: String,
    /// The platform of formulas that name none.
    platform: String,
    /// The x axis; only a chart of lines has one.
    x: Option<Quantity>,
    y: Quantity,
    #[serde(default)]
    lines: Vec<LineOf>,
    #[serde(default)]
    marks: Vec<Mark>,
    /// What the colours of bars mean.
    #[serde(default)]
    classes: Vec<String>,
    #[serde(default)]
    groups: Vec<Group>,
}

/// What an axis shows.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Quantity {
    name: String,
    /// The base of a logarithmic axis.
    powers: Option<u32>,
}

/// A line, or several.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineOf {
    #[serde(default)]
    each: Choices,
    name: String,
    x: Vec<u32>,
    /// The formula of a point, with `{x}`.
    y: String,
}

/// A published point.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    x: f64,
    y: String,
    /// Its annotation, in which `{}` is replaced by the published number.
    text: String,
    /// The formula of the published number; `y` by default.
    says: Option<String>,
}

/// Bars side by side, or several groups of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    #[serde(default)]
    each: Choices,
    name: String,
    bars: Vec<BarOf>,
}

/// A bar, or several.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BarOf {
    #[serde(default)]
    each: Choices,
    /// The class of the first part.
    #[serde(default)]
    class: usize,
    /// The formula of each part, from the bottom up.
    parts: Vec<String>,
    /// The formula of the published height.
    published: Option<String>,
    /// Written above it; its height by default.
    label: Option<String>,
}

impl Figures {
    /// Checks all formulas by parsing them. `file` is the file that contains them.
    ///
    /// # Errors
    /// When one is wrong.
    pub fn check(&self, file: &File) -> Result<()> {
        let nothing = Measurements::default();
        let mut drawings = self.figures.iter().zip(self.with_sources(&nothing, None));
        drawings.try_for_each(|(figure, drawing)| {
            let charts = drawing.charts().map(|_| ());
            charts.map_err(|wrong| file.error_in(figure, &wrong))
        })
    }

    /// Draws all figures that have at least one measured point.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn draw(
        &self,
        measurements: &Measurements,
        published: &Published,
        folder: &Path,
    ) -> Result<()> {
        for drawing in self.with_sources(measurements, Some(published)) {
            let (lines, bars) = drawing.charts()?;
            let file = folder.join(format!("{}.svg", drawing.figure.file));
            match drawing.figure.x {
                Some(_) => lines.draw(&file)?,
                None => bars.draw(&file)?,
            }
        }
        Ok(())
    }

    fn with_sources<'a>(
        &'a self,
        measurements: &'a Measurements,
        published: Option<&'a Published>,
    ) -> impl Iterator<Item = Drawing<'a>> {
        self.figures.iter().map(move |figure| Drawing {
            figure: figure.as_ref(),
            measurements,
            published,
        })
    }
}

/// A figure and what it shows.
struct Drawing<'a> {
    figure: &'a Figure,
    measurements: &'a Measurements,
    published: Option<&'a Published>,
}

impl Source for Drawing<'_> {
    fn measured(&self, platform: Option<&str>, case: &str) -> Option<f64> {
        let platform = platform.unwrap_or(&self.figure.platform);
        self.measurements.get(platform, case)
    }

    fn published(&self, row: &str) -> Option<f64> {
        self.published?.value(row)
    }
}

impl Drawing<'_> {
    /// Returns the figure as a chart of lines and as one of bars, of which one is empty.
    fn charts(&self) -> Result<(LineChart, BarChart)> {
        let what = || format!("figure `{}`", self.figure.file);
        let lines = self.line_chart().with_context(what)?;
        Ok((lines, self.bar_chart().with_context(what)?))
    }

    fn value(&self, formula: &str, variables: &Variables) -> Result<Option<f64>> {
        Ok(Formula::parse(&variables.fill(formula)?)?.value(self))
    }

    fn line_chart(&self) -> Result<LineChart> {
        let mut lines = Vec::new();
        for line in &self.figure.lines {
            for variables in line.each.all(Variables::default()) {
                lines.push(self.line(line, &variables)?);
            }
        }
        let marks = self.figure.marks.iter().map(|mark| self.mark(mark));
        let marks = marks.collect::<Result<Vec<_>>>()?;
        Ok(LineChart {
            title: self.figure.title.clone(),
            x: axis(self.figure.x.as_ref()),
            y: axis(Some(&self.figure.y)),
            lines,
            published: marks.into_iter().flatten().collect(),
        })
    }

    /// Returns the line with the points that are measured.
    fn line(&self, line: &LineOf, variables: &Variables) -> Result<Line> {
        let mut points = Vec::new();
        for x in &line.x {
            let y = self.value(&line.y, &variables.clone().with("x", x))?;
            points.extend(y.map(|y| (f64::from(*x), y)));
        }
        Ok(Line {
            name: variables.fill(&line.name)?,
            points,
        })
    }

    fn mark(&self, mark: &Mark) -> Result<Option<((f64, f64), String)>> {
        let none = Variables::default();
        let says = mark.says.as_ref().unwrap_or(&mark.y);
        let (y, says) = (self.value(&mark.y, &none)?, self.value(says, &none)?);
        let both = y.zip(says);
        Ok(both.map(|(y, says)| ((mark.x, y), mark.text.replace("{}", &shown(says)))))
    }

    fn bar_chart(&self) -> Result<BarChart> {
        let mut groups = Vec::new();
        for group in &self.figure.groups {
            for variables in group.each.all(Variables::default()) {
                let bars = self.bars(group, &variables)?;
                if !bars.is_empty() {
                    groups.push((variables.fill(&group.name)?, bars));
                }
            }
        }
        let is_measured =
            |(_, bars): &(String, Vec<Bar>)| bars.iter().any(|bar| !bar.parts.is_empty());
        if !groups.iter().any(is_measured) {
            groups.clear();
        }
        Ok(BarChart {
            title: self.figure.title.clone(),
            y: axis(Some(&self.figure.y)),
            classes: self.figure.classes.clone(),
            groups,
        })
    }

    fn bars(&self, group: &Group, variables: &Variables) -> Result<Vec<Bar>> {
        let mut bars = Vec::new();
        for bar in &group.bars {
            for variables in bar.each.all(variables.clone()) {
                bars.extend(self.bar(bar, &variables)?);
            }
        }
        Ok(bars)
    }

    /// Returns the bar, unless a part of it is not measured. A bar without parts has only a published height.
    fn bar(&self, bar: &BarOf, variables: &Variables) -> Result<Option<Bar>> {
        let heights = bar.parts.iter().map(|part| self.value(part, variables));
        let heights = heights.collect::<Result<Option<Vec<f64>>>>()?;
        let published = bar.published.as_ref();
        let published = published.map(|formula| self.value(formula, variables));
        let published = published.transpose()?.flatten();
        let Some(heights) = heights else {
            return Ok(None);
        };
        let label = match &bar.label {
            Some(label) => variables.fill(label)?,
            None if heights.is_empty() => String::new(),
            None => shown(heights.iter().sum()),
        };
        Ok(Some(Bar {
            parts: (bar.class..).zip(heights).collect(),
            published,
            label,
        }))
    }
}

/// Formats a number as in tables, large ones with thousands separators.
fn shown(value: f64) -> String {
    match value.abs() < 1000.0 {
        true => number(value),
        false => thousands(value),
    }
}

fn axis(quantity: Option<&Quantity>) -> Axis {
    let powers = quantity.and_then(|quantity| quantity.powers);
    Axis {
        name: quantity.map_or(String::new(), |quantity| quantity.name.clone()),
        scale: powers.map_or(Scale::Linear, Scale::Powers),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "[[figure]]\nfile = 'lines'\ntitle = 'Lines'\nplatform = 'a'\n\
        x = { name = 'bytes', powers = 4 }\ny = { name = 'cycles' }\n\
        lines = [{ each = { how = ['constant', 'run-time'] }, name = '{how}', x = [4, 16, 64], y = '[time {x} {how}] / 2' }]\n\
        marks = [{ x = 4, y = 'published(row)', text = 'published: {}' }]\n";

    const BARS: &str = "[[figure]]\nfile = 'bars'\ntitle = 'Bars'\nplatform = 'a'\ny = { name = '%' }\nclasses = ['low', 'high']\n\
        [[figure.groups]]\neach = [{ event = 'tx', name = 'TX' }, { event = 'rx', name = 'RX' }]\nname = '{name}'\n\
        bars = [{ parts = ['[{event} 0]', '[{event} 1]'] }, { class = 1, parts = ['[b | {event}]'] }]\n";

    fn figures(text: &str) -> Figures {
        let figures: Figures = toml::from_str(text).expect("figures");
        figures.check(&File::default()).expect("right formulas");
        figures
    }

    fn measurements() -> Measurements {
        let mut measurements = Measurements::default();
        let cases = [
            ("time 4 constant", 10.0),
            ("time 64 constant", 30.0),
            ("tx 0", 1.0),
            ("tx 1", 2.5),
        ];
        measurements.add("a", cases.map(|(case, value)| (case.to_owned(), value)));
        measurements
    }

    fn published() -> Published {
        let row = "id = 'row', what = '', unit = '', published = 7, platform = 'a'";
        toml::from_str(&format!("[[section]]\ntitle = ''\nrows = [{{ {row} }}]")).expect("a table")
    }

    #[test]
    fn lines_have_the_points_that_are_measured() {
        let (figures, measurements, published) = (figures(LINES), measurements(), published());
        let drawing = figures.with_sources(&measurements, Some(&published)).next();
        let (chart, _) = drawing.unwrap().charts().unwrap();
        assert_eq!(
            (chart.lines[0].name.as_str(), chart.lines.len()),
            ("constant", 2)
        );
        assert_eq!(chart.lines[0].points, [(4.0, 5.0), (64.0, 15.0)]);
        assert_eq!(chart.published, [((4.0, 7.0), "published: 7".to_owned())]);
    }

    #[test]
    fn groups_have_the_bars_that_are_measured() {
        let (figures, measurements) = (figures(BARS), measurements());
        let drawing = figures.with_sources(&measurements, None).next().unwrap();
        let (_, chart) = drawing.charts().unwrap();
        assert_eq!(chart.groups.len(), 1);
        let (name, bars) = &chart.groups[0];
        assert_eq!((name.as_str(), bars.len()), ("TX", 1));
        assert_eq!(
            (&bars[0].parts, bars[0].label.as_str()),
            (&vec![(0, 1.0), (1, 2.5)], "3.5")
        );
    }

    #[test]
    fn a_wrong_formula_names_its_figure() {
        let wrong: Figures = toml::from_str(&LINES.replace("/ 2", "/")).unwrap();
        let error = format!("{:#}", wrong.check(&File::default()).unwrap_err());
        assert!(error.contains("figure `lines`"), "{error}");
    }
}
