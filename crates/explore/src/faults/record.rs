//! A campaign as data, for files.

use serde::Serialize;

use super::{Campaign, Class, Findings, Kind, Trial};

/// The name and version of the format.
pub const SCHEMA: &str = "weft-faults/1";

/// A campaign and its results.
#[derive(Serialize)]
pub struct Record<'a> {
    /// The run without faults: program, platform, arguments.
    run: String,
    seed: u64,
    /// Regular expression for the parts of the output that are not compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<&'a str>,
    /// Number of runs requested.
    runs: u64,
    interrupted: bool,
    /// Cycles of the run without faults.
    cycles: u64,
    trials: Vec<TrialRecord<'a>>,
}

#[derive(Serialize)]
struct TrialRecord<'a> {
    number: u64,
    kind: Kind,
    fault: &'a str,
    /// The first cycle in which the fault took effect; None if it did not.
    struck: Option<u64>,
    cycles: u64,
    outcome: Class,
    #[serde(skip_serializing_if = "Option::is_none")]
    detected_by: Option<&'a str>,
}

impl<'a> Record<'a> {
    /// All runs of a campaign.
    pub fn new(campaign: &'a Campaign, findings: &'a Findings) -> Record<'a> {
        let trial = |trial: &'a Trial| TrialRecord {
            number: trial.number,
            kind: trial.kind,
            fault: &trial.fault,
            struck: trial.struck,
            cycles: trial.cycles,
            outcome: trial.outcome.class,
            detected_by: trial.outcome.by.as_deref(),
        };
        Record {
            run: campaign.run.to_string(),
            seed: campaign.seed,
            ignored: campaign.ignored.as_ref().map(regex::Regex::as_str),
            runs: campaign.runs,
            interrupted: findings.interrupted,
            cycles: findings.cycles,
            trials: findings.trials.iter().map(trial).collect(),
        }
    }
}
