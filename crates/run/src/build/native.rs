//! Programs for this machine: ranks of the platform `host`, and the program of the PC that is attached to a chip.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use weft_build::compiler::{is_object, is_part};
use weft_build::program::read;
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

/// Returns the program that `files` make: an existing executable, or C and object files, which are compiled to `output` with further
/// `macros`.
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
        if !is_part(program) {
            let found = program.canonicalize();
            return found.with_context(|| format!("cannot read {}", program.display()));
        }
    }
    files.iter().try_for_each(|file| described::refuse(file))?;
    let mut objects = files.iter().filter(|file| is_object(file));
    objects.try_for_each(|object| check(object))?;
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

/// Checks that an object file is for this machine's architecture.
fn check(object: &Path) -> Result<()> {
    let found = kind(&read(object)?);
    ensure!(
        found.is_some() && found == kind(&read(Path::new("/proc/self/exe"))?),
        "{} is no object file of this machine: compile it with weftcc -c",
        object.display()
    );
    Ok(())
}

/// Returns the class, byte order and machine of an ELF file.
fn kind(elf: &[u8]) -> Option<[u8; 4]> {
    match *elf {
        [0x7F, b'E', b'L', b'F', class, order, ..] => elf
            .get(18..20)
            .map(|machine| [class, order, machine[0], machine[1]]),
        _ => None,
    }
}
