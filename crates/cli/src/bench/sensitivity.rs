//! How much rows of a paper move when a parameter that its source does not state is halved and when it is doubled.

use anyhow::Result;
use serde_json::json;
use weft_explore::paper::sensitivity::Baseline;
use weft_explore::paper::{folder, Paper};

use crate::arguments::bench::BenchArguments;
use crate::files::write_record;
use crate::paper::progress::Progress;
use crate::terminal::{print, tell};

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
    let figures = json!({ "paper": paper.name, "parameters": parameters });
    let file = arguments.json.as_deref();
    write_record(file, "weft-bench-sensitivity/4", &figures)
}
