//! Builds the library as one object that is optimized as a whole, since a small message passes through functions of several files.
//!
//! GCC can do this by a partial link with `-flto`; the resulting object is ordinary machine code for any later linker.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{bail, Result};

use weft_build::compiler::{Compiler, Step};

use super::c_compiler;

/// Additional flag for compiling each file.
pub const COMPILE: &str = "-flto";
/// Additional flags for joining them. Warnings have been printed before.
const JOIN: [&str; 6] = [
    "-flto",
    "-flto-partition=one",
    "-r",
    "-nostdlib",
    "-flinker-output=nolto-rel",
    "-w",
];

/// Can the compiler do this? Tries it in `folder`.
pub fn is_possible(folder: &Path) -> bool {
    let object = folder.join("whole.o");
    let mut command = Command::new(c_compiler());
    command
        .args(JOIN)
        .args(["-x", "c", "/dev/null", "-o"])
        .arg(&object)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success()) && object.is_file()
}

/// Joins the objects of the steps, with the same flags. Returns the joined object.
///
/// # Errors
/// When the compiler refuses; it has then printed why.
pub fn join(
    compiler: &Compiler,
    steps: &[Step],
    flags: &[OsString],
    folder: &Path,
) -> Result<PathBuf> {
    let objects: Vec<PathBuf> = steps.iter().map(|step| step.object.clone()).collect();
    let all: Vec<OsString> = flags
        .iter()
        .cloned()
        .chain(JOIN.map(OsString::from))
        .collect();
    let whole = folder.join("whole.o");
    if let Err(said) = compiler.link(&objects, &all, &whole)? {
        eprint!("{said}");
        bail!("the library did not link");
    }
    Ok(whole)
}
