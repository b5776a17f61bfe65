//! Bars of cycles, readable without colour: each part has a character of its own.

use super::Style;
use weft_sim::part::core::classes::{Class, ClassCycles};
use weft_sim::port::BarPart;

/// The bar of a core's cycles, `width` columns of which each class takes its share.
pub(super) fn bar(classes: &ClassCycles, width: usize, style: Style) -> String {
    let parts = Class::ALL.map(|class| (part(class), classes.get(class.0)));
    bar_of(&parts, width, style)
}

/// A bar of `width` columns, of which each part takes the share of its cycles.
pub(super) fn bar_of(parts: &[(BarPart, u64)], width: usize, style: Style) -> String {
    let total = parts.iter().map(|(_, cycles)| cycles).sum();
    let mut text = String::new();
    let mut cycles = 0;
    for (part, own) in parts {
        let start = column(cycles, total, width);
        cycles += own;
        let cells = column(cycles, total, width) - start;
        text += &painted(part, &part.symbol.repeat(cells), style);
    }
    text
}

/// Explains the characters in the bars of cycle classes.
pub(super) fn legend(style: Style) -> String {
    legend_of(&Class::ALL.map(part), style)
}

/// Explains the characters in a bar of these parts.
pub(super) fn legend_of(parts: &[BarPart], style: Style) -> String {
    let entries = parts
        .iter()
        .map(|part| format!("{} {}", painted(part, part.symbol, style), part.name));
    entries.collect::<Vec<_>>().join("  ")
}

/// Returns the column of a cycle, rounded so that the widths of all parts add up to the bar's.
fn column(cycles: u64, total: u64, width: usize) -> usize {
    let width = width as u128;
    let twice = 2 * u128::from(cycles) * width + u128::from(total);
    (twice / (2 * u128::from(total)).max(1)).min(width) as usize
}

fn part((class, name): (Class, &'static str)) -> BarPart {
    let (symbol, colour) = match class {
        Class::Issue => ("█", 32),
        Class::Hazard => ("▓", 33),
        Class::Bus => ("▒", 35),
        Class::Message => ("▚", 34),
        Class::Sync => ("▄", 36),
        Class::Sleep => ("░", 90),
        Class::Halted => ("·", 90),
    };
    BarPart {
        name,
        symbol,
        colour,
    }
}

/// Colours a text. An empty text stays empty, without escape sequences.
fn painted(part: &BarPart, text: &str, style: Style) -> String {
    match style {
        Style::Coloured if !text.is_empty() => format!("\x1b[{}m{text}\x1b[0m", part.colour),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 36;

    #[test]
    fn classes_take_their_shares() {
        let classes = ClassCycles {
            issue: 50,
            bus: 25,
            halted: 25,
            ..ClassCycles::default()
        };
        let expected = "█".repeat(18) + &"▒".repeat(9) + &"·".repeat(9);
        assert_eq!(bar(&classes, WIDTH, Style::Plain), expected);
    }

    #[test]
    fn a_bar_is_always_full() {
        for issue in 0..=100 {
            let classes = ClassCycles {
                issue,
                hazard: 7,
                sync: 100 - issue,
                ..ClassCycles::default()
            };
            assert_eq!(
                bar(&classes, WIDTH, Style::Plain).chars().count(),
                WIDTH,
                "issue {issue}"
            );
        }
        let many = ClassCycles {
            issue: u64::MAX / 2,
            sleep: u64::MAX / 2,
            ..ClassCycles::default()
        };
        assert_eq!(bar(&many, WIDTH, Style::Plain).chars().count(), WIDTH);
    }

    #[test]
    fn a_run_of_no_cycles_has_an_empty_bar() {
        assert_eq!(bar(&ClassCycles::default(), WIDTH, Style::Coloured), "");
    }
}
