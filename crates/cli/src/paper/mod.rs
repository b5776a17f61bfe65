//! `weft paper`: repeats the experiments of a published paper with compiled programs on the modelled hardware, and compares the results
//! with the published ones.

pub mod progress;

use anyhow::{Context, Result};
use weft_explore::paper::campaign::{self, Findings};
use weft_explore::paper::record::{Record, SCHEMA};
use weft_explore::paper::{folder, names, Choice, Paper};
use weft_run::INTERRUPTED;

use crate::arguments::paper::PaperArguments;
use crate::files::write_record;
use crate::terminal::{print, tell};
use progress::Progress;

/// The exit status when an experiment has failed.
const FAILED: u8 = 1;

/// Carries out `weft paper` and returns the exit status.
///
/// # Errors
/// When there is no such paper or row, or a file cannot be written; a failed experiment is no error here.
pub fn reproduce(arguments: &PaperArguments) -> Result<u8> {
    let papers = folder(arguments.from.as_deref())?;
    let Some(name) = &arguments.paper else {
        for name in names(&papers)? {
            let paper = Paper::read(&papers, &name)?;
            print(&format!("{name:<14} {}\n", paper.source))?;
        }
        return Ok(0);
    };
    let paper = Paper::read(&papers, name)?;
    if arguments.coverage {
        print(&paper.covered()?)?;
        return Ok(0);
    }
    let chosen = Choice::new(&paper, &arguments.only)?;
    if let Some(folder) = &arguments.plot {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let experiments = chosen.experiments(arguments.quick)?;
    let progress = Progress::new(&experiments)?;
    let mut findings = campaign::run(experiments, &progress);
    progress.finish();
    let missing = unreported(&chosen, &findings);
    findings.failures.extend(missing);
    print(&chosen.tables(arguments.quick, &findings))?;
    let record = Record::new(&paper, arguments.quick, &findings, &chosen.rows());
    write_record(arguments.json.as_deref(), SCHEMA, &record)?;
    if let Some(folder) = &arguments.plot {
        paper.draw(&findings, folder)?;
    }
    Ok(status(&findings))
}

/// Returns the figures that rows need but no program has reported, and warns of them.
fn unreported(chosen: &Choice, findings: &Findings) -> Vec<String> {
    let unreported = chosen.unreported(findings);
    for missing in &unreported {
        tell(&format!("weft: {missing}\n"));
    }
    unreported
}

/// The exit status of a campaign.
pub fn status(findings: &Findings) -> u8 {
    match (findings.interrupted, findings.failures.is_empty()) {
        (true, _) => INTERRUPTED,
        (false, false) => FAILED,
        (false, true) => 0,
    }
}
