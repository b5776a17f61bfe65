//! Runs of a program or task graph on a platform, and the cases that they yield.

use std::path::Path;

use anyhow::{Context, Result};

use weft_build::home;

use crate::application;
use crate::run::measure::Measured;

/// Makes lines of cases and numbers of what runs have told.
pub type Telling = Box<dyn Fn(&[Measured]) -> Result<String> + Send>;

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
    /// Further options, in which [`FOLDER`] stands for a folder for what is written, [`APPS`] for that of the applications.
    pub options: String,
    /// The program's arguments, likewise.
    pub arguments: String,
    /// Keys of a platform file behind those of the experiment.
    pub changes: String,
    /// Where tasks are placed, as `weft map` writes it; otherwise as `weft map` would.
    pub map: Option<String>,
}

/// Stands for a temporary folder in options and arguments.
pub const FOLDER: &str = "{folder}";
/// Stands for the folder of applications in options and arguments.
pub const APPS: &str = "{apps}";

/// Cycles after which a run has gone wrong, far beyond those of the longest experiment.
const LIMIT: &str = "100000000000";

impl Experiment {
    /// One run of a program that prints the measurements itself.
    pub fn of_program(
        files: &'static [&'static str],
        on: &'static str,
        ranks: u32,
        arguments: String,
        cases: Vec<String>,
        seconds: f64,
    ) -> Experiment {
        let run = Run {
            files,
            options: format!("-n {ranks}"),
            arguments,
            ..Run::default()
        };
        Experiment {
            on,
            changes: String::new(),
            runs: vec![run],
            tell: Box::new(|runs| Ok(runs.iter().map(|run| run.output.as_str()).collect())),
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

    /// Runs it as long as it is `wanted`: what there is to tell; None if it no longer was.
    ///
    /// # Errors
    /// When a program does not build, or does not end well.
    pub fn run(&self, wanted: &dyn Fn() -> bool) -> Result<Option<String>> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let mut told = Vec::new();
        for run in &self.runs {
            let words = self.words(run, folder.path())?;
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match application::run(run.files, &words, wanted)? {
                Some(measured) => told.push(measured),
                None => return Ok(None),
            }
        }
        (self.tell)(&told).map(Some)
    }

    /// The command line of a run behind its files.
    fn words(&self, run: &Run, folder: &Path) -> Result<Vec<String>> {
        let options = self.on.split_whitespace().skip(1);
        let options = options.chain(run.options.split_whitespace());
        let mut words = vec!["--platform".to_string(), self.platform_of(run, folder)?];
        let apps = home::folder("apps")?;
        let (folder_name, apps) = (name_of(folder)?, name_of(&apps)?);
        let placed = |word: &str| word.replace(FOLDER, folder_name).replace(APPS, apps);
        words.extend(options.map(placed));
        if let Some(map) = &run.map {
            words.push("--map".to_string());
            words.push(written(folder, "map.json", map)?);
        }
        words.extend(["--max-cycles", LIMIT, "--"].map(str::to_string));
        words.extend(run.arguments.split_whitespace().map(placed));
        Ok(words)
    }

    /// The platform's name, or a file that extends it.
    fn platform_of(&self, run: &Run, folder: &Path) -> Result<String> {
        if self.changes.is_empty() && run.changes.is_empty() {
            return Ok(self.platform().to_string());
        }
        let (name, all, own) = (self.platform(), &self.changes, &run.changes);
        let text = format!("extends = \"{name}\"\n{all}{own}");
        written(folder, "changed.toml", &text)
    }
}

fn written(folder: &Path, name: &str, text: &str) -> Result<String> {
    let file = folder.join(name);
    std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(name_of(&file)?.to_string())
}

fn name_of(path: &Path) -> Result<&str> {
    path.to_str().context("a folder's name is not Unicode")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_told_by_whole_words() {
        let cases = vec!["barrier 1".to_string()];
        let experiment = Experiment::of_program(&["x.c"], "chip", 2, String::new(), cases, 1.0);
        assert!(experiment.prints("chip", "barrier 1"));
        assert!(experiment.prints("chip", "barrier 1 best"));
        assert!(!experiment.prints("chip", "barrier 10"));
        assert!(!experiment.prints("other", "barrier 1"));
    }
}
