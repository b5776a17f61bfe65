//! The table as JSON, for other programs. The pages of the papers describe each field.

use serde::Serialize;

use super::campaign::Findings;
use super::published::Row;
use super::verdict::verdict;
use super::Paper;

/// The name and version of the format.
pub const SCHEMA: &str = "weft-paper/1";

/// The results of `weft paper`.
#[derive(Serialize)]
pub struct Record<'a> {
    paper: &'a str,
    /// Were the runs quick ones, shorter than the paper's?
    quick: bool,
    interrupted: bool,
    /// Experiments that failed, and why.
    failures: &'a [String],
    /// Name of the variant that is measured in addition to the published platforms.
    variant: &'a str,
    rows: Vec<RowRecord<'a>>,
}

#[derive(Serialize)]
struct RowRecord<'a> {
    id: &'a str,
    what: &'a str,
    unit: &'a str,
    published: Option<f64>,
    measured: Option<f64>,
    faithful: Option<[f64; 2]>,
    aim: Option<&'a str>,
    platform: &'a str,
    /// The same on the variant.
    variant: Option<f64>,
    /// The least and the greatest value.
    spread: Option<[f64; 2]>,
    verdict: String,
    /// Why it is not reproduced.
    because: Option<&'a str>,
}

impl<'a> Record<'a> {
    /// Makes the record of some rows of a paper.
    pub fn new(
        paper: &'a Paper,
        quick: bool,
        findings: &'a Findings,
        rows: &[&'a Row],
    ) -> Record<'a> {
        let record = |row: &&'a Row| RowRecord {
            id: &row.id,
            what: &row.what,
            unit: &row.unit,
            published: row.published,
            measured: row.measured(&findings.measurements),
            faithful: row.faithful,
            aim: row.aim.as_ref().map(|aim| aim.text.as_str()),
            platform: &row.platform,
            variant: row.measured_on(&paper.variant, &findings.measurements),
            spread: row.measured_spread(&findings.measurements),
            verdict: verdict(row, &findings.measurements),
            because: row.because.as_deref(),
        };
        Record {
            paper: &paper.name,
            quick,
            interrupted: findings.interrupted,
            failures: &findings.failures,
            variant: &paper.variant.name,
            rows: rows.iter().map(record).collect(),
        }
    }
}
