//! Programs for this machine: ranks of the platform `host`, and the PC beside a chip.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use weft_build::compiler::is_source;
use weft_launch::build::{library_macros, Native};

use super::described;
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
    if let [program] = files {
        if !is_source(program) {
            let found = program.canonicalize();
            return found.with_context(|| format!("cannot read {}", program.display()));
        }
    }
    files.iter().try_for_each(|file| described::refuse(file))?;
    let mut flags = vec![
        "-g".into(),
        OsString::from(format!("-O{}", spec.optimization)),
    ];
    let macros = spec.define.iter().chain(macros);
    flags.extend(macros.map(|define| format!("-D{define}").into()));
    flags.extend(spec.flags.iter().map(OsString::from));
    library.program(files, &flags, spec.flags.is_empty(), &output)?;
    Ok(output)
}
