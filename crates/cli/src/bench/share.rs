//! The share of instructions that ran translated. A program that only computes runs translated nearly as a whole: where it does not, its speed is
//! the interpreter's, which is a failure of the translator.

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
    /// That of the translated instructions.
    pub fn translated(record: &RunRecord) -> Share {
        Share::of(record.translated, record.instructions)
    }

    /// The share that `part` is of `all`.
    pub fn of(part: u64, all: u64) -> Share {
        Share(part as f64 / all.max(1) as f64)
    }

    /// Is it that of a program which only computes?
    pub fn is_enough(self) -> bool {
        self.0 >= LEAST
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:.1} %", 100.0 * self.0)
    }
}

/// How a row shows the share, which must be enough if it is judged.
pub fn cell(share: Share, is_judged: bool) -> String {
    match is_judged && !share.is_enough() {
        true => format!("too few: {share}"),
        false => share.to_string(),
    }
}

/// The exit status of a bench with these rows of programs that only compute: 1, with a message for each, if too little of some was
/// translated.
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
