//! The experiments of a paper: which programs run where, with which arguments, and which of their figures count.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use serde::Deserialize;
use toml::Spanned;
use weft_build::home;
use weft_run::{
    BuildSpec, GraphSpec, MemoryFile, PlatformSpec, Recordings, RunResult, RunSpec, TaskFile,
    WaveSpec,
};

use super::case::Case;
use super::experiment::Experiment;
use super::file::File;
use crate::derive::{self, derived, Derive};
use crate::measurements::Measurement;
use crate::special::{self, Special, Telling};
use crate::template::{Choices, Variables, Word};

/// The file of a paper's experiments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiments {
    /// The files of programs that several entries run, by the program's name.
    #[serde(default)]
    programs: BTreeMap<String, Vec<String>>,
    #[serde(rename = "experiment")]
    entries: Vec<Spanned<Entry>>,
}

/// An experiment, or several that differ in the values of variables. In texts `{platform}` and the variables of `each`, `values` and
/// `quick` are filled in; `{apps}` is the folder of the applications.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Entry {
    /// C files or a task graph, relative to the paper's folder or that of the applications.
    files: Vec<String>,
    /// The name of a program, instead of `files`.
    program: Option<String>,
    /// The platforms, each in turn.
    platforms: Vec<String>,
    /// The name under which the measurements are stored; the platform by default.
    label: Option<String>,
    /// Variables, each with its values in turn.
    each: Choices,
    /// Variables whose values make trials of the same experiment, of which the median counts. `layout` is the number of the order in which
    /// the linker puts the functions.
    vary: Choices,
    /// Further variables.
    values: BTreeMap<String, Word>,
    /// Their values in quick runs.
    quick: BTreeMap<String, Word>,
    ranks: Option<Word>,
    optimization: Option<String>,
    define: Vec<String>,
    /// Lines of a platform file that change the platform.
    changes: Vec<String>,
    arguments: Vec<String>,
    /// Copies of a task graph.
    flows: Option<Word>,
    /// Parameters of a task graph.
    set: BTreeMap<String, Word>,
    /// Files to load at a memory device or a symbol of the program, searched as `files` are; a C file is compiled and its program loaded.
    load: BTreeMap<String, String>,
    /// Files for tasks to read.
    inputs: BTreeMap<String, String>,
    /// The first words of the figures that count, `*` for any; others are left out.
    cases: Vec<String>,
    /// Words put before each figure that the programs report.
    prefix: String,
    /// The name of the case for the cycles of the whole run, if these count.
    cycles: Option<String>,
    /// A computation (`derive`) of further figures from the facts of the run.
    derive: Option<String>,
    /// The name of a module in `special` that makes the runs and figures.
    special: Option<String>,
    /// Approximate seconds on one core of an ordinary machine.
    seconds: Option<f64>,
}

/// Cycle limit after which a run counts as failed, far above the length of the longest experiment.
const LIMIT: u64 = 100_000_000_000;
const SECONDS: f64 = 0.5;
/// A quick run makes every third trial.
const QUICK_STEP: usize = 3;
/// The variable that selects the order in which the linker places the functions.
const LAYOUT: &str = "layout";

impl Experiments {
    /// Returns all experiments, of quick or of full runs. `file` is the file that describes them, `folder` the paper's folder.
    ///
    /// # Errors
    /// When an entry is wrong.
    pub fn all(&self, folder: &Path, file: &File, quick: bool) -> Result<Vec<Experiment>> {
        let mut all = Vec::new();
        for entry in &self.entries {
            let experiments = self.of_entry(entry.as_ref(), folder, quick);
            all.extend(experiments.map_err(|wrong| file.error_in(entry, &wrong))?);
        }
        Ok(all)
    }

    fn of_entry(&self, entry: &Entry, folder: &Path, quick: bool) -> Result<Vec<Experiment>> {
        entry.check()?;
        let mut values = entry.values.clone();
        if quick {
            values.extend(entry.quick.clone());
        }
        let mut all = Vec::new();
        for platform in &entry.platforms {
            let variables = Variables::default().with("platform", platform).and(&values);
            for variables in entry.each.all(variables) {
                let files = self.files(entry, folder, &variables)?;
                let load = entry.load(folder, &variables)?;
                all.push(entry.experiment(files, load, &variables, quick)?);
            }
        }
        Ok(all)
    }

    fn files(&self, entry: &Entry, folder: &Path, variables: &Variables) -> Result<Vec<PathBuf>> {
        let files = match &entry.program {
            None => &entry.files,
            Some(name) => self.program(name)?,
        };
        let place = |file: &String| found(file, folder, variables);
        files.iter().map(place).collect()
    }

    fn program(&self, name: &str) -> Result<&Vec<String>> {
        self.programs.get(name).with_context(|| {
            let names: Vec<&str> = self.programs.keys().map(String::as_str).collect();
            let names = names.join(", ");
            format!("there is no program `{name}`; [programs] has: {names}")
        })
    }
}

impl Entry {
    /// Checks that the entry says which programs run, on which platforms, and which figures count.
    fn check(&self) -> Result<()> {
        let runs = !self.files.is_empty() || self.program.is_some() || self.special.is_some();
        ensure!(runs, "it runs nothing; give `files` or a `program`");
        ensure!(
            !self.platforms.is_empty(),
            "it runs nowhere; give `platforms`"
        );
        ensure!(
            !self.cases.is_empty(),
            "none of its figures count; give `cases`, the first words of those that do"
        );
        let chips = self.platforms.iter().map(|name| name.as_str().into());
        chips
            .filter(|chip: &PlatformSpec| !chip.is_host())
            .try_for_each(|chip| chip.load().map(|_| ()))
    }

    fn experiment(
        &self,
        files: Vec<PathBuf>,
        load: Vec<MemoryFile>,
        variables: &Variables,
        quick: bool,
    ) -> Result<Experiment> {
        let fill = |text: &String| variables.fill(text);
        let cases = self.cases.iter().map(fill).collect::<Result<Vec<_>>>()?;
        let label = self.label.as_ref().map(fill).transpose()?;
        let trials = self.vary.all(variables.clone()).into_iter();
        let trials = trials.step_by(if quick { QUICK_STEP } else { 1 });
        let trials = trials.map(|variables| self.trial(&files, &load, &variables, quick));
        let platform = variables.get("platform")?.to_owned();
        Ok(Experiment {
            on: label.unwrap_or_else(|| platform.clone()),
            platform,
            cases: cases.iter().map(|case| Case::new(case)).collect(),
            seconds: self.seconds.unwrap_or(SECONDS),
            trials: trials.collect::<Result<_>>()?,
        })
    }

    fn load(&self, folder: &Path, variables: &Variables) -> Result<Vec<MemoryFile>> {
        let file = |(name, file): (&String, &String)| -> Result<MemoryFile> {
            Ok(MemoryFile {
                name: name.clone(),
                file: found(file, folder, variables)?,
            })
        };
        self.load.iter().map(file).collect()
    }

    /// Returns the runs with these values of the variables, and the function that computes their measurements.
    fn trial(
        &self,
        files: &[PathBuf],
        load: &[MemoryFile],
        variables: &Variables,
        quick: bool,
    ) -> Result<Special> {
        let run = RunSpec {
            load: load.to_vec(),
            ..self.spec(files.to_vec(), variables)?
        };
        match &self.special {
            None => Ok((vec![run], self.telling(variables)?)),
            Some(name) => special::special(
                name,
                &special::Entry {
                    run,
                    variables,
                    quick,
                },
            ),
        }
    }

    fn spec(&self, files: Vec<PathBuf>, variables: &Variables) -> Result<RunSpec> {
        let all = |texts: &[String]| -> Result<Vec<String>> {
            texts.iter().map(|text| variables.fill(text)).collect()
        };
        Ok(RunSpec {
            arguments: words(&all(&self.arguments)?.join(" ")),
            platform: PlatformSpec {
                changes: self.changes.clone(),
                ..variables.get("platform")?.into()
            },
            build: BuildSpec {
                optimization: match &self.optimization {
                    Some(level) => variables.fill(level)?,
                    None => BuildSpec::OPTIMIZATION.to_owned(),
                },
                define: all(&self.define)?,
                layout: layout(variables)?,
                ..BuildSpec::default()
            },
            ranks: self.number(self.ranks.as_ref(), variables)?,
            graph: self.graph(variables)?,
            record: self.recordings(),
            max_cycles: Some(LIMIT),
            ..RunSpec::of(files)
        })
    }

    /// The recordings that the computation of further figures needs.
    fn recordings(&self) -> Recordings {
        let signals = self.derive.as_deref().and_then(derive::signals);
        let wave = signals.map(|signals| WaveSpec {
            signals: signals.to_owned(),
            ..WaveSpec::default()
        });
        Recordings {
            wave,
            ..Recordings::default()
        }
    }

    fn graph(&self, variables: &Variables) -> Result<GraphSpec> {
        let input = |(task, file): (&String, &String)| -> Result<TaskFile> {
            let (task, file) = (variables.fill(task)?, variables.fill(file)?.into());
            Ok(TaskFile { task, file })
        };
        let mut set = Vec::new();
        for (name, word) in &self.set {
            let value = variables.fill(&word.to_string())?;
            set.push((name.clone(), value.parse().context("no whole number")?));
        }
        let flows = self.number(self.flows.as_ref(), variables)?;
        Ok(GraphSpec {
            flows: flows.and_then(NonZeroUsize::new),
            set,
            input: self.inputs.iter().map(input).collect::<Result<_>>()?,
            ..GraphSpec::default()
        })
    }

    fn number(&self, word: Option<&Word>, variables: &Variables) -> Result<Option<usize>> {
        let Some(word) = word else {
            return Ok(None);
        };
        let text = variables.fill(&word.to_string())?;
        let number = text.parse().map(Some);
        number.with_context(|| format!("`{text}` is no number"))
    }

    /// Returns the function that takes a run's measurements: the figures of its programs, its cycles, and what is derived from it.
    fn telling(&self, variables: &Variables) -> Result<Telling> {
        let prefix = variables.fill(&self.prefix)?;
        let cycles = self.cycles.as_ref().map(|case| variables.fill(case));
        let cycles = cycles.transpose()?;
        let derive: Option<Derive> = self.derive.as_deref().map(derived).transpose()?;
        Ok(Box::new(move |runs| {
            let run = &runs[0];
            let mut told = reported(&prefix, run);
            if let Some(case) = &cycles {
                told.push((case.clone(), run.facts()?.cycles as f64));
            }
            if let Some(derive) = derive {
                told.extend(derive(&prefix, run)?);
            }
            Ok(told)
        }))
    }
}

/// Finds a file in the paper's folder or in that of the applications.
fn found(file: &str, folder: &Path, variables: &Variables) -> Result<PathBuf> {
    let apps = home::folder("apps")?;
    let file = variables.fill(file)?;
    let places = [folder.join(&file), apps.join(&file)];
    let found = places.iter().find(|place| place.is_file());
    found.cloned().with_context(|| {
        let [own, other] = places.map(|place| place.display().to_string());
        format!("there is no program {own}, and no {other}")
    })
}

/// Returns the number of the order of functions; by default that of the ordinary order.
fn layout(variables: &Variables) -> Result<u32> {
    let number = variables.get(LAYOUT).unwrap_or("0");
    let number = number.parse();
    number.with_context(|| format!("`{LAYOUT}` is the number of an order of the functions"))
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns the figures that the programs of a run have reported, each with the prefix.
fn reported(prefix: &str, run: &RunResult) -> Vec<Measurement> {
    let figure = |reported: &weft_report::reports::Reported| {
        let case = format!("{prefix} {}", reported.case());
        (case.trim_start().to_owned(), reported.value.as_f64())
    };
    run.reports.iter().map(figure).collect()
}

#[cfg(test)]
mod tests;
