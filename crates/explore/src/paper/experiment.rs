//! The experiments of a paper: which programs run where, with which arguments, and which of their figures count.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use serde::Deserialize;
use weft_build::home;
use weft_graph::graph::Transfer;
use weft_graph::TaskGraph;
use weft_run::{BuildSpec, GraphSpec, Observer, PlatformSpec, RunResult, RunSpec, TaskFile};

use super::case::Case;
use crate::derive::{derived, Derive};
use crate::measurements::Measurement;
use crate::special::{self, Telling};
use crate::template::{Choices, Variables, Word};

/// The file of a paper's experiments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiments {
    /// The files of programs that several entries run, by a name.
    #[serde(default)]
    programs: BTreeMap<String, Vec<String>>,
    #[serde(rename = "experiment")]
    entries: Vec<Entry>,
}

/// An experiment, or several that differ in the values of variables. In texts `{platform}` and the variables of `each`, `values` and
/// `quick` are filled in; `{apps}` is the folder of the applications.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Entry {
    /// C files or a task graph, relative to the paper's folder or that of the applications.
    files: Vec<String>,
    /// Or the name of a program.
    program: Option<String>,
    /// The platforms, each in turn.
    platforms: Vec<String>,
    /// What the measurements are named after; the platform by default.
    label: Option<String>,
    /// Variables, each with its values in turn.
    each: Choices,
    /// Further variables.
    values: BTreeMap<String, Word>,
    /// Their values in quick runs.
    quick: BTreeMap<String, Word>,
    ranks: Option<Word>,
    optimization: Option<String>,
    define: Vec<String>,
    /// Lines of a platform file.
    changes: Vec<String>,
    arguments: Vec<String>,
    /// Copies of a task graph.
    flows: Option<Word>,
    /// Parameters of a task graph.
    set: BTreeMap<String, Word>,
    /// Files for tasks to read.
    inputs: BTreeMap<String, String>,
    /// The first words of the figures that count, `*` for any; others are left out.
    cases: Vec<String>,
    /// Words put before each figure that the programs report.
    prefix: String,
    /// The case that the cycles of the whole run are, if they count.
    cycles: Option<String>,
    /// A computation that makes more figures of the facts of the run.
    derive: Option<String>,
    /// Runs and figures that a module of this crate makes.
    special: Option<String>,
    /// Seconds that it takes on one core of an ordinary machine, roughly.
    seconds: Option<f64>,
}

/// Runs that yield measurements together.
pub struct Experiment {
    /// What the measurements are named after.
    pub on: String,
    /// The platform.
    pub platform: String,
    /// What it measures.
    pub cases: Vec<Case>,
    /// Seconds that it takes, roughly: for the order of runs and for the progress.
    pub seconds: f64,
    /// In their order.
    runs: Vec<RunSpec>,
    tell: Telling,
}

/// Cycles after which a run has gone wrong, far beyond those of the longest experiment.
const LIMIT: u64 = 100_000_000_000;
const SECONDS: f64 = 0.5;

impl Experiments {
    /// All experiments, of quick runs or of long ones.
    ///
    /// # Errors
    /// When an entry is wrong.
    pub fn all(&self, folder: &Path, quick: bool) -> Result<Vec<Experiment>> {
        let mut all = Vec::new();
        for entry in &self.entries {
            let name = entry.cases.first().cloned().unwrap_or_default();
            let experiments = self.of_entry(entry, folder, quick);
            all.extend(experiments.with_context(|| format!("experiment `{name}`"))?);
        }
        Ok(all)
    }

    fn of_entry(&self, entry: &Entry, folder: &Path, quick: bool) -> Result<Vec<Experiment>> {
        let mut values = entry.values.clone();
        if quick {
            values.extend(entry.quick.clone());
        }
        let mut all = Vec::new();
        for platform in &entry.platforms {
            let variables = Variables::default().with("platform", platform).and(&values);
            for variables in entry.each.all(variables) {
                all.push(entry.experiment(&self.files(entry, folder)?, &variables, quick)?);
            }
        }
        Ok(all)
    }

    fn files(&self, entry: &Entry, folder: &Path) -> Result<Vec<PathBuf>> {
        let files = match &entry.program {
            None => &entry.files,
            Some(name) => match self.programs.get(name) {
                Some(files) => files,
                None => bail!("there is no program `{name}`"),
            },
        };
        let apps = home::folder("apps")?;
        let own = |file: &String| match folder.join(file) {
            own if own.exists() => own,
            _ => apps.join(file),
        };
        Ok(files.iter().map(own).collect())
    }
}

impl Entry {
    fn experiment(
        &self,
        files: &[PathBuf],
        variables: &Variables,
        quick: bool,
    ) -> Result<Experiment> {
        let fill = |text: &String| variables.fill(text);
        let cases = self.cases.iter().map(fill).collect::<Result<Vec<_>>>()?;
        let label = self.label.as_ref().map(fill).transpose()?;
        let run = self.spec(files, variables)?;
        let (runs, tell) = match &self.special {
            None => (vec![run], self.telling(variables)?),
            Some(name) => special::special(
                name,
                &special::Entry {
                    run,
                    variables,
                    quick,
                },
            )?,
        };
        let platform = variables.get("platform")?.to_owned();
        Ok(Experiment {
            on: label.unwrap_or_else(|| platform.clone()),
            platform,
            cases: cases.iter().map(|case| Case::new(case)).collect(),
            seconds: self.seconds.unwrap_or(SECONDS),
            runs,
            tell,
        })
    }

    fn spec(&self, files: &[PathBuf], variables: &Variables) -> Result<RunSpec> {
        let all = |texts: &[String]| -> Result<Vec<String>> {
            texts.iter().map(|text| variables.fill(text)).collect()
        };
        let files = files.iter().map(|file| file.to_string_lossy().into_owned());
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
                ..BuildSpec::default()
            },
            ranks: self.number(self.ranks.as_ref(), variables)?,
            graph: self.graph(variables)?,
            max_cycles: Some(LIMIT),
            ..RunSpec::of(all(&files.collect::<Vec<_>>())?)
        })
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
        Ok(GraphSpec {
            flows: self
                .number(self.flows.as_ref(), variables)?
                .and_then(NonZeroUsize::new),
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
        let number = text
            .parse()
            .with_context(|| format!("`{text}` is no number"));
        number.map(Some)
    }

    /// What a run tells: the figures of its programs, its cycles, and what is computed of it.
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

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The figures that the programs of a run have reported, with words before each.
fn reported(prefix: &str, run: &RunResult) -> Vec<Measurement> {
    let figure = |reported: &weft_report::reports::Reported| {
        let case = format!("{prefix} {}", reported.case());
        (case.trim_start().to_owned(), reported.value.as_f64())
    };
    run.reports.iter().map(figure).collect()
}

impl Experiment {
    /// Does it measure this case?
    pub fn measures(&self, on: &str, case: &str) -> bool {
        self.on == on && self.cases.iter().any(|begin| begin.begins(case))
    }

    /// What it is called for people.
    pub fn name(&self) -> String {
        format!("{} on {}", self.cases[0], self.on)
    }

    /// Does it run programs?
    pub fn runs_something(&self) -> bool {
        !self.runs.is_empty()
    }

    /// Changes keys of the platform.
    pub fn change(&mut self, changes: &str) {
        for run in &mut self.runs {
            run.platform.changes.push(changes.to_owned());
        }
    }

    /// Runs it, watched by `observer`. Returns what it has measured.
    ///
    /// # Errors
    /// When a program does not build, or does not end well.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Vec<Measurement>> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let mut results = Vec::new();
        for run in &self.runs {
            let spec = placed(run, folder.path())?;
            results.push(weft_run::measure(&spec, observer)?);
        }
        let mut told = (self.tell)(&results)?;
        told.retain(|(case, _)| self.cases.iter().any(|begin| begin.begins(case)));
        Ok(told)
    }
}

/// The run with the folder of applications in place of its name; what a task graph writes goes into `folder`.
fn placed(run: &RunSpec, folder: &Path) -> Result<RunSpec> {
    let apps = home::folder("apps")?;
    let place = |text: &str| text.replace("{apps}", &apps.to_string_lossy());
    let mut run = run.clone();
    for word in &mut run.arguments {
        *word = place(word);
    }
    for file in &mut run.graph.input {
        file.file = place(&file.file.to_string_lossy()).into();
    }
    if let [file] = run.files.as_slice() {
        if file
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            run.graph.output = outputs(&weft_graph::read::read(file, &run.graph.set)?, folder);
        }
    }
    Ok(run)
}

/// A file in the folder for each output of a graph.
fn outputs(graph: &TaskGraph, folder: &Path) -> Vec<TaskFile> {
    let file = |(number, output): (usize, &Transfer)| TaskFile {
        task: graph.tasks[output.tasks[0]].name.clone(),
        file: folder.join(format!("output{number}.{{flow}}")),
    };
    graph.outputs.iter().enumerate().map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiments(text: &str, quick: bool) -> Result<Vec<Experiment>> {
        let experiments: Experiments = toml::from_str(text).expect("experiments");
        experiments.all(Path::new("."), quick)
    }

    const BARRIER: &str = "[[experiment]]\nfiles = ['barrier/barrier.c']\nplatforms = ['asip8', 'asip8x']\n\
        each = { cores = [2, 3] }\nvalues = { loops = 1000 }\nquick = { loops = 100 }\nranks = '{cores}'\n\
        arguments = ['{loops}']\ncases = ['barrier {cores}']\n";

    #[test]
    fn an_entry_becomes_an_experiment_for_each_choice() {
        let all = experiments(BARRIER, false).unwrap();
        let names: Vec<String> = all.iter().map(Experiment::name).collect();
        let expected = [
            "barrier 2 on asip8",
            "barrier 3 on asip8",
            "barrier 2 on asip8x",
            "barrier 3 on asip8x",
        ];
        assert_eq!(names, expected);
        let run = &all[1].runs[0];
        assert_eq!(
            (run.ranks, run.arguments.as_slice()),
            (Some(3), &["1000".to_owned()][..])
        );
        assert_eq!(run.platform, PlatformSpec::from("asip8"));
        let quick = experiments(BARRIER, true).unwrap();
        assert_eq!(quick[0].runs[0].arguments, ["100"]);
    }

    #[test]
    fn what_an_experiment_measures_is_known() {
        let all = experiments(BARRIER, false).unwrap();
        assert!(all[0].measures("asip8", "barrier 2"));
        assert!(!all[0].measures("asip8", "barrier 3"));
        assert!(!all[0].measures("asip8x", "barrier 2"));
    }

    #[test]
    fn a_wrong_entry_is_named() {
        let wrong = BARRIER.replace("'{loops}'", "'{lops}'");
        let error = format!("{:#}", experiments(&wrong, false).err().expect("wrong"));
        assert!(
            error.contains("barrier {cores}") && error.contains("`lops`"),
            "{error}"
        );
        assert!(toml::from_str::<Experiments>("[[experiment]]\nfile = 'x'").is_err());
    }
}
