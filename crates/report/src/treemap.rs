//! Draws a treemap as SVG: each part of a whole is a rectangle whose area is the part's share.
//!
//! The layout is squarified (M. Bruls, K. Huizing, J. J. van Wijk, "Squarified Treemaps", 2000). Each row of parts lies along the shorter
//! side of the free area. A row takes another part as long as that brings its worst rectangle nearer to a square.

use std::fmt::Write;

use weft_sim::units::separated;

/// A part, and its subparts. The area that these do not fill is the part's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The text in its rectangle.
    pub label: String,
    /// In any unit.
    pub size: f64,
    /// The subparts.
    pub parts: Vec<Part>,
}

/// The picture.
pub struct Treemap<'a> {
    /// The text above the picture.
    pub title: &'a str,
    /// The unit of the sizes.
    pub unit: &'a str,
    /// The parts of the whole.
    pub parts: &'a [Part],
}

/// A rectangle; `x` and `y` are its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 600.0;
const MARGIN: f64 = 24.0;
/// Height of the title above the rectangles.
const HEAD: f64 = 48.0;
const INK: &str = "#333";
const FONT: &str = "font-family='sans-serif'";
const FILLS: [&str; 6] = [
    "#cfe0f3", "#f6dcc3", "#d5ead0", "#ead3e6", "#f3eab8", "#d9d9d9",
];
/// The largest font size of labels, the smallest readable one, and the width of a letter of size 1.
const LARGE: f64 = 15.0;
const SMALL: f64 = 9.0;
const LETTER: f64 = 0.56;

impl Treemap<'_> {
    /// Returns the picture as the text of an SVG file.
    pub fn svg(&self) -> String {
        let (width, height) = (WIDTH + 2.0 * MARGIN, HEIGHT + HEAD + MARGIN);
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'>\n\
             <rect width='{width}' height='{height}' fill='white'/>\n\
             <text x='{MARGIN}' y='32' {FONT} font-size='18' fill='{INK}'>{}</text>\n",
            escaped(self.title)
        );
        let whole = Area {
            x: MARGIN,
            y: HEAD,
            width: WIDTH,
            height: HEIGHT,
        };
        let parts = descending(self.parts);
        let sizes: Vec<f64> = parts.iter().map(|part| part.size).collect();
        for (index, (part, area)) in parts.iter().zip(squarified(&sizes, whole)).enumerate() {
            self.draw(part, area, FILLS[index % FILLS.len()], &mut svg);
        }
        svg + "</svg>\n"
    }

    fn draw(&self, part: &Part, area: Area, fill: &str, svg: &mut String) {
        let Area {
            x,
            y,
            width,
            height,
        } = area;
        let (label, size) = (escaped(&part.label), separated(part.size.round() as u64));
        let _ = writeln!(
            svg,
            "<g><title>{label}: {size} {}</title><rect x='{x:.1}' y='{y:.1}' width='{width:.1}' height='{height:.1}' fill='{fill}' stroke='{INK}'/></g>",
            self.unit
        );
        if part.parts.is_empty() {
            *svg += &self.text(part, area);
            return;
        }
        let (parts, sizes) = with_the_rest(part);
        for (part, area) in parts.iter().zip(squarified(&sizes, area)) {
            self.draw(part, area, fill, svg);
        }
    }

    /// Draws label and size if there is room for them.
    fn text(&self, part: &Part, area: Area) -> String {
        let size = separated(part.size.round() as u64);
        let letters = part.label.chars().count().max(size.len()).max(1) as f64;
        let font = LARGE
            .min((area.width - 6.0) / (letters * LETTER))
            .min(area.height / 2.6);
        if font < SMALL {
            return String::new();
        }
        let (x, y) = (area.x + area.width / 2.0, area.y + area.height / 2.0);
        let below = y + font * 1.1;
        format!(
            "<text {FONT} font-size='{font:.1}' fill='{INK}' text-anchor='middle'><tspan x='{x:.1}' y='{y:.1}'>{}</tspan><tspan x='{x:.1}' y='{below:.1}'>{size}</tspan></text>\n",
            escaped(&part.label)
        )
    }
}

/// Returns the subparts of a part and their sizes, largest first. A remainder becomes a subpart too. Subparts whose sum exceeds the part are
/// drawn scaled down to it; their labels keep the true sizes.
fn with_the_rest(part: &Part) -> (Vec<Part>, Vec<f64>) {
    let mut parts = descending(&part.parts);
    let sum: f64 = parts.iter().map(|it| it.size).sum();
    if sum < part.size {
        parts.push(Part {
            label: format!("rest of {}", part.label),
            size: part.size - sum,
            parts: Vec::new(),
        });
        parts = descending(&parts);
    }
    let sizes = parts.iter().map(|it| it.size).collect();
    (parts, sizes)
}

/// Returns the parts that have a size, largest first.
fn descending(parts: &[Part]) -> Vec<Part> {
    let mut parts = parts.to_vec();
    parts.retain(|it| it.size > 0.0);
    parts.sort_by(|a, b| b.size.total_cmp(&a.size));
    parts
}

/// Fills the area with rectangles in proportion to these sizes, which are sorted, largest first.
fn squarified(sizes: &[f64], area: Area) -> Vec<Area> {
    let scale = area.width * area.height / sizes.iter().sum::<f64>();
    let sizes: Vec<f64> = sizes.iter().map(|size| size * scale).collect();
    let (mut areas, mut left, mut begin) = (Vec::new(), area, 0);
    while begin < sizes.len() {
        let side = left.width.min(left.height);
        let mut end = begin + 1;
        while end < sizes.len()
            && worst(&sizes[begin..=end], side) <= worst(&sizes[begin..end], side)
        {
            end += 1;
        }
        left = put_row(&sizes[begin..end], left, &mut areas);
        begin = end;
    }
    areas
}

/// Returns the worst aspect ratio in a row along a side; 1 is a square.
fn worst(row: &[f64], side: f64) -> f64 {
    let thickness = row.iter().sum::<f64>() / side;
    let ratios = row.iter().map(|size| {
        let length = size / thickness;
        (length / thickness).max(thickness / length)
    });
    ratios.fold(1.0, f64::max)
}

/// Puts a row along the shorter side and returns the area that is still free.
fn put_row(row: &[f64], left: Area, areas: &mut Vec<Area>) -> Area {
    let is_column = left.width >= left.height;
    let side = left.width.min(left.height);
    let thickness = row.iter().sum::<f64>() / side;
    let mut offset = 0.0;
    for size in row {
        let length = size / thickness;
        areas.push(match is_column {
            true => Area {
                y: left.y + offset,
                width: thickness,
                height: length,
                ..left
            },
            false => Area {
                x: left.x + offset,
                width: length,
                height: thickness,
                ..left
            },
        });
        offset += length;
    }
    match is_column {
        true => Area {
            x: left.x + thickness,
            width: left.width - thickness,
            ..left
        },
        false => Area {
            y: left.y + thickness,
            height: left.height - thickness,
            ..left
        },
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Area = Area {
        x: 1.0,
        y: 2.0,
        width: 6.0,
        height: 4.0,
    };

    fn part(label: &str, size: f64, parts: Vec<Part>) -> Part {
        Part {
            label: label.to_owned(),
            size,
            parts,
        }
    }

    fn overlap(a: Area, b: Area) -> f64 {
        let width = (a.x + a.width).min(b.x + b.width) - a.x.max(b.x);
        let height = (a.y + a.height).min(b.y + b.height) - a.y.max(b.y);
        width.max(0.0) * height.max(0.0)
    }

    #[test]
    fn areas_are_the_sizes_and_fill_the_whole() {
        // The example of the paper: 6 by 4.
        let sizes = [6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0];
        let areas = squarified(&sizes, WHOLE);
        for (index, (size, area)) in sizes.iter().zip(&areas).enumerate() {
            assert!((area.width * area.height - size).abs() < 1e-9);
            assert!((overlap(*area, WHOLE) - size).abs() < 1e-9);
            for other in &areas[..index] {
                assert!(overlap(*area, *other) < 1e-9);
            }
        }
        // The first row: two rectangles of 3 by 2.
        assert_eq!((areas[0].width, areas[0].height), (3.0, 2.0));
        assert_eq!((areas[1].x, areas[1].y), (1.0, 4.0));
        // The second row: 4 and 3 along the upper side of the free area.
        assert!((areas[2].height - 7.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn what_parts_leave_is_drawn_as_the_rest() {
        let parts = [part("core", 1999.6, vec![part("a", 30.0, vec![])])];
        let svg = Treemap {
            title: "Gates",
            unit: "gates",
            parts: &parts,
        }
        .svg();
        assert!(svg.contains("<title>core: 2,000 gates</title>"), "{svg}");
        assert!(svg.contains("<title>a: 30 gates</title>"), "{svg}");
        assert!(
            svg.contains("<title>rest of core: 1,970 gates</title>"),
            "{svg}"
        );
    }

    #[test]
    fn a_label_without_room_is_left_out() {
        let parts = [part("large", 1e6, vec![]), part("tiny", 1.0, vec![])];
        let svg = Treemap {
            title: "A < B",
            unit: "gates",
            parts: &parts,
        }
        .svg();
        assert!(svg.contains(">large</tspan>") && !svg.contains(">tiny</tspan>"));
        assert!(svg.contains("<title>tiny: 1 gates</title>") && svg.contains("A &lt; B"));
    }
}
