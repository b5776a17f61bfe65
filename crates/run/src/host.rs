//! The host that serves the programs of a chip: files, console, simulated time.

use std::path::Path;

use anyhow::{Context, Result};
use weft_report::workload::Workload;
use weft_sim::semihosting::{LineOutput, SemihostingHost};

use crate::command_line::started_as;
use crate::console::{Console, Reader, Writer};
use crate::observer::Stream;
use crate::spec::RunSpec;

/// The host.
pub type ProgramHost<'c, 'o> =
    SemihostingHost<LineOutput<Writer<'c, 'o>, Writer<'c, 'o>>, Reader<'c, 'o>>;

/// Makes the host of a run. `lines`: the cores that have a command line of their own.
///
/// # Errors
/// When the folder of --files does not exist.
pub fn host<'c, 'o>(
    spec: &RunSpec,
    workload: &Workload,
    console: &'c Console<'o>,
    lines: Vec<(usize, String)>,
) -> Result<ProgramHost<'c, 'o>> {
    let line = started_as(Path::new(&spec.name()), &spec.arguments);
    let mut cores = workload.core_of_rank.iter().copied();
    let first_core = cores.next().or(lines.first().map(|(core, _)| *core));
    let [stdout, stderr] = [Stream::Stdout, Stream::Stderr].map(|to| console.writer(to));
    let output = LineOutput::new(stdout, stderr, spec.label);
    let core = first_core.unwrap_or(0);
    let files = spec.access.sandbox(&spec.arguments)?;
    let mut host = SemihostingHost::new(output, console.reader(), files, core, line);
    for (core, line) in lines {
        host.tell(core, line);
    }
    Ok(host)
}

/// Writes the rest of the output, and reports the accesses that the programs were refused.
///
/// # Errors
/// When it cannot be written.
pub fn finish(host: &mut ProgramHost<'_, '_>, console: &Console<'_>) -> Result<()> {
    host.finish().context("cannot write the program's output")?;
    if let Some(name) = host.files().refused() {
        console.tell(&format!(
            "weft: the program was refused {name}: its files are those in the folder of --files, and those that its arguments name\n"
        ));
    }
    Ok(())
}
