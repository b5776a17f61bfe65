//! The styles of lines and areas: each has its own colour and, for readers who cannot see colours, its own dash, hatch or shape.

use plotters::prelude::*;

/// A palette that colour-blind readers can tell apart (M. Okabe and K. Ito, 2008).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(110, 110, 110),
];

/// The dash patterns of the lines of these colours, in SVG's notation; the first is a solid line.
const DASHES: [&str; 7] = ["", "9 4", "3 3", "12 3 3 3", "6 2", "16 4", "2 5"];

/// Width of dashed lines; lines of any other width have no dashes.
pub const LINE_WIDTH: u32 = 2;

/// The hatches of areas of these colours: degrees by which its strokes are turned, and their distance; the first is plain.
const HATCHES: [(i32, u32); 7] = [
    (0, 0),
    (45, 7),
    (135, 7),
    (90, 5),
    (0, 5),
    (45, 4),
    (135, 4),
];

/// The corners of the marks at the points of lines: round, square, a triangle, a diamond.
const SHAPES: [&[(i32, i32)]; 4] = [
    &[
        (4, 0),
        (3, 3),
        (0, 4),
        (-3, 3),
        (-4, 0),
        (-3, -3),
        (0, -4),
        (3, -3),
    ],
    &[(-3, -3), (3, -3), (3, 3), (-3, 3)],
    &[(0, -5), (5, 4), (-5, 4)],
    &[(0, -5), (5, 0), (0, 5), (-5, 0)],
];

/// Returns the colour of the line or class of this number.
pub fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}

/// Returns the corners of the mark at each point of the line of this number.
pub fn shape(number: usize) -> Vec<(i32, i32)> {
    SHAPES[number % SHAPES.len()].to_vec()
}

/// Adds dashes to the lines and hatches to the areas of each colour; the drawing library has neither.
pub fn with_dashes_and_hatches(picture: &str) -> String {
    let mut out = String::with_capacity(picture.len());
    for (number, line) in picture.split_inclusive('\n').enumerate() {
        out.push_str(&dashed(&hatched(line)));
        if number == 0 {
            out.push_str(&hatches());
        }
    }
    out
}

fn hex(colour: RGBColor) -> String {
    format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2)
}

fn dashed(line: &str) -> String {
    let stroke = |colour| format!("stroke=\"{}\" stroke-width=\"{LINE_WIDTH}\"", hex(colour));
    let is_line = line.starts_with("<polyline") || line.starts_with("<line");
    let mut looks = COLOURS.into_iter().zip(DASHES).skip(1);
    match looks.find(|(colour, _)| is_line && line.contains(&stroke(*colour))) {
        Some((colour, dash)) => {
            let plain = stroke(colour);
            line.replace(&plain, &format!("{plain} stroke-dasharray=\"{dash}\""))
        }
        None => line.to_owned(),
    }
}

fn hatched(line: &str) -> String {
    let fill = |number: usize| format!("fill=\"{}\"", hex(COLOURS[number]));
    let is_of = |number: &usize| line.starts_with("<rect") && line.contains(&fill(*number));
    match (1..COLOURS.len()).find(is_of) {
        Some(number) => line.replace(&fill(number), &format!("fill=\"url(#hatch{number})\"")),
        None => line.to_owned(),
    }
}

fn hatches() -> String {
    let looks = COLOURS.into_iter().zip(HATCHES).enumerate().skip(1);
    let pattern = |(number, (colour, (turned, distance))): (usize, (RGBColor, (i32, u32)))| {
        format!(
            "<pattern id=\"hatch{number}\" width=\"{distance}\" height=\"{distance}\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate({turned})\"><rect width=\"{distance}\" height=\"{distance}\" fill=\"{}\"/>\
             <path d=\"M0 0V{distance}\" stroke=\"#FFFFFF\" stroke-width=\"1.5\"/></pattern>\n",
            hex(colour)
        )
    };
    let patterns: String = looks.map(pattern).collect();
    format!("<defs>\n{patterns}</defs>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_colour_has_a_look_of_its_own() {
        let picture = "<svg>\n<polyline stroke=\"#0072B2\" stroke-width=\"2\"/>\n<polyline stroke=\"#D55E00\" stroke-width=\"2\"/>\n\
                       <rect fill=\"#0072B2\"/>\n<rect fill=\"#009E73\"/>\n<circle fill=\"#009E73\"/>\n</svg>\n";
        let looks = with_dashes_and_hatches(picture);
        assert!(looks.contains("stroke=\"#0072B2\" stroke-width=\"2\"/>"));
        assert!(looks.contains("stroke=\"#D55E00\" stroke-width=\"2\" stroke-dasharray=\"9 4\"/>"));
        assert!(looks.contains("<rect fill=\"#0072B2\"/>"));
        assert!(looks.contains("<rect fill=\"url(#hatch2)\"/>"));
        assert!(looks.contains("<circle fill=\"#009E73\"/>"));
        assert_eq!(looks.matches("<pattern id=").count(), 6);
    }
}
