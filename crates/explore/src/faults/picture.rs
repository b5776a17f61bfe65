//! A campaign as a picture (SVG): each run a mark at the cycle of its fault, in the row of its kind, coloured by its outcome.

use super::{Class, Findings, Kind, Trial};

const LEFT: f64 = 90.0;
const TOP: f64 = 50.0;
const WIDTH: f64 = 800.0;
const ROW: f64 = 80.0;
const RADIUS: f64 = 3.0;

fn colour(class: Class) -> &'static str {
    match class {
        Class::Right => "#2a9d5c",
        Class::Detected => "#2f6fb7",
        Class::Stall => "#e0a030",
        Class::Endless => "#8a4fae",
        Class::Wrong => "#cc2936",
    }
}

/// The picture.
pub fn picture(findings: &Findings) -> String {
    let is_there = |kind: &Kind| findings.trials.iter().any(|trial| trial.kind == *kind);
    let kinds = Kind::ALL.into_iter().filter(|(kind, _)| is_there(kind));
    let kinds: Vec<(Kind, &str)> = kinds.collect();
    let bottom = TOP + ROW * kinds.len() as f64;
    let (width, height) = (LEFT + WIDTH + 30.0, bottom + 50.0);
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
            LEFT + WIDTH
        );
        let of_kind = findings.trials.iter().filter(|trial| trial.kind == *kind);
        svg.extend(of_kind.filter_map(|trial| mark(trial, top, findings.cycles)));
    }
    let (right, below) = (LEFT + WIDTH, bottom + 20.0);
    svg + &format!(
        "<line x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\" stroke=\"black\"/>\n\
         <text x=\"{LEFT}\" y=\"{below}\">0</text>\n\
         <text x=\"{right}\" y=\"{below}\" text-anchor=\"end\">{} cycles</text>\n\
         <text x=\"{}\" y=\"{below}\" text-anchor=\"middle\">cycle of the fault</text>\n</svg>\n",
        findings.cycles,
        LEFT + WIDTH / 2.0,
    )
}

fn legend() -> String {
    let entries = Class::ALL.iter().enumerate().map(|(number, (class, name))| {
        let x = LEFT + 150.0 * number as f64;
        format!(
            "<circle cx=\"{x}\" cy=\"25\" r=\"5\" fill=\"{}\"/>\n<text x=\"{}\" y=\"29\">{name}</text>\n",
            colour(*class),
            x + 10.0
        )
    });
    entries.collect()
}

/// The mark of a run: its place within the row has no meaning, and keeps marks apart.
fn mark(trial: &Trial, top: f64, cycles: u64) -> Option<String> {
    let x = LEFT + WIDTH * trial.struck?.min(cycles) as f64 / cycles.max(1) as f64;
    let spread = (trial.number * 37 % 64) as f64 / 64.0;
    let y = top + 8.0 + (ROW - 16.0) * spread;
    let colour = colour(trial.outcome.class);
    Some(format!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{colour}\" fill-opacity=\"0.8\"/>\n"
    ))
}
