//! `weft run`: a program on a simulated chip, from its files to the summary.

mod drive;
mod graph;
mod input;
pub mod interrupt;
mod loader;
pub mod measure;
pub mod native;
mod output;
mod pc;
mod placement;
mod prepare;
mod progress;
mod report;
mod standstill;
pub mod status;

use std::io::BufRead;
use std::time::Instant;

use anyhow::{bail, Context, Result};
use weft_report::workload::Workload;
use weft_sim::platform::Platform;
use weft_sim::semihosting::{command_line, Output, SemihostingHost};
use weft_sim::{Cycle, Engine, Machine};

use crate::arguments::{EngineChoice, RunArguments};
use crate::gdb;
use crate::platforms;
use crate::trace::record::Recording;
use crate::wave::Wave;
use drive::Drive;
use graph::Flows;
use input::Input;
use interrupt::Interrupt;
use output::{program_output, Closed};
use pc::Beside;
use prepare::{prepare, Prepared};
use progress::Progress;
use report::Report;
use standstill::Standstill;
use status::Ending;

/// Carries out `weft run`; the exit status.
///
/// # Errors
/// When the input is wrong or a file cannot be written; what the program does wrong is no error here.
pub fn run(arguments: &RunArguments) -> Result<u8> {
    if arguments.build.platform == native::HOST {
        return native::run(arguments);
    }
    let platform = platforms::load_for(&arguments.build)?;
    if arguments.inside.heatmap.is_some() && !Machine::has_picture(&platform) {
        bail!(
            "--heatmap draws a mesh, which {} does not have; take a platform that has one, for example nagam",
            platform.name
        );
    }
    let Prepared {
        mut machine,
        workload,
        compiler,
        flows,
    } = prepare(&platform, arguments)?;
    let served = Served {
        workload: &workload,
        flows: flows.as_ref(),
    };
    let started = Instant::now();
    let ending = simulate(arguments, &platform, &served, &mut machine)?;
    let seconds = started.elapsed().as_secs_f64();
    let ending = served.settle(&machine, ending)?;
    let report = Report {
        platform: &platform,
        workload: &workload,
        compiler,
        engine: engine(arguments),
        seconds,
    };
    report.give(arguments, &machine, &ending)?;
    Ok(ending.status(&machine))
}

fn simulate(
    arguments: &RunArguments,
    platform: &Platform,
    served: &Served,
    machine: &mut Machine,
) -> Result<Ending> {
    let interrupt = Interrupt::listen()?;
    let closed = Closed::default();
    let mut progress = Progress::new(!arguments.quiet, platform.clock_hz, arguments.max_cycles);
    let output = program_output(&progress.bar(), arguments.label, &closed);
    let mut host = served.host(arguments, output, Input::new(&interrupt));
    let mut wave = Wave::begin(&arguments.inside, machine, platform.clock_hz)?;
    let mut beside = Beside::begin(arguments, platform, served.workload, machine)?;
    let file = arguments.inside.trace.as_deref();
    let mut trace = Recording::begin(file, machine, served.workload, platform)?;
    let debugged = match arguments.inside.gdb {
        Some(port) => gdb::serve(machine, platform, &mut host, port, &interrupt)?,
        None => None,
    };
    let mut drive = Drive {
        engine: engine(arguments),
        limit: arguments.max_cycles.map_or(Cycle::NEVER, Cycle),
        interrupt: &interrupt,
        closed: &closed,
        progress: &mut progress,
        standstill: Standstill::watch(machine).map(|watch| (watch, served.workload)),
        beside: beside.as_mut(),
        wave: wave.as_mut(),
        trace: trace.as_mut(),
    };
    let ending = match debugged {
        Some(ending) => ending,
        None => drive.drive(machine, &mut host)?,
    };
    progress.finish();
    host.finish().context("cannot write the program's output")?;
    trace.map_or(Ok(()), |trace| trace.finish(machine))?;
    wave.map_or(Ok(()), |wave| wave.finish(machine))?;
    beside.map_or(Ok(()), |beside| beside.finish(machine))?;
    Ok(ending)
}

/// What runs, as its host needs to know it.
struct Served<'a> {
    workload: &'a Workload,
    flows: Option<&'a Flows>,
}

impl Served<'_> {
    /// What serves the programs of a run.
    fn host<O: Output, I: BufRead>(
        &self,
        arguments: &RunArguments,
        output: O,
        input: I,
    ) -> SemihostingHost<O, I> {
        let file = arguments
            .files
            .first()
            .or(arguments.core.first().map(|(_, file)| file));
        let name = file
            .map(|file| file.display().to_string())
            .unwrap_or_default();
        let words: Vec<&str> = [name.as_str()]
            .into_iter()
            .chain(arguments.arguments.iter().map(String::as_str))
            .collect();
        let lines = self.flows.map(Flows::command_lines).unwrap_or_default();
        let mut cores = self.workload.core_of_rank.iter().copied();
        let first_core = cores.next().or(lines.first().map(|(core, _)| *core));
        let line = command_line(&words);
        let mut host = SemihostingHost::new(output, input, first_core.unwrap_or(0), line);
        for (core, line) in lines {
            host.tell(core, line);
        }
        host
    }

    /// How the run ended; what a graph that finished leaves behind is written.
    fn settle(&self, machine: &Machine, ending: Ending) -> Result<Ending> {
        let Some(flows) = self.flows else {
            return Ok(ending);
        };
        let missing = match flows.ending(machine, ending) {
            Ending::Finished => flows.take_all_outputs(machine)?,
            other => return Ok(other),
        };
        Ok(missing.map_or(Ending::Finished, Ending::NoOutput))
    }
}

fn engine(arguments: &RunArguments) -> Engine {
    match arguments.engine {
        EngineChoice::Fast => Engine::Fast,
        EngineChoice::Step => Engine::Step,
    }
}
