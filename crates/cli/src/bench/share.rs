//! The share of instructions that ran translated. In a program that only computes it is nearly 1. If it is not, the program runs at the
//! interpreter's speed, which is a failure of the translator.

use std::fmt;

use serde::Serialize;
use weft_report::json::RunRecord;

use crate::terminal::tell;

/// The least share of a program that only computes.
const LEAST: f64 = 0.95;

/// A share of a run's instructions.
#[derive(Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Share(f64);

impl Share {
    /// Returns the share of the translated instructions of a run.
    pub fn translated(record: &RunRecord) -> Share {
        Share::of(record.translated, record.instructions)
    }

    /// Returns `part` divided by `all`.
    pub fn of(part: u64, all: u64) -> Share {
        Share(part as f64 / all.max(1) as f64)
    }

    /// Is the share as large as a program that only computes must have?
    pub fn is_enough(self) -> bool {
        self.0 >= LEAST
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:.1} %", 100.0 * self.0)
    }
}

/// Returns the cell of a row that shows the share, and marks one that is judged and too small.
pub fn cell(share: Share, is_judged: bool) -> String {
    match is_judged && !share.is_enough() {
        true => format!("too few: {share}"),
        false => share.to_string(),
    }
}

/// Returns the exit status of a bench with these rows of programs that only compute: 1 if too little of one was translated, after a
/// message for each such row.
pub fn status<'a>(rows: impl Iterator<Item = (&'a str, Share)>) -> u8 {
    let failed: Vec<_> = rows.filter(|(_, share)| !share.is_enough()).collect();
    for (what, share) in &failed {
        tell(&format!(
            "weft bench: only {share} of the instructions of `{what}` ran translated, of which {:.0} % should; \
             `weft run --json` says under `interpreted` why the others did not\n",
            100.0 * LEAST
        ));
    }
    u8::from(!failed.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_small_a_share_fails() {
        let [few, enough] = [949, 950].map(|part| Share::of(part, 1000));
        assert_eq!(cell(few, true), "too few: 94.9 %");
        assert_eq!(cell(few, false), "94.9 %");
        assert_eq!(cell(enough, true), "95.0 %");
        assert_eq!(status([("a loop", enough)].into_iter()), 0);
        assert_eq!(
            status([("a loop", enough), ("another", few)].into_iter()),
            1
        );
    }
}
