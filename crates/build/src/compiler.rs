//! The C compiler: finds it, determines its version, and calls it.

use std::ffi::{OsStr, OsString};
use std::io::{ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{anyhow, bail, Context, Result};

use crate::recipe::Recipe;

/// A compiler that was found.
pub struct Compiler {
    /// The command that calls it.
    pub program: OsString,
    /// The first line of its `--version`.
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
    /// A modified copy that is compiled instead of the source file, if there is one.
    pub changed: Option<PathBuf>,
}

/// A step for each source, whose object file goes into `folder`.
pub fn steps(sources: impl Iterator<Item = PathBuf>, folder: &Path) -> Vec<Step> {
    let step = |(number, source): (usize, PathBuf)| Step {
        object: folder.join(object_name(number, &source)),
        source,
        flags: Vec::new(),
        changed: None,
    };
    sources.enumerate().map(step).collect()
}

/// Is the file a source, C or assembly?
pub fn is_source(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| ["c", "S", "s"].iter().any(|known| extension == *known))
}

/// Is the file an object file, by its name?
pub fn is_object(file: &Path) -> bool {
    file.extension() == Some("o".as_ref())
}

/// Is the file one of those that are linked into a program: a source or an object file?
pub fn is_part(file: &Path) -> bool {
    is_source(file) || is_object(file)
}

/// Returns an object file's name; numbered, since two sources in different folders may share a name.
pub fn object_name(number: usize, source: &Path) -> String {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    format!("{number:03}-{stem}.o")
}

impl Compiler {
    /// Finds the compiler of the recipe, or the one that the environment variable `variable` names.
    ///
    /// # Errors
    /// When it is missing; the error names the package that contains it.
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
        eprint!("{}", self.compile_and_tell(steps, flags)?);
        Ok(())
    }

    /// The same, but returns the compiler's warnings instead of printing them.
    ///
    /// # Errors
    /// As [`Compiler::compile`].
    pub fn compile_and_tell(&self, steps: &[Step], flags: &[OsString]) -> Result<String> {
        let said = side_by_side(steps, |step| self.compile_one(step, flags))?;
        Ok(said.concat())
    }

    /// Returns a call of the compiler that makes `file`. Its temporary files are in the same folder, a draft of the cache, which the next run
    /// removes if this one is killed.
    fn making(&self, file: &Path) -> Command {
        let mut command = Command::new(&self.program);
        if let Some(folder) = file.parent().filter(|folder| folder.is_absolute()) {
            command.env("TMPDIR", folder);
        }
        command
    }

    fn compile_one(&self, step: &Step, flags: &[OsString]) -> Result<String> {
        let mut command = self.making(&step.object);
        if std::io::stderr().is_terminal() {
            command.arg("-fdiagnostics-color=always");
        }
        command.args(flags).args(&step.flags);
        let read = step.changed.as_ref().unwrap_or(&step.source);
        command.arg("-c").arg(read);
        let output = output(command.arg("-o").arg(&step.object))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            eprint!("{said}");
            bail!("{} did not compile", step.source.display());
        }
        Ok(said)
    }

    /// Returns the preprocessed text of each source file with these flags; None if a file cannot be preprocessed.
    ///
    /// # Errors
    /// When the compiler cannot be run.
    pub fn preprocess(
        &self,
        sources: &[PathBuf],
        flags: &[OsString],
    ) -> Result<Option<Vec<Vec<u8>>>> {
        let texts = side_by_side(sources, |source| {
            let mut command = Command::new(&self.program);
            let output = output(command.args(flags).arg("-E").arg(source))?;
            let is_text = output.status.success() && !output.stdout.is_empty();
            Ok(is_text.then_some(output.stdout))
        })?;
        Ok(texts.into_iter().collect())
    }

    /// Links object files into the program `program`. Returns the linker's messages, as an error if they do not link.
    ///
    /// # Errors
    /// When the compiler cannot be run.
    pub fn link(
        &self,
        objects: &[PathBuf],
        flags: &[OsString],
        program: &Path,
    ) -> Result<std::result::Result<String, String>> {
        let mut command = self.making(program);
        let ended = output(command.args(objects).args(flags).arg("-o").arg(program))?;
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        Ok(match ended.status.success() {
            true => Ok(said),
            false => Err(said),
        })
    }

    /// Makes a thin archive of object files: it refers to the files instead of containing them. Its index includes the symbols of objects for
    /// link-time optimization.
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

    /// Returns the compiler's answer to an option that asks for one of its files.
    fn ask(&self, question: &str) -> Result<String> {
        let output = output(Command::new(&self.program).arg(question))?;
        let answer = String::from_utf8_lossy(&output.stdout);
        Ok(answer.trim().to_string())
    }
}

/// Applies `work` to all elements in parallel, on as many threads as this machine has processors. Returns the results in order.
///
/// # Errors
/// The first error of `work`.
pub fn side_by_side<T: Sync, R: Send>(
    all: &[T],
    work: impl Fn(&T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let worker = || -> Result<Vec<(usize, R)>> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = all.get(number) else {
                return Ok(done);
            };
            done.push((number, work(one)?));
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut done = Vec::new();
    std::thread::scope(|scope| {
        let workers = (0..workers.min(all.len())).map(|_| scope.spawn(worker));
        for worker in workers.collect::<Vec<_>>() {
            done.extend(worker.join().expect("a compiling thread does not panic")?);
        }
        anyhow::Ok(())
    })?;
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Runs a command to its end.
fn output(command: &mut Command) -> Result<Output> {
    let cannot = |program: &OsStr| format!("cannot run {}", program.to_string_lossy());
    let output = command.output();
    output.with_context(|| cannot(command.get_program()))
}

/// Runs a command; `failure` returns the error message if it fails.
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
