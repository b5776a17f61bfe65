//! One run of a weft command, as a process of its own, in a folder of its own.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{bail, Context, Result};
use serde::Deserialize;
use tempfile::TempDir;
use weft_build::home;

use super::case::{Case, PHOTO};
use crate::bench::share::Share;

/// Where the commands run.
pub struct Bench {
    folder: TempDir,
    /// Where both commands look for chips, library and applications.
    home: std::path::PathBuf,
}

/// What one run took.
pub struct Timing {
    /// Wall-clock time: of the simulation, if the command reports it, else of the process.
    pub seconds: f64,
    /// Of the chip.
    pub cycles: u64,
    pub instructions: u64,
    /// The share that ran translated: None where there are no instructions.
    pub translated: Option<Share>,
}

/// The fields of `weft run --json` that are used here.
#[derive(Deserialize)]
struct Facts {
    cycles: u64,
    instructions: u64,
    seconds: f64,
    /// Commands that are older than the translator do not report it.
    #[serde(default)]
    translated: u64,
}

const RECORD: &str = "record.json";

impl Bench {
    /// Makes a folder with the files that the programs read.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> Result<Bench> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let apps = home::folder("apps")?;
        let photo = apps.join("edges").join(PHOTO);
        std::fs::copy(&photo, folder.path().join(PHOTO))
            .with_context(|| format!("cannot copy {}", photo.display()))?;
        let home = apps.parent().expect("the folder is in another").to_owned();
        Ok(Bench { folder, home })
    }

    /// Runs a command and times it.
    ///
    /// # Errors
    /// When it fails, or does not report its cycles.
    pub fn time(&self, weft: &Path, case: &Case) -> Result<Timing> {
        let begin = Instant::now();
        self.run(weft, case)?;
        let seconds = begin.elapsed().as_secs_f64();
        let text = std::fs::read_to_string(self.folder.path().join(RECORD))
            .with_context(|| format!("{} has written no figures", weft.display()))?;
        let facts: Option<Facts> = serde_json::from_str(&text).ok();
        Ok(facts.map_or(
            Timing {
                seconds,
                cycles: 0,
                instructions: 0,
                translated: None,
            },
            |facts| Timing {
                seconds: facts.seconds,
                cycles: facts.cycles,
                instructions: facts.instructions,
                translated: Some(Share::of(facts.translated, facts.instructions)),
            },
        ))
    }

    fn run(&self, weft: &Path, case: &Case) -> Result<()> {
        let [name, rest] = [&case.arguments[..1], &case.arguments[1..]];
        let output = Command::new(weft)
            .args(name)
            .args(["--json", RECORD])
            .args(rest)
            .current_dir(&self.folder)
            .env("WEFT_HOME", &self.home)
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot run {}", weft.display()))?;
        if !output.status.success() {
            let told = String::from_utf8_lossy(&output.stderr);
            bail!(
                "{} {}: {}",
                weft.display(),
                case.arguments.join(" "),
                told.trim_end()
            );
        }
        Ok(())
    }
}
