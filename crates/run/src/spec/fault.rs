//! Faults that are injected into a run, as their user describes them.

use std::path::Path;
use std::str::FromStr;

use anyhow::{anyhow, Context, Result};
use serde::{Deserialize, Serialize};
use weft_sim::injection::{parse, Injection};
use weft_sim::Machine;

/// A fault, and where it was described.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultSpec {
    /// An option, or a file with the line, for errors.
    pub origin: String,
    /// The description.
    pub text: String,
    /// What it says.
    pub injection: Injection,
}

impl FromStr for FaultSpec {
    type Err = weft_sim::injection::Mistake;

    /// A fault that `--fault` describes.
    fn from_str(text: &str) -> Result<FaultSpec, Self::Err> {
        Ok(FaultSpec {
            origin: "--fault".to_owned(),
            text: text.trim().to_owned(),
            injection: parse(text)?,
        })
    }
}

impl FaultSpec {
    /// The faults of a file: one in a line, comments after `#`.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is wrong.
    pub fn of_file(file: &Path) -> Result<Vec<FaultSpec>> {
        let shown = file.display();
        let text = std::fs::read_to_string(file);
        let text = text.with_context(|| format!("--faults: cannot read {shown}"))?;
        let described = text.lines().zip(1..).map(|(line, number)| {
            let said = line.split('#').next().unwrap_or_default();
            (said, number)
        });
        let described = described.filter(|(line, _)| !line.trim().is_empty());
        let faults = described.map(|(line, number)| {
            let origin = format!("{shown}:{number}");
            let fault =
                FaultSpec::from_str(line).map_err(|mistake| anyhow!("{origin}: {mistake}"))?;
            Ok(FaultSpec { origin, ..fault })
        });
        faults.collect()
    }

    /// Plans the fault on a chip.
    ///
    /// # Errors
    /// When the chip does not have what it is about.
    pub(crate) fn plan(&self, machine: &mut Machine) -> Result<()> {
        let planned = machine.inject(&self.injection);
        planned.map_err(|refused| anyhow!("{}: `{}`: {refused}", self.origin, self.text))
    }
}
