//! Published and measured values side by side: Markdown tables, aligned so that they read as well on a terminal.

use toml::Spanned;
use weft_report::summary::quantity::trimmed;
use weft_report::table::{left, Table};

use super::published::{Row, Section};
use super::variant::Variant;
use super::verdict::verdict;
use crate::measurements::Measurements;

const COLUMNS: usize = 10;
type Cells = [String; COLUMNS];

/// Returns the heading; the variant's column has the variant's name.
fn heading(variant: &Variant) -> Cells {
    let first = ["", "unit", "published", "measured", "ratio"];
    let others = ["faithful range", "", &variant.name, "aim", ""];
    let mut names = first.into_iter().chain(others).map(str::to_string);
    std::array::from_fn(|_| names.next().expect("as many names as columns"))
}

/// Says whether the aim is reached, by the variant if the row is measured on it.
fn progress(row: &Row, measured: Option<f64>, on_variant: Option<f64>) -> &'static str {
    match (&row.aim, on_variant.or(measured)) {
        (Some(aim), Some(value)) if aim.is_reached_by(value) => "reached",
        (Some(_), Some(_)) => "not yet",
        _ => "",
    }
}

/// Returns a section's table under its title, with only the `chosen` rows; empty if there are none.
pub fn section(
    section: &Section,
    measurements: &Measurements,
    variant: &Variant,
    chosen: &dyn Fn(&Row) -> bool,
) -> String {
    let rows = section.rows.iter().map(Spanned::as_ref);
    let mut rows = rows.filter(|row| chosen(row)).peekable();
    if rows.peek().is_none() {
        return String::new();
    }
    let mut table = Table::new(heading(variant).map(left));
    for row in rows {
        table.row(cells(row, measurements, variant).to_vec());
    }
    format!("### {}\n\n{}\n", section.title, table.markdown())
}

fn cells(row: &Row, measurements: &Measurements, variant: &Variant) -> Cells {
    let measured = row.measured(measurements);
    let on_variant = row.measured_on(variant, measurements);
    let published = row.published.filter(|published| *published != 0.0);
    let both = measured.zip(published);
    let ratio = both.map(|(measured, published)| measured / published);
    let aim = row.aim.as_ref();
    let range = |[low, high]: [f64; 2]| format!("{} to {}", number(low), number(high));
    [
        row.what.clone(),
        row.unit.clone(),
        row.published.map_or(String::new(), number),
        measured.map_or_else(String::new, |value| with_spread(value, row, measurements)),
        ratio.map_or(String::new(), |ratio| format!("{ratio:.2}")),
        row.faithful.map_or(String::new(), range),
        verdict(row, measurements),
        on_variant.map_or(String::new(), number),
        aim.map_or(String::new(), |aim| aim.text.clone()),
        progress(row, measured, on_variant).to_string(),
    ]
}

/// Formats a value, with its least and greatest if it is the median of several.
fn with_spread(value: f64, row: &Row, measurements: &Measurements) -> String {
    match row.measured_spread(measurements) {
        Some([least, greatest]) => {
            format!(
                "{} ({} to {})",
                number(value),
                number(least),
                number(greatest)
            )
        }
        None => number(value),
    }
}

/// Formats a number with one decimal place, a small one with two, without trailing zeros.
pub fn number(value: f64) -> String {
    let places = if value.abs() < 10.0 { 2 } else { 1 };
    match trimmed(value, places) {
        zero if zero == "-0" => "0".to_string(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str =
        "id = 'x'\nwhat = 'x'\nunit = 'cycles'\npublished = 14\nfaithful = [10, 18]\n\
                       aim = '<= 12'\nplatform = 'a'\nvalue = '[x]'\n";

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
        measurements.add("a", [("x".to_string(), 17.5)]);
        measurements.add("a2", [("x".to_string(), 11.0)]);
        let variant = Variant {
            name: "a2".to_string(),
            platforms: [("a".to_string(), "a2".to_string())].into(),
        };
        let table = section(&chosen, &measurements, &variant, &|_| true);
        let lines: Vec<&str> = table
            .lines()
            .skip(2)
            .filter(|line| !line.is_empty())
            .collect();
        let words: Vec<&str> = lines[2].split('|').map(str::trim).collect();
        let row = [
            "x", "cycles", "14", "17.5", "1.25", "10 to 18", "within", "11", "<= 12", "reached",
        ];
        assert_eq!(words[1..=COLUMNS], row);
        assert!(
            lines.iter().all(|line| line.len() == lines[0].len()),
            "{table}"
        );
        assert_eq!(section(&chosen, &measurements, &variant, &|_| false), "");
    }
}
