//! A run whose facts and output are wanted, and nothing on the terminal.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Instant;

use anyhow::{bail, Result};
use weft_report::json::RunRecord;
use weft_sim::semihosting::LineOutput;
use weft_sim::{Cycle, Outcome};

use super::prepare::{prepare, Prepared};
use super::report::Report;
use super::status::Ending;
use super::{engine, host};
use crate::arguments::RunArguments;
use crate::platforms;

/// What a run has told.
pub struct Measured {
    /// Its facts.
    pub record: RunRecord,
    /// What the program has printed.
    pub output: String,
}

/// Carries out a run without progress and summary.
///
/// # Errors
/// When the input is wrong, or the program does not end well.
pub fn measure(arguments: &RunArguments) -> Result<Measured> {
    let platform = platforms::load(&arguments.build.platform)?;
    let Prepared {
        mut machine,
        workload,
        compiler,
    } = prepare(&platform, arguments)?;
    let printed = Printed::default();
    let output = LineOutput::new(printed.clone(), io::stderr(), false);
    let mut host = host(arguments, &workload, output, io::empty());
    let started = Instant::now();
    let outcome = machine.run(engine(arguments), Cycle::NEVER, &mut host);
    let seconds = started.elapsed().as_secs_f64();
    host.finish()?;
    let ending = Ending::from(outcome.clone());
    if outcome != Outcome::Finished || ending.status(&machine) != 0 {
        bail!(
            "{} did not end well: {outcome:?}",
            arguments.files[0].display()
        );
    }
    let report = Report {
        platform: &platform,
        workload: &workload,
        compiler,
        engine: engine(arguments),
        seconds,
    };
    Ok(Measured {
        record: report.record(&machine, &ending),
        output: printed.text(),
    })
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
