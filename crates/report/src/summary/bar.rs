//! A bar of cycles by class, readable without colour: each class has a character of its own.

use super::Style;
use weft_sim::core::classes::{Class, ClassCycles};

/// The bar of a core's cycles, `width` columns of which each class takes its share.
pub(super) fn bar(classes: &ClassCycles, width: usize, style: Style) -> String {
    let total = classes.total();
    let mut text = String::new();
    let mut cycles = 0;
    for class in Class::ALL {
        let start = column(cycles, total, width);
        cycles += classes.get(class);
        let cells = column(cycles, total, width) - start;
        text += &painted(class, &symbol(class).to_string().repeat(cells), style);
    }
    text
}

/// What the characters of the bars mean.
pub(super) fn legend(style: Style) -> String {
    let entries = Class::ALL
        .map(|class| format!("{} {}", painted(class, symbol(class), style), class.name()));
    entries.join("  ")
}

/// The column in which a cycle falls, rounded so that the columns of all classes add up.
fn column(cycles: u64, total: u64, width: usize) -> usize {
    let width = width as u128;
    let twice = 2 * u128::from(cycles) * width + u128::from(total);
    (twice / (2 * u128::from(total)).max(1)).min(width) as usize
}

fn symbol(class: Class) -> &'static str {
    match class {
        Class::Issue => "█",
        Class::Hazard => "▓",
        Class::Bus => "▒",
        Class::Message => "▚",
        Class::Sync => "▄",
        Class::Sleep => "░",
        Class::Halted => "·",
    }
}

/// Empty text stays empty, so that nothing invisible is left in the bar.
fn painted(class: Class, text: &str, style: Style) -> String {
    let colour = match class {
        Class::Issue => 32,
        Class::Hazard => 33,
        Class::Bus => 35,
        Class::Message => 34,
        Class::Sync => 36,
        Class::Sleep | Class::Halted => 90,
    };
    match style {
        Style::Coloured if !text.is_empty() => format!("\x1b[{colour}m{text}\x1b[0m"),
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
