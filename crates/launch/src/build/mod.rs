//! Builds the library for this machine, and programs with it.
//!
//! An installed tree contains the built library. In the source tree, it is built into the cache at first use.

mod beside;
pub mod install;
mod traced;
mod whole;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{bail, Context, Result};

use weft_build::cache::{self, Key};
use weft_build::compiler::{is_source, run, steps, Compiler, Step};
use weft_build::home;
use weft_build::program;
use weft_build::recipe::Recipe;

pub use beside::Header;
pub(crate) use traced::CALLS;

const RECIPE: &str = "native.toml";
/// The link between the ranks of a job.
const LINK: &str = "shm";
const ARCHIVE: &str = "libweft.a";
/// The variable that names another C compiler for this machine.
pub const COMPILER_VARIABLE: &str = "WEFT_HOST_CC";
/// Number of the recipe's header folders, from the first, that programs may include.
const PUBLIC_FOLDERS: usize = 2;

/// The library for programs: headers, flags and archive.
#[derive(Clone, Debug)]
pub struct Native {
    /// Folders of headers.
    pub include: Vec<PathBuf>,
    /// The recipe for the library and for programs with it.
    recipe: Recipe,
    /// The library.
    pub archive: PathBuf,
    /// The object of MPI functions that override the library's weak ones; linked before it. Only for traces.
    calls: Option<PathBuf>,
}

impl Native {
    /// Finds the library. In the source tree, or if macros (`NAME=VALUE`) set the library's limits, builds it unless the cache has it.
    ///
    /// # Errors
    /// When there is neither a library nor its sources, or no compiler; when the library does not compile with these macros.
    pub fn find(macros: &[String]) -> Result<Native> {
        let library = home::folder("lib")?;
        let recipe = recipe(&library, macros)?;
        if let (Some(native), []) = (installed(&recipe), macros) {
            return Ok(native);
        }
        let folder = build(&library, &recipe)?;
        let include = public_folders(&library, &recipe);
        Ok(Native::new(include, recipe, &folder))
    }

    /// Describes the library that was built in a folder from a recipe.
    fn new(include: Vec<PathBuf>, recipe: Recipe, folder: &Path) -> Native {
        Native {
            include,
            recipe,
            archive: folder.join(ARCHIVE),
            calls: None,
        }
    }

    /// As [`Native::find`], but for traces: the library, which is always built from source, and programs with it write them.
    ///
    /// # Errors
    /// When the library's sources or a compiler are missing.
    pub fn find_traced(macros: &[String]) -> Result<Native> {
        let library = home::folder("lib")?;
        let mut recipe = recipe(&library, macros)?;
        recipe.sources.push(traced::SOURCE.into());
        recipe.compile.push(traced::DEFINE.into());
        let folder = build_traced(&library, &recipe)?;
        let flags = [traced::DEFINE, traced::PROGRAM];
        recipe.program.extend(flags.map(str::to_owned));
        let native = Native::new(public_folders(&library, &recipe), recipe, &folder);
        // Precedes the archive, whose functions are weak.
        let calls = Some(folder.join(traced::CALLS_OBJECT));
        Ok(Native { calls, ..native })
    }

    /// Returns compiler arguments for an MPI program: `arguments` with the library's flags, and with the library if they link.
    pub fn arguments(&self, arguments: &[OsString]) -> Vec<OsString> {
        let mut all = self.flags();
        all.extend_from_slice(arguments);
        if links(arguments) {
            all.extend(self.library());
        }
        all
    }

    /// Flags for compiling.
    fn flags(&self) -> Vec<OsString> {
        let mut flags: Vec<OsString> = self.recipe.program.iter().map(OsString::from).collect();
        for folder in &self.include {
            flags.extend(["-I".into(), folder.into()]);
        }
        flags
    }

    /// Returns the linker arguments that follow a program's own files.
    fn library(&self) -> Vec<OsString> {
        let calls = self.calls.iter().chain([&self.archive]);
        let files = calls.map(|file| file.into());
        files
            .chain(self.recipe.linker.iter().map(OsString::from))
            .collect()
    }

    /// Compiles C files and links them, with other files, into the program `output`. Uses the cache if `may_be_kept`, which requires that the
    /// flags name no further files.
    ///
    /// # Errors
    /// When the compiler refuses; it has then printed why.
    pub fn program(
        &self,
        files: &[PathBuf],
        flags: &[OsString],
        may_be_kept: bool,
        output: &Path,
    ) -> Result<()> {
        let compiler = Compiler::find(&self.recipe, COMPILER_VARIABLE)?;
        let mut all = self.flags();
        all.extend_from_slice(flags);
        let key = match may_be_kept {
            true => program::key(self.key()?, &compiler, files, &all)?,
            false => None,
        };
        let link = |folder: &Path| self.link(&compiler, files, &all, folder);
        // A separate process copies the file. If this process had it open for writing, a child that another thread forks would have it open as
        // well until its exec, and the system does not execute a file that is open for writing (ETXTBSY).
        program::made(key, link, |made| {
            let mut copy = Command::new("cp");
            copy.arg(made).arg(output);
            run(copy, || format!("cannot write {}", output.display()))
        })
    }

    /// Returns the cache key of everything that all programs with the library depend on.
    fn key(&self) -> Result<Key> {
        let mut key = Key::default();
        key.add("program for this machine");
        self.recipe.linker.iter().for_each(|flag| key.add(flag));
        for file in self.calls.iter().chain([&self.archive]) {
            key.add(std::fs::read(file)?);
        }
        Ok(key)
    }

    /// Compiles and links in a folder. Returns the path of the program and the messages of compiler and linker.
    fn link(
        &self,
        compiler: &Compiler,
        files: &[PathBuf],
        flags: &[OsString],
        folder: &Path,
    ) -> Result<(PathBuf, String)> {
        let (sources, others): (Vec<PathBuf>, Vec<_>) =
            files.iter().cloned().partition(|file| is_source(file));
        let steps = steps(sources.into_iter(), folder);
        let said = compiler.compile_and_tell(&steps, flags)?;
        let objects = steps.into_iter().map(|step| step.object);
        let objects: Vec<PathBuf> = objects.chain(others).collect();
        let mut flags = flags.to_vec();
        flags.push("-lm".into());
        flags.extend(self.library());
        let program = folder.join("program");
        match compiler.link(&objects, &flags, &program)? {
            Ok(more) => Ok((program, said + &more)),
            Err(said) => {
                eprint!("{said}");
                bail!("the program did not link for this machine")
            }
        }
    }
}

/// Returns the C compiler for this machine.
pub fn c_compiler() -> OsString {
    std::env::var_os(COMPILER_VARIABLE).unwrap_or_else(|| "cc".into())
}

/// Does a compiler with these arguments link?
fn links(arguments: &[OsString]) -> bool {
    const NOT: [&str; 8] = [
        "-c",
        "-S",
        "-E",
        "-M",
        "-MM",
        "-fsyntax-only",
        "--version",
        "--help",
    ];
    !arguments.is_empty()
        && !arguments
            .iter()
            .any(|argument| NOT.iter().any(|not| argument == not))
}

/// Returns the macros (`NAME=VALUE`) that the library is compiled with as well: its limits.
pub fn library_macros<'a>(given: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    let macros = given.into_iter();
    macros
        .filter(|name| name.starts_with("WEFT_"))
        .cloned()
        .collect()
}

/// Returns the recipe of the library for the ranks of a job with these macros.
fn recipe(library: &Path, macros: &[String]) -> Result<Recipe> {
    let mut recipe = Recipe::read(library, RECIPE)?.with_link(LINK)?;
    let flags = macros.iter().map(|define| format!("-D{define}"));
    recipe.compile.extend(flags);
    Ok(recipe)
}

/// Finds an installed library, relative to the parent of the executable's folder: `lib/weft/libweft.a`, headers in `include/weft`.
fn installed(recipe: &Recipe) -> Option<Native> {
    let executable = std::env::current_exe()
        .and_then(|path| path.canonicalize())
        .ok()?;
    let prefix = executable.parent()?.parent()?;
    let folder = prefix.join("lib/weft");
    let include = vec![prefix.join("include/weft")];
    let is_there = folder.join(ARCHIVE).is_file();
    is_there.then(|| Native::new(include, recipe.clone(), &folder))
}

/// Returns the header folders that programs may include.
fn public_folders(library: &Path, recipe: &Recipe) -> Vec<PathBuf> {
    let public = recipe.include.iter().take(PUBLIC_FOLDERS);
    public.map(|folder| library.join(folder)).collect()
}

/// Returns the cache key of everything that the library depends on, except the headers of a chip.
fn key(what: &str, compiler: &Compiler, library: &Path) -> Result<Key> {
    let mut key = Key::default();
    for part in [what, env!("CARGO_PKG_VERSION"), &compiler.version] {
        key.add(part);
    }
    key.add(compiler.program.as_encoded_bytes());
    key.add_folder(library)?;
    Ok(key)
}

fn build(library: &Path, recipe: &Recipe) -> Result<PathBuf> {
    let compiler = Compiler::find(recipe, COMPILER_VARIABLE)?;
    let mut key = key("native", &compiler, library)?;
    recipe.compile.iter().for_each(|flag| key.add(flag));
    cache::entry(key, |folder| {
        let objects = objects(&compiler, library, recipe, folder)
            .context("the library does not compile for this machine")?;
        archive(&objects, &folder.join(ARCHIVE))
    })
}

fn build_traced(library: &Path, recipe: &Recipe) -> Result<PathBuf> {
    let compiler = Compiler::find(recipe, COMPILER_VARIABLE)?;
    let mut key = key("native, traced", &compiler, library)?;
    recipe.compile.iter().for_each(|flag| key.add(flag));
    cache::entry(key, |folder| {
        std::fs::write(folder.join(traced::CALLS), traced::calls(library)?)?;
        let mut all = steps(recipe.sources_in(library), folder);
        let library_objects: Vec<PathBuf> = all.iter().map(|step| step.object.clone()).collect();
        all.push(Step {
            source: folder.join(traced::CALLS),
            object: folder.join(traced::CALLS_OBJECT),
            flags: Vec::new(),
            changed: None,
        });
        compiler
            .compile(&all, &library_flags(library, recipe))
            .context("the library does not compile with traces for this machine")?;
        archive(&library_objects, &folder.join(ARCHIVE))
    })
}

/// Compiles the library into `folder`, as one object if the compiler can.
fn objects(
    compiler: &Compiler,
    library: &Path,
    recipe: &Recipe,
    folder: &Path,
) -> Result<Vec<PathBuf>> {
    let steps = steps(recipe.sources_in(library), folder);
    let mut flags = library_flags(library, recipe);
    if whole::is_possible(folder) {
        flags.push(whole::COMPILE.into());
        compiler.compile(&steps, &flags)?;
        return Ok(vec![whole::join(compiler, &steps, &flags, folder)?]);
    }
    compiler.compile(&steps, &flags)?;
    Ok(steps.into_iter().map(|step| step.object).collect())
}

fn library_flags(library: &Path, recipe: &Recipe) -> Vec<OsString> {
    let flags = recipe.compile.iter().chain(&recipe.library);
    let flags = flags.map(OsString::from);
    flags.chain(recipe.include_flags(library)).collect()
}

fn archive(objects: &[PathBuf], place: &Path) -> Result<()> {
    let status = Command::new("ar")
        .arg("rcs")
        .arg(place)
        .args(objects)
        .status()
        .context("cannot run `ar`")?;
    if !status.success() {
        bail!("`ar` did not make {}", place.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    fn native() -> Native {
        let mut recipe = Recipe::default();
        recipe.program = vec!["-DX".into()];
        recipe.linker = vec!["-pthread".into()];
        Native {
            include: vec!["inc".into()],
            recipe,
            archive: "libweft.a".into(),
            calls: None,
        }
    }

    fn arguments(text: &str) -> String {
        let given: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
        native()
            .arguments(&given)
            .join(OsStr::new(" "))
            .into_string()
            .unwrap()
    }

    #[test]
    fn the_library_stands_behind_the_programs_files() {
        assert_eq!(
            arguments("a.c -o a"),
            "-DX -I inc a.c -o a libweft.a -pthread"
        );
    }

    #[test]
    fn what_does_not_link_gets_no_library() {
        assert_eq!(arguments("-c a.c"), "-DX -I inc -c a.c");
    }
}
