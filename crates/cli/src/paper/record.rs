//! The table for other programs. `docs/paper-asip.md` describes each field.

use serde::Serialize;

use super::campaign::Findings;
use super::published::Row;

/// The name and version of the format.
const SCHEMA: &str = "weft-paper/1";

/// What `weft paper` has measured.
#[derive(Serialize)]
pub struct Record<'a> {
    schema: &'static str,
    weft: &'static str,
    paper: &'static str,
    /// Whether the programs ran shorter than the paper's.
    quick: bool,
    interrupted: bool,
    /// Experiments that failed, and why.
    failures: &'a [String],
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
}

impl<'a> Record<'a> {
    /// The record of some rows.
    pub fn new(
        paper: &'static str,
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
            aim: row.aim.as_deref(),
            platform: &row.platform,
        };
        Record {
            schema: SCHEMA,
            weft: env!("CARGO_PKG_VERSION"),
            paper,
            quick,
            interrupted: findings.interrupted,
            failures: &findings.failures,
            rows: rows.iter().map(record).collect(),
        }
    }
}
