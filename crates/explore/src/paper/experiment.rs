//! An experiment: runs whose programs yield measurements together.

use std::path::Path;

use anyhow::{Context, Result};
use weft_build::home;
use weft_graph::graph::Transfer;
use weft_graph::TaskGraph;
use weft_run::{Observer, RunSpec, TaskFile};

use super::case::Case;
use crate::measurements::Measurement;
use crate::special::Special;

/// Runs that yield measurements together.
pub struct Experiment {
    /// The name under which the measurements are stored: a platform or a label.
    pub on: String,
    /// The platform.
    pub platform: String,
    /// The cases that it measures.
    pub cases: Vec<Case>,
    /// Seconds that it takes, roughly: for the order of runs and for the progress.
    pub seconds: f64,
    /// For each trial the runs in their order, and the function that computes the measurements.
    pub(super) trials: Vec<Special>,
}

impl Experiment {
    /// Does it measure this case?
    pub fn measures(&self, on: &str, case: &str) -> bool {
        self.on == on && self.cases.iter().any(|begin| begin.begins(case))
    }

    /// Returns its name for messages to users.
    pub fn name(&self) -> String {
        format!("{} on {}", self.cases[0], self.on)
    }

    /// Does it run programs?
    pub fn runs_something(&self) -> bool {
        self.trials.iter().any(|(runs, _)| !runs.is_empty())
    }

    /// Sets keys of the platform, each `PART.KEY=VALUE`.
    pub fn set(&mut self, keys: &[String]) {
        for run in self.trials.iter_mut().flat_map(|(runs, _)| runs) {
            run.platform.set.extend_from_slice(keys);
        }
    }

    /// Runs it, watched by `observer`. Returns what each trial has measured.
    ///
    /// # Errors
    /// When a program does not build, or does not end well.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Vec<Vec<Measurement>>> {
        let trials = self.trials.iter();
        trials
            .map(|trial| self.run_trial(trial, observer))
            .collect()
    }

    fn run_trial(
        &self,
        (runs, tell): &Special,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Measurement>> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let mut results = Vec::new();
        for run in runs {
            let spec = placed(run, folder.path())?;
            results.push(weft_run::measure(&spec, observer)?);
        }
        let mut told = tell(&results)?;
        told.retain(|(case, _)| self.cases.iter().any(|begin| begin.begins(case)));
        Ok(told)
    }
}

/// Returns the run with the path of the applications' folder filled in; a task graph's output files and a waveform go into `folder`.
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
    if let Some(wave) = &mut run.record.wave {
        wave.file = folder.join(&wave.file);
    }
    if let [file] = run.files.as_slice() {
        if file.extension() == Some("toml".as_ref()) {
            run.graph.output = outputs(&weft_graph::read::read(file, &run.graph.set)?, folder);
        }
    }
    Ok(run)
}

/// Returns a file in the folder for each output of a graph.
fn outputs(graph: &TaskGraph, folder: &Path) -> Vec<TaskFile> {
    let file = |(number, output): (usize, &Transfer)| TaskFile {
        task: graph.tasks[output.tasks[0]].name.clone(),
        file: folder.join(format!("output{number}.{{flow}}")),
    };
    graph.outputs.iter().enumerate().map(file).collect()
}
