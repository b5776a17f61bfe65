//! The library as one object, optimized as a whole: a small message passes through several of its files.
//!
//! GCC can do that, and so that whatever links the library later knows nothing of it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{bail, Result};

use weft_build::compiler::{Compiler, Step};

use super::c_compiler;

/// What each file is compiled with besides.
pub const COMPILE: &str = "-flto";
/// What they are joined with besides. Warnings have been given before.
const JOIN: [&str; 6] = [
    "-flto",
    "-flto-partition=one",
    "-r",
    "-nostdlib",
    "-flinker-output=nolto-rel",
    "-w",
];

/// Can the compiler do it? Tried in `folder`.
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

/// Joins what the steps have compiled with the same flags; returns the object.
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
