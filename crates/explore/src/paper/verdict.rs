//! The verdict on a measured value, by comparison with the published one.
//!
//! | verdict | |
//! |---|---|
//! | `within`, `outside` | the range in which the modelled mechanism should land; the middle value counts where there are several |
//! | `at the edge` | the spread of several layouts, phases or trials crosses a bound of the range |
//! | `no range` | published under conditions that give none |
//! | `not comparable` | measured under other conditions than published, such as in another technology |
//! | `not reproduced` | nothing here measures it, and the row says why |
//! | `ours` | no published counterpart |
//! | `missing` | a program should have reported it, and has not |
//!
//! `, fitted` is appended if a parameter that the source does not state was chosen to give this value.

use super::published::Row;
use crate::measurements::Measurements;

/// The verdict on a row.
pub fn verdict(row: &Row, measurements: &Measurements) -> String {
    let measured = row.measured(measurements);
    let mut text = word(row, measured, row.measured_spread(measurements)).to_owned();
    if row.fitted {
        text += ", fitted";
    }
    text
}

fn word(row: &Row, measured: Option<f64>, spread: Option<[f64; 2]>) -> &'static str {
    match (measured, row.faithful) {
        _ if row.value.is_none() => "not reproduced",
        (None, _) => "missing",
        (Some(_), None) if row.published.is_none() => "ours",
        (Some(_), _) if row.incomparable => "not comparable",
        (Some(_), None) => "no range",
        (Some(_), Some(range)) if spread.is_some_and(|spread| crosses(spread, range)) => {
            "at the edge"
        }
        (Some(value), Some([low, high])) if (low..=high).contains(&value) => "within",
        (Some(_), Some(_)) => "outside",
    }
}

/// Does a spread contain values on both sides of a bound?
fn crosses([least, greatest]: [f64; 2], [low, high]: [f64; 2]) -> bool {
    (least < low && greatest >= low) || (least <= high && greatest > high)
}

/// How many of the published numbers among some rows have which verdict; empty if there are none.
pub fn sum(rows: &[&Row], measurements: &Measurements) -> String {
    let numbers = rows.iter().filter(|row| row.published.is_some());
    let words: Vec<&str> = numbers
        .map(|row| {
            word(
                row,
                row.measured(measurements),
                row.measured_spread(measurements),
            )
        })
        .collect();
    let kinds = [
        "within",
        "at the edge",
        "outside",
        "no range",
        "not comparable",
        "not reproduced",
        "missing",
    ];
    let count = |kind: &str| words.iter().filter(|word| **word == kind).count();
    let counts = kinds.map(|kind| (count(kind), kind));
    let told = counts.iter().filter(|(count, _)| *count > 0);
    let told: Vec<String> = told
        .map(|(count, kind)| format!("{count} {kind}"))
        .collect();
    match words.len() {
        0 => String::new(),
        1 => format!("Of 1 published number: {}.\n", told.join(", ")),
        all => format!("Of {all} published numbers: {}.\n", told.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "id = 'x'\nwhat = 'x'\nunit = 'cycles'\nplatform = 'a'\n";

    fn row(keys: &str) -> Row {
        toml::from_str(&format!("{ROW}{keys}")).expect("a row")
    }

    fn measured(value: f64) -> Measurements {
        let mut measurements = Measurements::default();
        measurements.add(
            "a",
            [("x".to_string(), value), ("low".to_string(), value - 1.0)],
        );
        measurements
    }

    #[test]
    fn a_value_is_held_against_its_range() {
        let row = row("published = 14\nfaithful = [10, 18]\nvalue = '[x]'\n");
        let of = |value| verdict(&row, &measured(value));
        let verdicts = [9.9, 10.0, 18.0, 18.1].map(of);
        assert_eq!(verdicts, ["outside", "within", "within", "outside"]);
        assert_eq!(verdict(&row, &Measurements::default()), "missing");
    }

    #[test]
    fn a_spread_over_a_bound_is_at_the_edge() {
        let row =
            row("published = 14\nfaithful = [10, 18]\nvalue = '[x]'\nspread = ['[low]', '[x]']\n");
        let of = |value| verdict(&row, &measured(value));
        let verdicts = [9.9, 10.0, 10.5, 11.0, 18.0, 18.5, 19.0, 19.1].map(of);
        let edge = "at the edge";
        assert_eq!(
            verdicts,
            ["outside", edge, edge, "within", "within", edge, edge, "outside"]
        );
    }

    #[test]
    fn what_has_no_counterpart_or_value_is_called_so() {
        let of = |keys: &str| verdict(&row(keys), &measured(1.0));
        assert_eq!(of("value = '[x]'\n"), "ours");
        assert_eq!(of("published = 3\nvalue = '[x]'\n"), "no range");
        let incomparable = "published = 1\nfaithful = [0, 2]\nincomparable = true\nvalue = '[x]'\n";
        assert_eq!(of(incomparable), "not comparable");
        assert_eq!(
            of("published = 3\nbecause = 'no hardware'\n"),
            "not reproduced"
        );
        let fitted = "published = 1\nfaithful = [0, 2]\nfitted = true\nvalue = '[x]'\n";
        assert_eq!(of(fitted), "within, fitted");
    }

    #[test]
    fn verdicts_are_counted_over_published_numbers() {
        let rows = [
            row("published = 1\nfaithful = [0, 2]\nvalue = '[x]'\n"),
            row("published = 3\nbecause = 'no hardware'\n"),
            row("value = '[x]'\n"),
        ];
        let rows: Vec<&Row> = rows.iter().collect();
        let text = "Of 2 published numbers: 1 within, 1 not reproduced.\n";
        assert_eq!(sum(&rows, &measured(1.0)), text);
        let text = "Of 1 published number: 1 not reproduced.\n";
        assert_eq!(sum(&rows[1..], &measured(1.0)), text);
        assert_eq!(sum(&rows[2..], &measured(1.0)), "");
    }
}
