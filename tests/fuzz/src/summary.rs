//! What came of the cases of each target, as a table.

use crate::watch::Outcome;

/// What came of the cases of a target.
#[derive(Default)]
pub struct Summary {
    pub target: &'static str,
    pub refused: u64,
    pub accepted: u64,
    pub failed: u64,
    /// Lines that have code, and how many of them were reached, if that is known.
    pub lines: Option<(usize, usize)>,
}

impl Summary {
    /// Of no cases yet.
    pub fn of(target: &'static str) -> Summary {
        Summary {
            target,
            ..Summary::default()
        }
    }

    /// Counts a case.
    pub fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Accepted => self.accepted += 1,
            Outcome::Refused(_) => self.refused += 1,
            Outcome::Failed(_) => self.failed += 1,
        }
    }

    fn cases(&self) -> u64 {
        self.refused + self.accepted + self.failed
    }

    fn row(&self) -> String {
        let lines = match self.lines {
            Some((all, reached)) => format!("{:.1}", 100.0 * reached as f64 / all.max(1) as f64),
            None => "-".into(),
        };
        format!(
            "{:<14} {:>9} {:>9} {:>9} {:>7} {:>8}\n",
            self.target,
            self.cases(),
            self.refused,
            self.accepted,
            self.failed,
            lines
        )
    }
}

/// The table, with a sum.
pub fn table(summaries: &[Summary]) -> String {
    let mut sum = Summary::of("all");
    for one in summaries {
        sum.refused += one.refused;
        sum.accepted += one.accepted;
        sum.failed += one.failed;
    }
    let rows = summaries.iter().chain([&sum]).map(Summary::row);
    let head = "target             cases   refused  accepted  failed  lines %\n";
    head.to_owned() + &rows.collect::<String>()
}
