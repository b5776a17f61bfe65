//! One run of one program on one platform, and the cases that it prints.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::application;

/// A run that yields measurements.
pub struct Experiment {
    /// C files, relative to the folder of applications.
    pub files: &'static [&'static str],
    /// The platform, and options of `weft run` behind it.
    pub on: &'static str,
    /// Where the files stand that take the place of the platforms ([`changed_name`]).
    pub platforms: Option<PathBuf>,
    /// Ranks to start.
    pub ranks: u32,
    /// The program's arguments.
    pub arguments: String,
    /// First words of the lines that it prints.
    pub cases: Vec<String>,
    /// Seconds that it takes on one core of an ordinary machine, roughly: for the order of runs and for the progress bar.
    pub seconds: f64,
}

/// The name of a file that takes the place of a platform.
pub fn changed_name(platform: &str) -> String {
    format!("{platform}-changed.toml")
}

/// Cycles after which a run has gone wrong, far beyond those of the longest experiment.
const LIMIT: &str = "100000000000";

impl Experiment {
    /// Whether a line of this case is among those printed.
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

    /// The name, or the file that takes its place.
    fn platform_argument(&self) -> Result<String> {
        let Some(folder) = &self.platforms else {
            return Ok(self.platform().to_string());
        };
        let file = folder.join(changed_name(self.platform()));
        let text = file.to_str().context("a folder's name is not Unicode")?;
        Ok(text.to_string())
    }

    /// What it is called for people.
    pub fn name(&self) -> String {
        format!("{} on {}", self.cases[0], self.on)
    }

    /// Runs it as long as it is `wanted`: what the program has printed; None if it no longer was.
    ///
    /// # Errors
    /// When the program does not build, or does not end well.
    pub fn run(&self, wanted: &dyn Fn() -> bool) -> Result<Option<String>> {
        let ranks = self.ranks.to_string();
        let platform = self.platform_argument()?;
        let mut words = vec!["--platform", &platform];
        words.extend(self.on.split_whitespace().skip(1));
        words.extend(["-n", &ranks, "--max-cycles", LIMIT, "--"]);
        words.extend(self.arguments.split_whitespace());
        let measured = application::run(self.files, &words, wanted)?;
        Ok(measured.map(|measured| measured.output))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_told_by_whole_words() {
        let experiment = Experiment {
            files: &["x.c"],
            on: "chip",
            platforms: None,
            ranks: 2,
            arguments: String::new(),
            cases: vec!["barrier 1".to_string()],
            seconds: 1.0,
        };
        assert!(experiment.prints("chip", "barrier 1"));
        assert!(experiment.prints("chip", "barrier 1 best"));
        assert!(!experiment.prints("chip", "barrier 10"));
        assert!(!experiment.prints("other", "barrier 1"));
    }
}
