//! A run on the circuits of a chip (`--engine rtl`), and the comparison of the circuits with the simulator (`weft verify`).
//!
//! The programs are loaded into a machine of the simulator, as for any run, and copied from there into the circuits' memories. The same
//! host serves their calls. At the end the machine adopts the state of the circuits, so that the reports can read it.

mod board;
mod counted;
mod drive;
pub mod verify;

use std::time::Instant;

use anyhow::{bail, Context, Result};
use weft_hardware::{base_of, engine, Parameters};
use weft_report::deadlock::Scene;
use weft_report::reports::Reports;
use weft_report::{record, Circumstances};
use weft_sim::platform::Platform;

use crate::console::Console;
use crate::ending::Ending;
use crate::explain::Explained;
use crate::host;
use crate::load::Loaded;
use crate::observer::Observer;
use crate::result::RunResult;
use crate::spec::{PlatformSpec, RunSpec};
use board::Board;
use counted::Counted;
use drive::Drive;

/// Returns the parameters of the circuits that a run needs.
///
/// # Errors
/// When a part of the platform has no circuit, or the run uses an option that only the simulator has.
pub fn parameters(spec: &RunSpec, platform: &Platform) -> Result<Parameters> {
    spec.refuse_what_needs_the_simulator("needs the simulator, which --engine rtl does not run")?;
    if spec.graph_file()?.is_some() {
        bail!("a task graph needs the simulator; leave out --engine rtl");
    }
    let base = PlatformSpec::from(base_of(platform)).load()?;
    Ok(Parameters::of(platform, &base)?)
}

/// Returns the circuits with the programs in their memories. Compiles the circuits if the cache does not have them, and tells the
/// observer. With `power_on`, the registers hold random values from this seed before the reset, else zeros.
///
/// # Errors
/// When Verilator is missing or fails, or the programs do not begin at one address.
pub(crate) fn board(
    parameters: &Parameters,
    platform: &Platform,
    loaded: &Loaded,
    power_on: Option<u32>,
    observer: &mut dyn Observer,
) -> Result<Board> {
    let what = format!("the circuits of {}, which takes a minute", platform.name);
    let program = engine::program(parameters, || observer.building(&what))?;
    Board::load(&program, parameters, loaded, power_on).with_context(|| platform.name.clone())
}

/// Runs programs on circuits.
///
/// # Errors
/// When Verilator is missing, the circuits' process fails or a file cannot be written.
pub fn run(
    spec: &RunSpec,
    platform: &Platform,
    parameters: &Parameters,
    mut loaded: Loaded,
    observer: &mut dyn Observer,
) -> Result<RunResult> {
    let mut board = board(parameters, platform, &loaded, None, observer)?;
    let console = Console::new(observer);
    let started = Instant::now();
    let mut host = host::host(spec, &loaded.workload, &console, Vec::new())?;
    let reports = Reports::new(loaded.machine.core_count(), &loaded.workload);
    let mut drive = Drive::begin(spec, platform, &console, reports);
    let ending = drive.drive(&mut board, &mut loaded.machine, &mut host)?;
    host::finish(&mut host, &console)?;
    let seconds = started.elapsed().as_secs_f64();
    let counts = drive.settle(&mut board, &mut loaded.machine, &ending)?;
    let counted = Counted::new(&loaded.machine, counts, drive.now());
    let ending = of_programs(ending, &loaded);
    let circumstances = Circumstances {
        platform,
        workload: &loaded.workload,
        compiler: loaded.compiler.clone(),
        engine: spec.engine.name(),
        outcome: ending.word(),
        reports: drive.reported(&loaded.workload),
        seconds,
    };
    let record = record(&counted, &circumstances);
    let [stdout, stderr] = console.kept.into_inner().into_texts();
    Ok(RunResult {
        status: ending.status(&loaded.machine),
        processes: None,
        record: Some(record),
        stdout,
        stderr,
        wave: None,
        message: explanation(&ending, &loaded, platform),
        ending,
        reports: circumstances.reports,
    })
}

/// Returns how the run ended, after the machine has adopted the state of the circuits.
fn of_programs(ending: Ending, loaded: &Loaded) -> Ending {
    match ending {
        Ending::Fault(fault) => Ending::Fault(drive::in_words(&loaded.machine, fault)),
        Ending::Finished => Ending::of_library(&loaded.machine, &loaded.workload),
        other => other,
    }
}

/// Returns why the run did not end well. The adopted cores have no waiting state, so a deadlock is explained by the library calls that
/// they are in.
fn explanation(ending: &Ending, loaded: &Loaded, platform: &Platform) -> Option<String> {
    let (machine, workload) = (&loaded.machine, &loaded.workload);
    let explained = Explained {
        machine,
        platform,
        workload,
    };
    match ending {
        Ending::Deadlock => Some(Scene::observe_polling(machine, workload).describe()),
        _ => explained.explanation(ending),
    }
}
