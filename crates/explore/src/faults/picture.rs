//! A campaign as a picture (SVG): each run a mark at the cycle of its fault, in the row of its kind. Its outcome shows in the shape of the
//! mark, and in its colour. Faults that never struck have a column of their own.

use super::{Class, Findings, Kind, Trial};

const LEFT: f64 = 90.0;
const TOP: f64 = 50.0;
const WIDTH: f64 = 800.0;
const ROW: f64 = 80.0;
const RADIUS: f64 = 3.5;
/// Distance from the last cycle to the column of faults that never struck, and the width of that column.
const GAP: f64 = 20.0;
const NEVER: f64 = 90.0;

fn colour(class: Class) -> &'static str {
    match class {
        Class::Right => "#2a9d5c",
        Class::Detected => "#2f6fb7",
        Class::Stall => "#e0a030",
        Class::Endless => "#8a4fae",
        Class::Wrong => "#cc2936",
    }
}

/// Draws the mark of an outcome around a point: circle, square, triangle, diamond or cross.
fn shape(class: Class, x: f64, y: f64) -> String {
    let r = RADIUS;
    let path = match class {
        Class::Right => format!(
            "m{:.1},0 a{r},{r} 0 1 0 {},0 a{r},{r} 0 1 0 -{},0z",
            -r,
            2.0 * r,
            2.0 * r
        ),
        Class::Detected => format!("m-{r},-{r} h{0} v{0} h-{0}z", 2.0 * r),
        Class::Stall => format!("m0,-{r} l{r},{0} h-{0}z", 2.0 * r),
        Class::Endless => format!("m0,-{r} l{r},{r} l-{r},{r} l-{r},-{r}z"),
        Class::Wrong => format!("m-{r},-{r} l{0},{0} m0,-{0} l-{0},{0}", 2.0 * r),
    };
    let colour = colour(class);
    let fill = match class {
        Class::Wrong => "none",
        _ => colour,
    };
    format!("<path d=\"M{x:.1},{y:.1} {path}\" fill=\"{fill}\" fill-opacity=\"0.8\" stroke=\"{colour}\"/>\n")
}

/// The picture.
pub fn picture(findings: &Findings) -> String {
    let is_there = |kind: &Kind| findings.trials.iter().any(|trial| trial.kind == *kind);
    let kinds = Kind::ALL.into_iter().filter(|(kind, _)| is_there(kind));
    let kinds: Vec<(Kind, &str)> = kinds.collect();
    let bottom = TOP + ROW * kinds.len() as f64;
    let (width, height) = (LEFT + WIDTH + GAP + NEVER + 10.0, bottom + 50.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    svg += &legend();
    for (row, (kind, name)) in kinds.iter().enumerate() {
        let top = TOP + ROW * row as f64;
        svg += &format!(
            "<text x=\"10\" y=\"{}\">{name}</text>\n<line x1=\"{LEFT}\" y1=\"{top}\" x2=\"{}\" y2=\"{top}\" stroke=\"#ccc\"/>\n",
            top + ROW / 2.0,
            LEFT + WIDTH + GAP + NEVER
        );
        let of_kind = findings.trials.iter().filter(|trial| trial.kind == *kind);
        svg.extend(of_kind.map(|trial| mark(trial, top, findings.cycles)));
    }
    let (right, below) = (LEFT + WIDTH, bottom + 20.0);
    svg + &format!(
        "<line x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\" stroke=\"black\"/>\n\
         <text x=\"{LEFT}\" y=\"{below}\">0</text>\n\
         <text x=\"{right}\" y=\"{below}\" text-anchor=\"end\">{} cycles</text>\n\
         <text x=\"{}\" y=\"{below}\" text-anchor=\"middle\">cycle of the fault</text>\n\
         <text x=\"{}\" y=\"{below}\" text-anchor=\"middle\">never struck</text>\n</svg>\n",
        findings.cycles,
        LEFT + WIDTH / 2.0,
        right + GAP + NEVER / 2.0,
    )
}

fn legend() -> String {
    let entries = Class::ALL
        .iter()
        .enumerate()
        .map(|(number, (class, name))| {
            let x = LEFT + 150.0 * number as f64;
            let mark = shape(*class, x, 25.0);
            format!("{mark}<text x=\"{}\" y=\"29\">{name}</text>\n", x + 10.0)
        });
    entries.collect()
}

/// Draws the mark of a run. Its height within the row has no meaning, it only keeps marks apart; nor has its x in the column of faults that
/// never struck.
fn mark(trial: &Trial, top: f64, cycles: u64) -> String {
    let part = |factor: u64| (trial.number * factor % 64) as f64 / 64.0;
    let x = match trial.struck {
        Some(struck) => LEFT + WIDTH * struck.min(cycles) as f64 / cycles.max(1) as f64,
        None => LEFT + WIDTH + GAP + NEVER * part(23),
    };
    let y = top + 8.0 + (ROW - 16.0) * part(37);
    shape(trial.outcome.class, x, y)
}

#[cfg(test)]
mod tests {
    use super::super::Outcome;
    use super::*;

    #[test]
    fn outcomes_differ_in_shape_and_faults_that_never_struck_are_shown() {
        let trial = |number, (class, _): (Class, &str), struck| Trial {
            number,
            kind: Kind::Core,
            fault: String::new(),
            struck,
            cycles: 10,
            outcome: Outcome { class, by: None },
        };
        let trials = (0..).zip(Class::ALL);
        let mut trials: Vec<Trial> = trials
            .map(|(number, class)| trial(number, class, Some(number)))
            .collect();
        trials.push(trial(9, Class::ALL[0], None));
        let findings = Findings {
            cycles: 10,
            trials,
            interrupted: false,
        };
        let drawn = picture(&findings);
        let marks = 2 * Class::ALL.len() + 1;
        assert_eq!(drawn.matches("<path").count(), marks);
        let paths = drawn.lines().filter(|line| line.starts_with("<path"));
        let shapes: std::collections::BTreeSet<&str> = paths
            .filter_map(|line| line.split_once(' ')?.1.split_once(' ')?.1.split('"').next())
            .collect();
        assert_eq!(shapes.len(), Class::ALL.len(), "{shapes:?}");
        assert!(drawn.contains("never struck"));
    }
}
