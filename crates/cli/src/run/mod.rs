//! `weft run`: makes a [`RunSpec`] from the arguments, carries it out and prints the result.

mod input;
pub mod interrupt;
mod progress;
pub mod spec;
mod watch;

use std::io::IsTerminal;

use anyhow::Result;
use weft_report::faults;
use weft_report::reports::Reported;
use weft_report::summary::{summary, Style};
use weft_run::{RunResult, RunSpec, Unobserved, INTERRUPTED};

use crate::arguments::RunArguments;
use crate::files::write;
use crate::terminal::{print, tell};
use crate::PROGRAM_FAILED;
use interrupt::Interrupt;
pub use progress::ProgressLine;
pub use watch::Watch;

/// Carries out `weft run` and returns the exit status.
///
/// # Errors
/// When the input is wrong or a file cannot be written. A failure of the program is not an error here: the exit status reports it.
pub fn run(arguments: &RunArguments) -> Result<u8> {
    let spec = spec::of(arguments)?;
    if spec.platform.is_host() {
        return run_processes(arguments, &spec);
    }
    let interrupt = Interrupt::listen()?;
    let line = ProgressLine::new(!arguments.quiet, spec.max_cycles);
    let mut watch = Watch::new(interrupt.clone(), line, arguments.quiet);
    let result = match weft_run::run(&spec, &mut watch) {
        // Ctrl-C reaches the compiler as well.
        Err(_) if interrupt.pressed() => return Ok(INTERRUPTED),
        other => other?,
    };
    let written = watch.finish();
    show(arguments, &result)?;
    if let Err(error) = written {
        tell(&format!(
            "weft: cannot write the program's output: {error}\n"
        ));
        return Ok(result.status.max(PROGRAM_FAILED));
    }
    Ok(result.status)
}

/// Runs processes of this machine. They write to this terminal themselves, and the launcher ends them at Ctrl-C.
fn run_processes(arguments: &RunArguments, spec: &RunSpec) -> Result<u8> {
    let result = weft_run::run(spec, &mut Unobserved)?;
    if let Some(record) = result.processes.as_ref().filter(|_| !arguments.quiet) {
        tell(&format!("\n{}", record.summary()));
    }
    result.message.iter().for_each(|message| tell(message));
    show_reports(arguments, &result)?;
    if let (Some(path), Some(record)) = (&arguments.json, &result.processes) {
        write(path, &record.to_json())?;
    }
    Ok(result.status)
}

/// Prints the reported figures, the summary and the cause of a failure, and writes the record.
fn show(arguments: &RunArguments, result: &RunResult) -> Result<()> {
    if let Some(record) = result.record.as_ref().filter(|_| !arguments.quiet) {
        tell(&format!("\n{}", summary(record, style())));
        let struck = faults::listed(record);
        if !struck.is_empty() {
            tell(&format!("\n{struck}"));
        }
    }
    show_reports(arguments, result)?;
    if let Some(message) = &result.message {
        tell(&format!("\n{message}"));
    }
    match (&arguments.json, &result.record) {
        (Some(path), Some(record)) => write(path, &record.to_json()),
        _ => Ok(()),
    }
}

/// Prints the figures that the programs have reported, one on a line, or says that there are some.
fn show_reports(arguments: &RunArguments, result: &RunResult) -> Result<()> {
    let count = result.reports.len();
    if arguments.reports {
        let line = |reported: &Reported| format!("{} {}\n", reported.case(), reported.value);
        let lines: String = result.reports.iter().map(line).collect();
        print(&lines)?;
    } else if count > 0 && !arguments.quiet {
        tell(&format!(
            "\nfigures reported: {count}; --reports prints them\n"
        ));
    }
    Ok(())
}

fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match std::io::stderr().is_terminal() && !refused {
        true => Style::Coloured,
        false => Style::Plain,
    }
}
