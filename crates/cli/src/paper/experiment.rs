//! Runs of a program or task graph on a platform, and the cases that they yield.

use std::path::Path;

use anyhow::{Context, Result};

use weft_build::home;
use weft_run::{BuildSpec, GraphSpec, Observer, PlatformSpec, RunResult, RunSpec};

/// Makes lines of cases and numbers of what runs have told.
pub type Telling = Box<dyn Fn(&[RunResult]) -> Result<String> + Send>;

/// Runs that yield measurements together.
pub struct Experiment {
    /// What the measurements are named after: the platform, and options of `weft run` behind it.
    pub on: &'static str,
    /// Keys of a platform file that take the place of the platform's; may be empty.
    pub changes: String,
    /// In their order.
    pub runs: Vec<Run>,
    /// How their measurements come about.
    pub tell: Telling,
    /// First words of the lines that are told.
    pub cases: Vec<String>,
    /// Seconds that it takes on one core of an ordinary machine, roughly: for the order of runs and for the progress bar.
    pub seconds: f64,
}

/// One run of `weft run`.
#[derive(Default)]
pub struct Run {
    /// C files or a task graph, relative to the folder of applications.
    pub files: &'static [&'static str],
    /// Number of ranks, if it is not that of the platform.
    pub ranks: Option<usize>,
    /// Macros of the program.
    pub define: &'static [&'static str],
    /// What a task graph becomes; in the names of files [`FOLDER`] stands for a folder for what is written, [`APPS`] for that of the
    /// applications.
    pub graph: GraphSpec,
    /// The program's arguments, likewise.
    pub arguments: Vec<String>,
    /// Keys of a platform file behind those of the experiment.
    pub changes: String,
}

/// Stands for a temporary folder in options and arguments.
pub const FOLDER: &str = "{folder}";
/// Stands for the folder of applications in options and arguments.
pub const APPS: &str = "{apps}";

/// Cycles after which a run has gone wrong, far beyond those of the longest experiment.
const LIMIT: u64 = 100_000_000_000;

impl Experiment {
    /// One run of a program that prints the measurements itself.
    pub fn of_program(
        files: &'static [&'static str],
        on: &'static str,
        ranks: usize,
        arguments: &[String],
        cases: Vec<String>,
        seconds: f64,
    ) -> Experiment {
        let run = Run {
            files,
            ranks: Some(ranks),
            arguments: arguments.to_vec(),
            ..Run::default()
        };
        Experiment {
            on,
            changes: String::new(),
            runs: vec![run],
            tell: Box::new(|runs| Ok(runs.iter().map(|run| run.stdout.as_str()).collect())),
            cases,
            seconds,
        }
    }

    /// Whether a line of this case is among those told.
    pub fn prints(&self, on: &str, case: &str) -> bool {
        let begins = |words: &String| {
            let rest = case.strip_prefix(words.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        self.on == on && self.cases.iter().any(begins)
    }

    /// The name of the platform.
    pub fn platform(&self) -> &'static str {
        self.on.split_whitespace().next().unwrap_or(self.on)
    }

    /// What it is called for people.
    pub fn name(&self) -> String {
        format!("{} on {}", self.cases[0], self.on)
    }

    /// Runs it, watched by `observer`: what there is to tell.
    ///
    /// # Errors
    /// When a program does not build, or does not end well.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<String> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let mut told = Vec::new();
        for run in &self.runs {
            told.push(weft_run::measure(
                &self.spec(run, folder.path())?,
                observer,
            )?);
        }
        (self.tell)(&told)
    }

    fn spec(&self, run: &Run, folder: &Path) -> Result<RunSpec> {
        let mut spec = RunSpec::of_application(run.files)?;
        let (apps, folder) = (home::folder("apps")?, folder.to_string_lossy());
        let placed = |word: &str| {
            let word = word.replace(FOLDER, &folder);
            word.replace(APPS, &apps.to_string_lossy())
        };
        spec.graph = run.graph.clone();
        for file in spec.graph.input.iter_mut().chain(&mut spec.graph.output) {
            file.file = placed(&file.file.to_string_lossy()).into();
        }
        spec.arguments = run.arguments.iter().map(|word| placed(word)).collect();
        spec.platform = PlatformSpec {
            changes: vec![self.changes.clone(), run.changes.clone()],
            ..self.platform().into()
        };
        spec.platform.changes.retain(|change| !change.is_empty());
        spec.build = BuildSpec {
            optimization: self.optimization().to_string(),
            define: run.define.iter().map(ToString::to_string).collect(),
            ..BuildSpec::default()
        };
        spec.ranks = run.ranks;
        spec.max_cycles = Some(LIMIT);
        Ok(spec)
    }

    /// The optimization level of programs, which follows the platform's name if it is not the usual one.
    fn optimization(&self) -> &'static str {
        let level = self.on.split(" -O").nth(1);
        level.unwrap_or(BuildSpec::OPTIMIZATION)
    }
}

/// The words of a text.
pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_told_by_whole_words() {
        let cases = vec!["barrier 1".to_string()];
        let experiment = Experiment::of_program(&["x.c"], "chip", 2, &[], cases, 1.0);
        assert!(experiment.prints("chip", "barrier 1"));
        assert!(experiment.prints("chip", "barrier 1 best"));
        assert!(!experiment.prints("chip", "barrier 10"));
        assert!(!experiment.prints("other", "barrier 1"));
    }
}
