//! How much rows of a paper move when a parameter that its source does not state is halved and when it is doubled.

use anyhow::Result;
use serde::Serialize;
use weft_explore::paper::sensitivity::{Baseline, Sensitivity};
use weft_explore::paper::{folder, Paper};

use crate::arguments::bench::BenchArguments;
use crate::files::write_json;
use crate::paper::progress::Progress;
use crate::terminal::{print, tell};

#[derive(Serialize)]
struct Figures<'a> {
    schema: &'static str,
    weft: &'static str,
    paper: &'a str,
    parameters: Vec<Sensitivity>,
}

/// Carries out `weft bench sensitivity`: prints the table line by line.
///
/// # Errors
/// When an experiment fails, or the figures cannot be written.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    let paper = Paper::read(&folder(None)?, &arguments.paper)?;
    let progress = Progress::new(&[])?;
    let baseline = Baseline::measure(&paper, &progress)?;
    print(&baseline.heading())?;
    let all = &paper.study()?.parameters;
    let mut parameters = Vec::new();
    for (number, parameter) in all.iter().enumerate() {
        let (number, of) = (number + 1, all.len());
        tell(&format!("{number} of {of}: {}\n", parameter.name()));
        let sensitivity = baseline.sensitivity(parameter)?;
        print(&sensitivity.line())?;
        parameters.push(sensitivity);
    }
    let figures = Figures {
        schema: "weft-bench-sensitivity/3",
        weft: env!("CARGO_PKG_VERSION"),
        paper: &paper.name,
        parameters,
    };
    write_json(arguments.json.as_deref(), &figures)
}
