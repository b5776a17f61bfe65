//! Published and measured values side by side: Markdown tables, aligned so that they read as well on a terminal.

use super::published::{Row, Section};
use crate::measurements::Measurements;

const HEADING: [&str; 8] = [
    "",
    "unit",
    "published",
    "measured",
    "ratio",
    "faithful range",
    "",
    "aim",
];

/// How a measured value lies to the range in which it should land.
pub fn verdict(row: &Row, measured: Option<f64>) -> &'static str {
    match (measured, row.faithful) {
        (None, _) => "missing",
        (Some(_), None) => "",
        (Some(value), Some([low, _])) if value < low => "below",
        (Some(value), Some([_, high])) if value > high => "above",
        (Some(_), Some(_)) => "within",
    }
}

/// A section's table under its title, without the rows that are not `chosen`; empty if none is.
pub fn section(
    section: &Section,
    measurements: &Measurements,
    chosen: &dyn Fn(&Row) -> bool,
) -> String {
    let rows: Vec<[String; 8]> = section
        .rows
        .iter()
        .filter(|row| chosen(row))
        .map(|row| cells(row, row.measured(measurements)))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!("### {}\n\n{}\n", section.title, aligned(&rows))
}

fn cells(row: &Row, measured: Option<f64>) -> [String; 8] {
    let ratio = measured.zip(row.published.filter(|published| *published != 0.0));
    [
        row.what.clone(),
        row.unit.clone(),
        row.published.map_or(String::new(), number),
        measured.map_or("missing".to_string(), number),
        ratio.map_or(String::new(), |(measured, published)| {
            format!("{:.2}", measured / published)
        }),
        row.faithful.map_or(String::new(), |[low, high]| {
            format!("{} to {}", number(low), number(high))
        }),
        verdict(row, measured).to_string(),
        row.aim.clone().unwrap_or_default(),
    ]
}

/// With one place behind the point, small ones with two; without zeros at the end.
pub fn number(value: f64) -> String {
    let places = if value.abs() < 10.0 { 2 } else { 1 };
    let written = format!("{value:.places$}");
    let short = written.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0" } else { short }.to_string()
}

fn aligned(rows: &[[String; 8]]) -> String {
    let heading = HEADING.map(str::to_string);
    let widths: Vec<usize> = (0..HEADING.len())
        .map(|column| {
            let cells = rows
                .iter()
                .chain([&heading])
                .map(|row| row[column].chars().count());
            cells.max().unwrap_or(0).max(3)
        })
        .collect();
    let rule = widths
        .iter()
        .map(|width| format!("{}|", "-".repeat(width + 2)))
        .collect::<String>();
    let mut table = line(&heading, &widths) + "|" + &rule + "\n";
    for row in rows {
        table += &line(row, &widths);
    }
    table
}

fn line(cells: &[String; 8], widths: &[usize]) -> String {
    let cells = cells
        .iter()
        .zip(widths)
        .map(|(cell, width)| format!(" {cell:width$} |"));
    format!("|{}\n", cells.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "id = 'x'\nwhat = 'x'\nunit = 'cycles'\npublished = 14\nfaithful = [10, 18]\nplatform = 'a'\ncase = 'x'\n";

    #[test]
    fn a_value_is_held_against_its_range() {
        let row: Row = toml::from_str(ROW).expect("a row");
        let verdicts =
            [None, Some(9.9), Some(10.0), Some(18.0), Some(18.1)].map(|value| verdict(&row, value));
        assert_eq!(verdicts, ["missing", "below", "within", "within", "above"]);
    }

    #[test]
    fn numbers_are_short() {
        let written = [4662.0, 702.94, 1.4, 7.604, 0.0, 10.0].map(number);
        assert_eq!(written, ["4662", "702.9", "1.4", "7.6", "0", "10"]);
    }

    #[test]
    fn a_section_is_an_aligned_table() {
        let text = format!("title = 'Figure 1'\n[[rows]]\n{ROW}");
        let chosen: Section = toml::from_str(&text).expect("a section");
        let mut measurements = Measurements::default();
        measurements.add("a", "x 17.5");
        let table = section(&chosen, &measurements, &|_| true);
        assert!(
            table.contains(
                "| x   | cycles | 14        | 17.5     | 1.25  | 10 to 18       | within |     |\n"
            ),
            "{table}"
        );
        let widths: Vec<usize> = table
            .lines()
            .skip(2)
            .filter(|line| !line.is_empty())
            .map(str::len)
            .collect();
        assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{table}");
        assert_eq!(section(&chosen, &measurements, &|_| false), "");
    }
}
