//! The program of the PC: finds, compiles and starts it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, Context, Result};
use object::Object;
use weft_build::cache;
use weft_build::compiler::is_source;
use weft_launch::attach::{self, Attached, Attachment};
use weft_launch::build::{library_macros, Header, Native};
use weft_report::workload::Workload;
use weft_sim::platform::{self, Place as NodePlace, Platform};
use weft_sim::Machine;

use crate::build::native;
use crate::spec::{Place, RunSpec};

/// Functions that every program with MPI calls, by one of their names, and no other program.
const MPI_BEGINS: [&str; 4] = [
    "MPI_Init",
    "PMPI_Init",
    "MPI_Init_thread",
    "PMPI_Init_thread",
];

/// The function by which the tasks of `mp.h` join before their program begins.
const TASKS_JOIN: &str = "weft_mp_join";

/// Returns the quantum of a chip with a bridge to a PC: the bridge's latency in cycles.
///
/// # Errors
/// When the chip has no bridge, which the option `what` needs.
pub fn check_bridge(machine: &mut Machine, platform: &Platform, what: &str) -> Result<u64> {
    let bridge = machine.host_bridge().ok_or_else(|| {
        anyhow!(
            "{what}: the platform {} has no PC beside it (a [[device]] of kind \"pc-bridge\"); funcapi has one",
            platform.name
        )
    })?;
    Ok(bridge.latency())
}

/// Compiles and starts the program of the PC.
///
/// # Errors
/// When no node is on the PC, or the program cannot be compiled or started.
pub fn start(spec: &RunSpec, platform: &Platform, files: &[PathBuf]) -> Result<Attached> {
    let node = node(platform).with_context(|| {
        format!(
            "--core pc: no node of {} is on the PC; add \"pc\" to `nodes` of its [map]",
            platform.name
        )
    })?;
    let folder = cache::scratch()?;
    let program = build(spec, platform, files, folder.path())?;
    refuse_mpi(&program, files)?;
    let words = spec.arguments.iter().map(OsString::from);
    let attached = Attached::start(&Attachment {
        command: [program.into()].into_iter().chain(words).collect(),
        node,
        nodes: platform.map.places().len(),
        label: spec.label.then(|| "pc: ".to_string()),
    })?;
    Ok(attached)
}

fn node(platform: &Platform) -> Option<usize> {
    let places = platform.map.places();
    places.iter().position(|place| *place == NodePlace::Pc)
}

/// Returns the files of the PC's program: its own, or, if the platform places a node on the PC, the common ones; None if it has none.
///
/// # Errors
/// When it has several programs, or one that only a chip can run.
pub fn files(
    spec: &RunSpec,
    platform: &Platform,
    workload: &Workload,
) -> Result<Option<Vec<PathBuf>>> {
    let own = spec.own.iter().filter(|own| own.place == Place::Pc);
    let own: Vec<&PathBuf> = own.map(|own| &own.file).collect();
    match (own.as_slice(), spec.files.as_slice()) {
        ([file], _) => Ok(Some(vec![(*file).clone()])),
        ([_, ..], _) => bail!("the PC is given two programs; give --core pc=FILE once"),
        ([], []) => Ok(None),
        // With -n, or in programs with MPI or mp.h, all processes are ranks or tasks, and these are on cores only.
        ([], _)
            if node(platform).is_none() || spec.ranks.is_some() || is_for_cores_alone(workload) =>
        {
            Ok(None)
        }
        ([], files) if files.iter().all(|file| is_source(file)) => Ok(Some(files.to_vec())),
        ([], files) => {
            let other = files.iter().find(|file| !is_source(file));
            bail!(
                "{} is for the cores of the chip, and the PC cannot run it; give the PC a program of its own with --core pc=FILE",
                other.unwrap_or(&files[0]).display()
            )
        }
    }
}

/// Does a program of the chip contain the start functions of MPI or of `mp.h`?
fn is_for_cores_alone(workload: &Workload) -> bool {
    let mut programs = workload.programs.iter();
    programs.any(|loaded| {
        let mut functions = loaded.program.symbols.functions();
        functions.any(|(_, name)| MPI_BEGINS.contains(&name) || name == TASKS_JOIN)
    })
}

/// # Errors
/// When the PC's program contains a start function of MPI: no rank is on the PC.
fn refuse_mpi(program: &Path, files: &[PathBuf]) -> Result<()> {
    let bytes = std::fs::read(program)?;
    let file = object::File::parse(&*bytes)?;
    let mut names = MPI_BEGINS.iter();
    if names.any(|name| file.symbol_by_name(name).is_some()) {
        bail!(
            "--core pc: {} calls MPI, whose ranks are cores of the chip; the PC takes part by MCAPI",
            files[0].display()
        );
    }
    Ok(())
}

fn build(spec: &RunSpec, platform: &Platform, files: &[PathBuf], folder: &Path) -> Result<PathBuf> {
    let macros = library_macros(&spec.build.define);
    let header = |name, text| Header { name, text };
    let headers = [
        header("weft/platform.h", platform::pc_header(platform)),
        header("weft/instructions.h", weft_isa::c_header_of_words()),
        header("weft/window.h", attach::c_header()),
    ];
    let library = Native::beside(&headers, &macros)?;
    let output = folder.join("pc");
    native::program(&library, files, &spec.build, &[], output)
}
