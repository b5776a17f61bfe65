//! A run on a simulated chip, from its programs to its record.

mod drive;
mod repetition;
mod standstill;
mod wave;

use std::thread::available_parallelism;
use std::time::Instant;

use anyhow::{bail, Context, Result};
use weft_report::heatmap;
use weft_report::reports::Reported;
use weft_report::workload::Workload;
use weft_report::{record, Circumstances};
use weft_sim::platform::Platform;
use weft_sim::{Engine, HostThreads, Machine, Translate};

use crate::build::add_described;
use crate::circuits;
use crate::console::Console;
use crate::ending::Ending;
use crate::explain::Explained;
use crate::gdb;
use crate::graph::{self, Flows};
use crate::host;
use crate::load::{self, Loaded};
use crate::observer::Observer;
use crate::result::RunResult;
use crate::spec::RunSpec;
use drive::Drive;

/// Runs programs or a task graph on a chip.
///
/// # Errors
/// When the input is wrong or a file cannot be written. Failures of the programs are not errors here, but part of the result.
pub fn run(spec: &RunSpec, observer: &mut dyn Observer) -> Result<RunResult> {
    spec.refuse_what_goes_without_a_debugger()?;
    let mut platform = spec.platform.load()?;
    add_described(&mut platform, &spec.sources())?;
    if spec.record.heatmap.is_some() && !Machine::has_picture(&platform) {
        bail!(
            "--heatmap draws a network of routers, which {} does not have; take a platform that has one, for example nagam",
            platform.name
        );
    }
    let Some(engine) = spec.engine.of_simulator() else {
        let parameters = circuits::parameters(spec, &platform)?;
        let loaded = load::load(&platform, spec, observer)?;
        return circuits::run(spec, &platform, &parameters, loaded, observer);
    };
    let (loaded, flows) = match spec.graph_file()? {
        Some(file) => {
            let (loaded, flows) = graph::load(&platform, spec, file, observer)?;
            (loaded, Some(flows))
        }
        None => (load::load(&platform, spec, observer)?, None),
    };
    let chip = Chip {
        spec,
        platform: &platform,
        engine,
        flows: flows.as_ref(),
    };
    chip.run(loaded, observer)
}

/// A chip and what it runs.
struct Chip<'a> {
    spec: &'a RunSpec,
    platform: &'a Platform,
    engine: Engine,
    flows: Option<&'a Flows>,
}

impl Chip<'_> {
    fn run(&self, loaded: Loaded, observer: &mut dyn Observer) -> Result<RunResult> {
        let Loaded {
            mut machine,
            workload,
            compiler,
        } = loaded;
        for fault in &self.spec.faults {
            fault.plan(&mut machine)?;
        }
        let console = Console::new(observer);
        if self.spec.no_translate {
            machine.translate(Translate::Never);
        }
        if let Some(wanted) = self.spec.threads {
            let threads = available_parallelism().map_or(wanted, |cores| wanted.min(cores));
            machine.use_threads(HostThreads::new(threads));
        }
        let started = Instant::now();
        let (ending, reports) = self.simulate(&mut machine, &workload, &console)?;
        let seconds = started.elapsed().as_secs_f64();
        if let Some(why) = machine.translation_refused() {
            console.tell(&format!(
                "hot code was interpreted, which takes longer: {why}"
            ));
        }
        let ending = match self.settle(&machine, ending)? {
            Ending::Finished => Ending::of_library(&machine, &workload),
            other => other,
        };
        self.draw_heat_map(&machine, &workload)?;
        let circumstances = Circumstances {
            platform: self.platform,
            workload: &workload,
            compiler,
            engine: self.spec.engine.name(),
            outcome: ending.word(),
            reports: reports.clone(),
            seconds,
        };
        let explained = Explained {
            machine: &machine,
            platform: self.platform,
            workload: &workload,
        };
        let [stdout, stderr] = console.kept.into_inner().into_texts();
        Ok(RunResult {
            status: ending.status(&machine),
            processes: None,
            record: Some(record(&machine, &circumstances)),
            stdout,
            stderr,
            wave: self.spec.record.wave.as_ref().map(|wave| wave.file.clone()),
            message: explained.explanation(&ending),
            ending,
            reports,
        })
    }

    fn simulate(
        &self,
        machine: &mut Machine,
        workload: &Workload,
        console: &Console<'_>,
    ) -> Result<(Ending, Vec<Reported>)> {
        let (spec, platform) = (self.spec, self.platform);
        let lines = self.flows.map(Flows::command_lines).unwrap_or_default();
        let mut host = host::host(spec, workload, console, lines)?;
        let mut drive = Drive::begin(spec, self.engine, platform, workload, machine, console)?;
        let debugged = match &spec.gdb {
            Some(place) => gdb::serve(machine, platform, &mut host, place, console)?,
            None => None,
        };
        let ending = match debugged {
            Some(ending) => ending,
            None => drive.drive(machine, &mut host)?,
        };
        host::finish(&mut host, console)?;
        Ok((ending, drive.finish(machine)?))
    }

    /// Returns how the run ended. Writes the output files of a graph that finished.
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

    fn draw_heat_map(&self, machine: &Machine, workload: &Workload) -> Result<()> {
        let Some(path) = &self.spec.record.heatmap else {
            return Ok(());
        };
        let drawing = heatmap::of_run(machine, workload).unwrap_or_default();
        std::fs::write(path, drawing).with_context(|| format!("cannot write {}", path.display()))
    }
}
