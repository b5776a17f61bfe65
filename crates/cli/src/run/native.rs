//! `weft run --platform host`: the program as processes of this machine.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{bail, Context, Result};
use weft_launch::build::{c_compiler, Native};
use weft_launch::job::{self, Binding, Job, MemoryTile};

use crate::arguments::{EngineChoice, RunArguments};
use crate::build::is_source;

/// The name that is this machine instead of a platform file's.
pub const HOST: &str = "host";

/// Runs the program; the exit status of `weftrun`.
///
/// # Errors
/// When an option needs a simulated chip, or the program does not compile or start.
pub fn run(arguments: &RunArguments) -> Result<u8> {
    refuse_what_needs_a_chip(arguments)?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let program = match arguments.files.as_slice() {
        [program] if !is_source(program) => program
            .canonicalize()
            .with_context(|| format!("cannot read {}", program.display()))?,
        sources => compile(sources, arguments, folder.path().join("program"))?,
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let words = arguments.arguments.iter().map(OsString::from);
    let command = [program.into()].into_iter().chain(words).collect();
    job::run(&Job {
        commands: job::same(arguments.ranks.unwrap_or(processors), command)?,
        memory_tile: MemoryTile::new(MemoryTile::BYTES)?,
        binding: Binding::Core,
        timeout: None,
        label: arguments.label,
        verbose: false,
    })
}

fn compile(sources: &[PathBuf], arguments: &RunArguments, program: PathBuf) -> Result<PathBuf> {
    let build = &arguments.build;
    let mut given = vec![OsString::from(format!("-O{}", build.optimization))];
    given.extend(
        build
            .define
            .iter()
            .map(|define| format!("-D{define}").into()),
    );
    given.extend(sources.iter().map(OsString::from));
    given.push("-lm".into());
    Native::find()?.program(&c_compiler(), &given, &program)?;
    Ok(program)
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
        ("--insn", !arguments.build.insn.is_empty()),
        ("--keep", arguments.build.keep.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            bail!("{option} needs a simulated chip; the platform `{HOST}` is this machine")
        }
        None => Ok(()),
    }
}
