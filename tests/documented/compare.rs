//! Compares what a command printed with what a page shows of it.
//!
//! A line `...` of a page stands for any number of lines. Times of this machine and versions are never compared; other numbers are, unless
//! the page says that they vary or another compiler has compiled the programs.

/// How closely outputs are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Closeness {
    /// Every number.
    Numbers,
    /// Words, and where numbers are.
    Words,
    /// Not at all.
    Nothing,
}

const ELISION: &str = "...";
const THIS_MACHINE: &str = " on this machine, ";

/// Whether an output is what a page shows. A page that shows nothing leaves the output open.
pub fn agrees(shown: &[String], output: &[String], closeness: Closeness) -> bool {
    shown.is_empty()
        || closeness == Closeness::Nothing
        || matched(shown, output, closeness).is_some()
}

/// The lines of an output in the places where the page shows lines; `None` where it shows others.
pub fn matched(shown: &[String], output: &[String], closeness: Closeness) -> Option<Vec<String>> {
    let shown = comparable(shown, closeness);
    let printed = comparable(output, closeness);
    let mut result = Vec::new();
    let mut at = 0;
    let segments: Vec<&[String]> = shown.split(|line| line == ELISION).collect();
    for (number, segment) in segments.iter().enumerate() {
        let is_last = number + 1 == segments.len();
        let place = match (number, is_last) {
            (0, true) => (printed == *segment).then_some(0),
            (0, false) => printed.starts_with(segment).then_some(0),
            (_, true) => last_place(&printed, segment, at),
            (_, false) => first_place(&printed, segment, at),
        }?;
        if number > 0 {
            result.push(ELISION.to_string());
        }
        result.extend_from_slice(&output[place..place + segment.len()]);
        at = place + segment.len();
    }
    Some(result)
}

fn first_place(printed: &[String], segment: &[String], from: usize) -> Option<usize> {
    (from..=printed.len().checked_sub(segment.len())?)
        .find(|at| printed[*at..].starts_with(segment))
}

fn last_place(printed: &[String], segment: &[String], from: usize) -> Option<usize> {
    let at = printed.len().checked_sub(segment.len())?;
    (at >= from && printed.ends_with(segment)).then_some(at)
}

fn comparable(lines: &[String], closeness: Closeness) -> Vec<String> {
    let mask = |line: &String| match closeness {
        _ if line == ELISION => line.clone(),
        _ if is_of_this_machine(line) => {
            words(line.split_once(THIS_MACHINE).map_or(line, |split| split.1))
        }
        Closeness::Words => words(line),
        _ => line.trim_end().to_string(),
    };
    lines.iter().map(mask).collect()
}

/// Whether a line tells this machine's time, or a version.
fn is_of_this_machine(line: &str) -> bool {
    line.contains(THIS_MACHINE)
        || line
            .strip_prefix("weft ")
            .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit() || c == '.'))
}

/// A line without its numbers, its bars and the width of its columns. A dash stands where a table has no number.
fn words(line: &str) -> String {
    let is_number = |c: char| c.is_ascii_digit() || ".,<%-".contains(c) || "█▓▒▚▄░·".contains(c);
    let word = |word: &str| {
        let bare: String = word.chars().filter(|c| !is_number(*c)).collect();
        if bare.len() == word.len() {
            word.to_string()
        } else {
            bare + "#"
        }
    };
    let mut words: Vec<String> = line.split_whitespace().map(word).collect();
    words.dedup_by(|one, other| one == "#" && other == "#");
    words.join(" ")
}

/// Cuts what a command printed into lines, without empty ones at either end.
pub fn lines(text: &str) -> Vec<String> {
    let lines = text
        .trim_end()
        .lines()
        .skip_while(|line| line.trim().is_empty());
    lines.map(str::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree(shown: &str, output: &str, closeness: Closeness) -> bool {
        agrees(&lines(shown), &lines(output), closeness)
    }

    #[test]
    fn every_number_counts_where_numbers_are_compared() {
        assert!(agree(
            "took 12 cycles",
            "\ntook 12 cycles\n",
            Closeness::Numbers
        ));
        assert!(!agree(
            "took 12 cycles",
            "took 13 cycles",
            Closeness::Numbers
        ));
        assert!(agree(
            "took 12 cycles",
            "took 1,300 cycles",
            Closeness::Words
        ));
        assert!(!agree(
            "took 12 cycles",
            "wastes 12 cycles",
            Closeness::Words
        ));
        assert!(agree("anything", "else", Closeness::Nothing));
    }

    #[test]
    fn an_elision_stands_for_any_number_of_lines() {
        for output in ["a\nb", "a\nx\ny\nb"] {
            assert!(agree("a\n...\nb", output, Closeness::Numbers));
        }
        assert!(!agree("a\n...\nb", "a\nx", Closeness::Numbers));
        assert!(!agree("a\n...\nb", "a\nb\nc", Closeness::Numbers));
        assert!(agree("...\nb\n...", "a\nb\nc", Closeness::Numbers));
        assert!(agree("...", "", Closeness::Numbers));
    }

    #[test]
    fn a_line_that_is_missing_or_more_than_shown_is_found() {
        assert!(!agree("a\nb", "a", Closeness::Numbers));
        assert!(!agree("a", "a\nb", Closeness::Numbers));
    }

    #[test]
    fn times_of_this_machine_and_versions_are_not_compared() {
        let time = "9.1 ms on this machine, 2.0 MIPS (fast), 3 % of cycles run ahead";
        let other = "1 s on this machine, 42 MIPS (fast), 3 % of cycles run ahead";
        assert!(!agree(time, "1 s", Closeness::Numbers));
        assert!(agree(time, other, Closeness::Numbers));
        assert!(agree("weft 0.1.0", "weft 2.0.0", Closeness::Numbers));
    }
}
