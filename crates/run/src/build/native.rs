//! Programs for this machine: ranks of the platform `host`, and the PC beside a chip.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use weft_launch::build::{c_compiler, library_macros, Native};

use super::is_source;
use crate::spec::BuildSpec;

/// The library for programs that are traced, or are not, with the limits that their macros set.
///
/// # Errors
/// When it cannot be built.
pub fn library(trace: Option<&Path>, spec: &BuildSpec) -> Result<Native> {
    let macros = library_macros(&spec.define);
    match trace {
        Some(_) => Native::find_traced(&macros),
        None => Native::find(&macros),
    }
}

/// The program that `files` are: one that is there, or C files, which are compiled to `output` with further `macros`.
///
/// # Errors
/// When there is no such file, or the compiler refuses; it has then printed why.
pub fn program(
    library: &Native,
    files: &[PathBuf],
    spec: &BuildSpec,
    macros: &[String],
    output: PathBuf,
) -> Result<PathBuf> {
    match files {
        [program] if !is_source(program) => program
            .canonicalize()
            .with_context(|| format!("cannot read {}", program.display())),
        sources => compile(library, sources, spec, macros, output),
    }
}

fn compile(
    library: &Native,
    sources: &[PathBuf],
    spec: &BuildSpec,
    macros: &[String],
    program: PathBuf,
) -> Result<PathBuf> {
    let mut given = vec![OsString::from(format!("-O{}", spec.optimization))];
    let macros = spec.define.iter().chain(macros);
    given.extend(macros.map(|define| format!("-D{define}").into()));
    given.extend(spec.flags.iter().map(OsString::from));
    given.extend(sources.iter().map(OsString::from));
    given.push("-lm".into());
    library.program(&c_compiler(), &given, &program)?;
    Ok(program)
}
