//! A run whose facts and output are wanted, and nothing on the terminal.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Instant;

use anyhow::{bail, Result};
use weft_report::json::RunRecord;
use weft_sim::semihosting::LineOutput;
use weft_sim::Cycle;

use super::drive::advanced;
use super::pc::Beside;
use super::prepare::{prepare, Prepared};
use super::report::Report;
use super::status::Ending;
use super::{engine, Served};
use crate::arguments::RunArguments;
use crate::platforms;

/// Cycles between two looks at whether the run is still wanted.
const PIECE: u64 = 1 << 20;

/// Lines of a program's output that are told when it fails.
const TOLD_LINES: usize = 5;

/// What a run has told.
pub struct Measured {
    /// Its facts.
    pub record: RunRecord,
    /// What the program has printed.
    pub output: String,
    /// What it has written to its standard error.
    pub remarks: String,
}

/// Carries out a run without progress and summary, as long as it is `wanted`; None if it no longer was.
///
/// # Errors
/// When the input is wrong, or the program does not end well.
pub fn measure(arguments: &RunArguments, wanted: &dyn Fn() -> bool) -> Result<Option<Measured>> {
    let platform = platforms::load_for(&arguments.build)?;
    let Prepared {
        mut machine,
        workload,
        compiler,
        flows,
    } = prepare(&platform, arguments)?;
    let printed = Printed::default();
    let remarks = Printed::default();
    let output = LineOutput::new(printed.clone(), remarks.clone(), false);
    let served = Served {
        workload: &workload,
        flows: flows.as_ref(),
    };
    let mut host = served.host(arguments, output, io::empty());
    let started = Instant::now();
    let limit = arguments.max_cycles.map_or(Cycle::NEVER, Cycle);
    let mut beside = Beside::begin(arguments, &platform, &workload)?;
    let mut ending = None;
    while ending.is_none() && machine.now() < limit {
        if !wanted() {
            return Ok(None);
        }
        let alone = beside.as_mut().map_or(Cycle::NEVER, Beside::until);
        let until = Cycle(machine.now().0.saturating_add(PIECE));
        let outcome = machine.run(engine(arguments), until.min(limit).min(alone), &mut host);
        ending = advanced(&mut machine, outcome, beside.as_mut())?;
    }
    let seconds = started.elapsed().as_secs_f64();
    host.finish()?;
    let ending = served.settle(&machine, ending.unwrap_or(Ending::Limit))?;
    let report = Report {
        platform: &platform,
        workload: &workload,
        compiler,
        engine: engine(arguments),
        seconds,
    };
    if !matches!(ending, Ending::Finished) || ending.status(&machine) != 0 {
        let why = report.explanation(&machine, &ending).unwrap_or_default();
        let status = ending.status(&machine);
        let said = last_lines(&printed.text());
        bail!("exit status {status}\n{said}{}{why}", remarks.text());
    }
    Ok(Some(Measured {
        record: report.record(&machine, &ending),
        output: printed.text(),
        remarks: remarks.text(),
    }))
}

/// A program says at the end what is wrong.
fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(TOLD_LINES)..];
    last.iter().map(|line| format!("{line}\n")).collect()
}

/// Keeps what is written.
#[derive(Clone, Default)]
struct Printed(Rc<RefCell<Vec<u8>>>);

impl Printed {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.borrow()).into_owned()
    }
}

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
