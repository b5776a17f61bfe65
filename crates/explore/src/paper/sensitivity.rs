//! Sensitivity: the change of a paper's rows when a parameter that the source does not state is halved and when it is doubled. Each platform
//! of the rows' experiments runs with the one changed value.

use anyhow::{bail, Context, Result};
use serde::{Deserialize, Serialize};
use weft_report::summary::quantity::trimmed;
use weft_run::PlatformSpec;
use weft_sim::platform::Platform;

use super::campaign::{self, Audience, Findings};
use super::{Choice, Experiment, Paper};
use crate::template::Word;

/// The file of a paper's sensitivities.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Some rows of each figure and table.
    pub rows: Vec<String>,
    /// Parameters that the source does not state.
    pub parameters: Vec<Parameter>,
}

/// A parameter of platforms.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Where it is in a platform file: a table such as `bus`, `cores` or `cores.timing`; every device of a kind, such as `devices sram`; or
    /// the device of a name, such as `device external`.
    #[serde(rename = "in")]
    place: String,
    key: String,
    /// Half the value, the value, and its double. Halves are rounded down; what must be at least 1 stays there.
    values: [Word; 3],
}

/// The effect of one parameter: each row's value with the change minus its value without.
#[derive(Debug, Serialize)]
pub struct Sensitivity {
    parameter: String,
    value: String,
    halved: Change,
    doubled: Change,
}

/// The effect of one value.
#[derive(Debug, Serialize)]
struct Change {
    value: String,
    /// None where the experiment that measures the row failed.
    rows: Vec<(String, Option<f64>)>,
}

impl Parameter {
    /// Returns its name.
    pub fn name(&self) -> String {
        let place = self.place.split(' ').next_back().unwrap_or_default();
        format!("{place}.{}", self.key)
    }

    /// Returns the settings, as `--set` takes them, that give a platform another value.
    fn settings(&self, platform: &Platform, value: &Word) -> Vec<String> {
        let set = |part: &str| format!("{part}.{}={value}", self.key);
        match self.place.split_once(' ') {
            Some(("devices", kind)) => {
                let devices = platform.devices.iter();
                let devices = devices.filter(|device| device.kind.name() == kind);
                devices.map(|device| set(&device.name)).collect()
            }
            // A device without a name is named after its kind, with `_` for `-`.
            Some((_, device)) => vec![set(&device.replace('-', "_"))],
            None => vec![set(&self.place)],
        }
    }
}

/// The values of a paper's rows without changes, and the study to compare with them.
pub struct Baseline<'a> {
    paper: &'a Paper,
    study: &'a Study,
    audience: &'a dyn Audience,
    values: Vec<f64>,
}

impl<'a> Baseline<'a> {
    /// Measures the rows by quick experiments.
    ///
    /// # Errors
    /// When the paper has no study, or an experiment fails.
    pub fn measure(paper: &'a Paper, audience: &'a dyn Audience) -> Result<Baseline<'a>> {
        let mut baseline = Baseline {
            paper,
            study: paper.study()?,
            audience,
            values: Vec::new(),
        };
        let findings = baseline.findings(None)?;
        let value = |id: &String| {
            let measured = baseline.measured(id, &findings);
            measured.with_context(|| format!("no measurement of {id}"))
        };
        baseline.values = baseline
            .study
            .rows
            .iter()
            .map(value)
            .collect::<Result<_>>()?;
        Ok(baseline)
    }

    /// Returns the heading of the table, and the line of the values without changes.
    pub fn heading(&self) -> String {
        let names = self.study.rows.iter().map(|id| format!(" {id} |"));
        let values = self.values.iter();
        let values = values.map(|value| format!(" {} |", trimmed(*value, 2)));
        let (names, values) = (names.collect::<String>(), values.collect::<String>());
        let rules = "---|".repeat(self.values.len());
        format!("| parameter |{names}\n|---|{rules}\n| as it is |{values}\n")
    }

    /// Measures the effect of a parameter.
    ///
    /// # Errors
    /// When a platform cannot have the value. Rows of an experiment that fails with it have no value.
    pub fn sensitivity(&self, parameter: &Parameter) -> Result<Sensitivity> {
        let [halved, value, doubled] = &parameter.values;
        Ok(Sensitivity {
            parameter: parameter.name(),
            value: value.to_string(),
            halved: self.change(parameter, halved)?,
            doubled: self.change(parameter, doubled)?,
        })
    }

    fn change(&self, parameter: &Parameter, value: &Word) -> Result<Change> {
        let both = self.study.rows.iter().zip(&self.values);
        let rows = match *value == parameter.values[1] {
            true => both.map(|(id, _)| (id.clone(), Some(0.0))).collect(),
            false => {
                let findings = self.findings(Some((parameter, value)))?;
                let moved = |(id, old): (&String, &f64)| {
                    let new = self.measured(id, &findings);
                    (id.clone(), new.map(|new| new - old))
                };
                both.map(moved).collect()
            }
        };
        Ok(Change {
            value: value.to_string(),
            rows,
        })
    }

    fn measured(&self, id: &str, findings: &Findings) -> Option<f64> {
        let row = self.paper.published.rows().find(|row| row.id == id);
        row.and_then(|row| row.measured(&findings.measurements))
    }

    /// Carries out the experiments, with one parameter changed if one is given.
    fn findings(&self, changed: Option<(&Parameter, &Word)>) -> Result<Findings> {
        let mut experiments = experiments(self.paper, self.study)?;
        if let Some((parameter, value)) = changed {
            for experiment in experiments.iter_mut().filter(|it| it.runs_something()) {
                let platform = PlatformSpec::from(experiment.platform.as_str()).load()?;
                experiment.set(&parameter.settings(&platform, value));
            }
        }
        let findings = campaign::run(experiments, self.audience);
        if findings.interrupted {
            bail!("interrupted");
        }
        Ok(findings)
    }
}

/// Returns the quick experiments on the platforms that the rows name, without those that measure the rows on a variant.
fn experiments(paper: &Paper, study: &Study) -> Result<Vec<Experiment>> {
    let choice = Choice::new(paper, &study.rows)?;
    let rows = choice.rows();
    let needs: Vec<_> = rows.iter().flat_map(|row| row.needs(None)).collect();
    let mut experiments = choice.experiments(true)?;
    experiments.retain(|it| needs.iter().any(|(on, case)| it.measures(on, case)));
    Ok(experiments)
}

impl Sensitivity {
    /// Returns its line of the table.
    pub fn line(&self) -> String {
        let both = self.halved.rows.iter().zip(&self.doubled.rows);
        let cells: String = both
            .map(|((_, half), (_, double))| cell(*half, *double))
            .collect();
        let (parameter, value) = (&self.parameter, &self.value);
        let values = format!("{value}: {} / {}", self.halved.value, self.doubled.value);
        format!("| `{parameter}` {values} |{cells}\n")
    }
}

/// Formats the changes of a row as a cell of the table.
fn cell(half: Option<f64>, double: Option<f64>) -> String {
    match [half, double].map(signed) {
        [half, double] if half == "0" && double == "0" => " - |".to_owned(),
        [half, double] => format!(" {half} / {double} |"),
    }
}

/// Formats a value with its sign.
fn signed(value: Option<f64>) -> String {
    let Some(value) = value else {
        return "fails".to_owned();
    };
    let text = trimmed(value, 2);
    match text.as_str() {
        "-0" => "0".to_owned(),
        "0" => text,
        _ if value > 0.0 => format!("+{text}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{folder, names};

    #[test]
    fn changed_platforms_can_be_read_and_have_the_value_now() {
        let papers = folder(None).unwrap();
        for name in names(&papers).unwrap() {
            let paper = Paper::read(&papers, &name).unwrap();
            let study = paper.study().unwrap();
            let mut experiments = experiments(&paper, study).unwrap();
            experiments.retain(Experiment::runs_something);
            let platforms: std::collections::BTreeSet<String> =
                experiments.into_iter().map(|it| it.platform).collect();
            for parameter in &study.parameters {
                platforms
                    .iter()
                    .for_each(|name| assert_unchanged(name, parameter));
            }
        }
    }

    /// Checks that setting a parameter to the value that it already has does not change the platform.
    fn assert_unchanged(name: &str, parameter: &Parameter) {
        let platform = PlatformSpec::from(name).load().unwrap();
        let same = PlatformSpec {
            set: parameter.settings(&platform, &parameter.values[1]),
            ..name.into()
        };
        let read = same.load().unwrap();
        let what = format!("{name}: {}", parameter.name());
        assert_eq!(read.cores.groups, platform.cores.groups, "{what}");
        assert_eq!(read.cores.mailbox, platform.cores.mailbox, "{what}");
        assert_eq!(read.devices, platform.devices, "{what}");
        assert_eq!(read.bus, platform.bus, "{what}");
        assert_eq!(read.mesh, platform.mesh, "{what}");
        assert_eq!(read.hibi, platform.hibi, "{what}");
        assert_eq!(read.switches, platform.switches, "{what}");
    }

    #[test]
    fn figures_are_short() {
        assert_eq!(cell(Some(0.001), Some(-0.001)), " - |");
        assert_eq!(cell(Some(-12.0), Some(0.25)), " -12 / +0.25 |");
        assert_eq!(cell(Some(0.0), None), " 0 / fails |");
    }
}
