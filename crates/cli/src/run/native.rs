//! `weft run --platform host`: the program as processes of this machine.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use weft_launch::build::{c_compiler, Native};
use weft_launch::job::{self, Binding, Job, MemoryTile};
use weft_launch::trace::{Rank, Recording};

use super::graph;
use crate::arguments::{BuildArguments, EngineChoice, RunArguments};
use crate::build::is_source;

/// The name that is this machine instead of a platform file's.
pub const HOST: &str = "host";

/// Runs the program; the exit status of `weftrun`.
///
/// # Errors
/// When an option needs a simulated chip, or the program does not compile or start.
pub fn run(arguments: &RunArguments) -> Result<u8> {
    refuse_what_needs_a_chip(arguments)?;
    if let Some(file) = graph::graph_file(arguments)? {
        return graph::native::run(arguments, file);
    }
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let output = folder.path().join("program");
    let trace = arguments.inside.trace.as_deref();
    let mut recording = trace.map(Recording::begin).transpose()?;
    let library = library(trace)?;
    let program = program(&library, &arguments.files, &arguments.build, &[], output)?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let words = arguments.arguments.iter().map(OsString::from);
    let command = [program.clone().into()].into_iter().chain(words).collect();
    let ranks = arguments.ranks.unwrap_or(processors);
    if let Some(recording) = &mut recording {
        recording.begin_job(Rank::all(&program, ranks))?;
    }
    let status = job::run(&Job {
        commands: job::same(ranks, command)?,
        memory_tile: MemoryTile::new(MemoryTile::BYTES)?,
        binding: Binding::Core,
        timeout: None,
        label: arguments.label,
        verbose: false,
    })?;
    if let Some(recording) = recording {
        recording.finish(&names(&arguments.files))?;
    }
    Ok(status)
}

/// The library for programs that are traced, or are not.
///
/// # Errors
/// When it cannot be built.
pub fn library(trace: Option<&Path>) -> Result<Native> {
    match trace {
        Some(_) => Native::find_traced(),
        None => Native::find(),
    }
}

/// The program that `files` are: one that is there, or C files, which are compiled to `output` with further `macros`.
///
/// # Errors
/// When there is no such file, or the compiler refuses; it has then printed why.
pub fn program(
    library: &Native,
    files: &[PathBuf],
    build: &BuildArguments,
    macros: &[String],
    output: PathBuf,
) -> Result<PathBuf> {
    match files {
        [program] if !is_source(program) => program
            .canonicalize()
            .with_context(|| format!("cannot read {}", program.display())),
        sources => compile(library, sources, build, macros, output),
    }
}

fn compile(
    library: &Native,
    sources: &[PathBuf],
    build: &BuildArguments,
    macros: &[String],
    program: PathBuf,
) -> Result<PathBuf> {
    let mut given = vec![OsString::from(format!("-O{}", build.optimization))];
    let macros = build.define.iter().chain(macros);
    given.extend(macros.map(|define| format!("-D{define}").into()));
    given.extend(sources.iter().map(OsString::from));
    given.push("-lm".into());
    library.program(&c_compiler(), &given, &program)?;
    Ok(program)
}

fn names(files: &[PathBuf]) -> String {
    let names: Vec<String> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    names.join(", ")
}

fn refuse_what_needs_a_chip(arguments: &RunArguments) -> Result<()> {
    let inside = &arguments.inside;
    let given = [
        ("--core", !arguments.core.is_empty()),
        ("--load", !arguments.load.is_empty()),
        ("--max-cycles", arguments.max_cycles.is_some()),
        ("--engine step", arguments.engine == EngineChoice::Step),
        ("--json", arguments.json.is_some()),
        ("--gdb", inside.gdb.is_some()),
        ("--wave", inside.wave.is_some()),
        ("--heatmap", inside.heatmap.is_some()),
        ("--insn", !arguments.build.insn.is_empty()),
        ("--keep", arguments.build.keep.is_some()),
        ("--pc-sync", arguments.pc.pc_sync.is_some()),
        ("--log", arguments.pc.log.is_some()),
        ("--replay", arguments.pc.replay.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            bail!("{option} needs a simulated chip; the platform `{HOST}` is this machine")
        }
        None => Ok(()),
    }
}
