//! The C compiler: where it is, which version it is, and how it is called.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{anyhow, bail, Context, Result};

use crate::recipe::Recipe;

/// A compiler that was found.
pub struct Compiler {
    program: OsString,
    /// The first line it prints about itself.
    pub version: String,
}

/// One source file and the object file it becomes.
pub struct Step {
    /// The source file, C or assembly.
    pub source: PathBuf,
    /// The object file.
    pub object: PathBuf,
    /// Flags of this file alone.
    pub flags: Vec<OsString>,
}

/// A step for each source, whose object file goes into `folder`.
pub fn steps(sources: impl Iterator<Item = PathBuf>, folder: &Path) -> Vec<Step> {
    let step = |(number, source): (usize, PathBuf)| Step {
        object: folder.join(object_name(number, &source)),
        source,
        flags: Vec::new(),
    };
    sources.enumerate().map(step).collect()
}

/// An object file's name; numbered, since two sources in different folders may share a name.
pub fn object_name(number: usize, source: &Path) -> String {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    format!("{number:03}-{stem}.o")
}

impl Compiler {
    /// Finds the compiler of the recipe, or the one that the environment variable `variable` names.
    ///
    /// # Errors
    /// When it is missing, with the package that brings it.
    pub fn find(recipe: &Recipe, variable: &str) -> Result<Compiler> {
        let program = std::env::var_os(variable).unwrap_or_else(|| recipe.compiler.clone().into());
        let output = match Command::new(&program).arg("--version").output() {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(missing(&program, recipe, variable))
            }
            other => other.with_context(|| {
                format!("cannot run the compiler `{}`", program.to_string_lossy())
            })?,
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let version = text.lines().next().unwrap_or_default().trim().to_string();
        Ok(Compiler { program, version })
    }

    /// Compiles each source file with these flags and its own, as many at a time as this machine has processors.
    ///
    /// # Errors
    /// When one does not compile; the compiler has then printed why.
    pub fn compile(&self, steps: &[Step], flags: &[OsString]) -> Result<()> {
        let next = AtomicUsize::new(0);
        let workers = std::thread::available_parallelism()
            .map_or(1, usize::from)
            .min(steps.len());
        let work = || -> Result<()> {
            while let Some(step) = steps.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.compile_one(step, flags)?;
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().expect("a compiling thread does not panic"))
        })
    }

    fn compile_one(&self, step: &Step, flags: &[OsString]) -> Result<()> {
        let mut command = Command::new(&self.program);
        command
            .args(flags)
            .args(&step.flags)
            .arg("-c")
            .arg(&step.source)
            .arg("-o")
            .arg(&step.object);
        run(command, || {
            format!("{} did not compile", step.source.display())
        })
    }

    /// Links object files into the program `output`. Returns what the linker has said if they do not link.
    ///
    /// # Errors
    /// When the compiler cannot be run.
    pub fn link(
        &self,
        objects: &[PathBuf],
        flags: &[OsString],
        output: &Path,
    ) -> Result<std::result::Result<(), String>> {
        let mut command = Command::new(&self.program);
        command.args(objects).args(flags).arg("-o").arg(output);
        let ended = command
            .output()
            .with_context(|| format!("cannot run {}", self.program.to_string_lossy()))?;
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        if !ended.status.success() {
            return Ok(Err(said));
        }
        eprint!("{said}");
        Ok(Ok(()))
    }

    /// Makes an archive of object files, which it names and does not hold. Its index knows those that hold the compiler's own
    /// representation of the code, too.
    ///
    /// # Errors
    /// When the archiver of the compiler refuses; it has then printed why.
    pub fn archive(&self, objects: &[PathBuf], archive: &Path) -> Result<()> {
        let mut command = Command::new(self.ask("-print-prog-name=ar")?);
        command.arg("rcsT").arg("--plugin");
        command.arg(self.ask("-print-file-name=liblto_plugin.so")?);
        command.arg(archive).args(objects);
        run(command, || "the library's archive was not made".to_string())
    }

    /// What the compiler answers to a question about its own files.
    fn ask(&self, question: &str) -> Result<String> {
        let output = Command::new(&self.program).arg(question).output();
        let output = output
            .with_context(|| format!("cannot run {}", self.program.to_string_lossy()))?
            .stdout;
        Ok(String::from_utf8_lossy(&output).trim().to_string())
    }
}

/// Runs a command; `failure` says what it means that it fails.
///
/// # Errors
/// When it cannot be run, or fails.
pub fn run(mut command: Command, failure: impl Fn() -> String) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("cannot run {}", command.get_program().to_string_lossy()))?;
    if !status.success() {
        bail!("{}", failure());
    }
    Ok(())
}

fn missing(program: &OsString, recipe: &Recipe, variable: &str) -> anyhow::Error {
    anyhow!(
        "the C compiler `{}` is not installed; install it with `apt-get install {}` (or `make setup`), \
         or name another one in {variable}",
        program.to_string_lossy(),
        recipe.package
    )
}
