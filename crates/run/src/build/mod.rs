//! From C files to a program for one platform: generated header and linker script, library, compiler, linker.

mod described;
mod library;
pub mod native;
mod source;
mod symbols;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, Context, Result};
use weft_build::cache::{self, Key};
use weft_build::compiler::{is_object, steps};
use weft_build::program;
use weft_build::recipe::Recipe;
use weft_isa::user::UserInstructions;
use weft_sim::elf::check_object;
use weft_sim::platform::{linker_script, two_interfaces, Platform};

use crate::observer::Observer;
use crate::spec::BuildSpec;

pub use described::add_described;
use library::{generated_flags, LINK_TIME_OPTIMIZATION};
pub use library::{Library, COMPILER_VARIABLE, RECIPE};
pub use source::{source_folders, ProgramSource};

/// Everything needed to build programs for one platform.
pub struct Builder {
    library: Library,
    linker_script: String,
    /// The user's own instructions.
    instructions: Arc<UserInstructions>,
    /// The folder of their header, where there are any.
    user_header: Option<PathBuf>,
    program_flags: Vec<OsString>,
    /// Are programs optimized for size?
    is_small: bool,
    /// Does the ABI pass floating-point arguments in floating-point registers?
    passes_floats: bool,
    keep: Option<PathBuf>,
}

/// A built program.
pub struct Built {
    /// The ELF file's bytes.
    pub elf: Vec<u8>,
    /// A name for messages: the first file.
    pub name: String,
}

/// A program does not fit into the memories of the platform, or has more of something than the platform.
#[derive(Debug, thiserror::Error)]
#[error("{0}; `weft size` with the same files and --platform tells what takes the room")]
struct TooLarge(String);

const LINKER_SCRIPT: &str = "weft.ld";
const USER_HEADER: &str = "weft/user_instructions.h";

impl Builder {
    /// Finds the compiler and the library for `platform`. The library's sources are compiled when a program first needs them.
    ///
    /// # Errors
    /// When the compiler or the library is missing.
    pub fn new(platform: &Platform, spec: &BuildSpec) -> Result<Builder> {
        let library = Library::new(platform, &spec.define)?;
        let user_header = user_header(platform)?;
        let mut program_flags = program_flags(&library.recipe, spec);
        program_flags.push(name_macro(platform));
        if let Some(folder) = &user_header {
            program_flags.extend(generated_flags(folder, &library.folder));
        }
        let keep = spec.keep.clone();
        Ok(Builder {
            library,
            linker_script: linker_script(platform, spec.layout),
            instructions: Arc::clone(&platform.cores.instructions),
            user_header,
            program_flags,
            is_small: ["s", "z"].contains(&spec.optimization.as_str()),
            passes_floats: platform.cores.float.is_some(),
            keep,
        })
    }

    /// Returns the version that the compiler prints.
    pub fn compiler_version(&self) -> &str {
        &self.library.compiler.version
    }

    /// Compiles C files with these macros, `NAME=VALUE`, and links them and object files as one program. The observer is told when sources
    /// of the library are compiled.
    ///
    /// # Errors
    /// When the compiler or the linker refuses; it has then printed why.
    pub fn program(
        &self,
        files: &[PathBuf],
        macros: &[String],
        observer: &mut dyn Observer,
    ) -> Result<Built> {
        let flags = self.flags(macros);
        let mut common = self.library.key();
        common.add(&self.linker_script);
        common.add([self.is_small.into()]);
        let key = program::key(common, &self.library.compiler, files, &flags)?;
        let link = |folder: &Path| self.link(files, &flags, &[], folder, observer);
        let elf = program::made(key, link, |program| Ok(std::fs::read(program)?))?;
        let first = files.first();
        let name = first.map_or(String::new(), |file| file.display().to_string());
        let built = Built { elf, name };
        self.keep(&built)?;
        Ok(built)
    }

    /// The compiler's flags for the program's files.
    fn flags(&self, macros: &[String]) -> Vec<OsString> {
        let mut flags = self.library.common_flags();
        flags.extend_from_slice(&self.program_flags);
        flags.extend(macros.iter().map(|given| format!("-D{given}").into()));
        flags
    }

    /// Compiles and links as [`Builder::program`], with more flags for the linker, in a folder. Returns the path of the ELF file and the
    /// messages of compiler and linker.
    fn link(
        &self,
        files: &[PathBuf],
        flags: &[OsString],
        more: &[OsString],
        folder: &Path,
        observer: &mut dyn Observer,
    ) -> Result<(PathBuf, String)> {
        let (given, sources): (Vec<_>, Vec<_>) =
            files.iter().cloned().partition(|file| is_object(file));
        given.iter().try_for_each(|object| self.check(object))?;
        let mut steps = steps(sources.into_iter(), folder);
        let mut all = steps.iter_mut();
        all.try_for_each(|step| described::replace(step, &self.instructions))?;
        let said = self.library.compiler.compile_and_tell(&steps, flags)?;
        let compiled = steps.into_iter().map(|step| step.object);
        let objects: Vec<PathBuf> = compiled.chain(given).collect();
        let output = folder.join("program.elf");
        let script = folder.join(LINKER_SCRIPT);
        std::fs::write(&script, &self.linker_script)?;
        let recipe = self.library.recipe.compile.iter().map(OsString::from);
        let variants = flags.iter().filter(|flag| chooses_variant(flag)).cloned();
        let mut flags: Vec<OsString> = recipe.chain(variants).collect();
        flags.extend(["-T".into(), script.into()]);
        flags.extend_from_slice(more);
        match self.link_with_library(&objects, &flags, &output, observer)? {
            Ok(more) => Ok((output, said + &more)),
            Err(said) => Err(match self.limit(&said) {
                Some(limit) if two_interfaces().contains(&limit) => anyhow!(limit),
                Some(limit) => TooLarge(limit).into(),
                None => {
                    eprint!("{said}");
                    anyhow!("the program did not link")
                }
            }),
        }
    }

    /// Links a program of these object files with the objects that it needs of the library. Returns the linker's messages, as an error if
    /// it failed.
    fn link_with_library(
        &self,
        objects: &[PathBuf],
        flags: &[OsString],
        output: &Path,
        observer: &mut dyn Observer,
    ) -> Result<Result<String, String>> {
        let link = |needed: Vec<PathBuf>| {
            let (name, linking) = self.library.link_flags(needed, self.is_small)?;
            let objects = [&[name.to_owned()], objects].concat();
            let flags = [flags, linking.as_slice()].concat();
            self.library.compiler.link(&objects, &flags, output)
        };
        match link(self.library.needed(objects, observer)?)? {
            // The library may define something that its list of symbols does not have.
            Err(said) if self.limit(&said).is_none() => {
                let all = self.library.all(observer)?.into_iter();
                let again = link(all.map(|(object, _)| object).collect())?;
                debug_assert!(again.is_err(), "lib/symbols.txt is not complete");
                Ok(again)
            }
            linked => Ok(linked),
        }
    }

    /// Checks that an object file can be linked with those of the program and the library.
    fn check(&self, object: &Path) -> Result<()> {
        let bytes = program::read(object)?;
        let name = object.display().to_string();
        Ok(check_object(&name, &bytes, self.passes_floats)?)
    }

    /// Returns the assertions of the linker script that a program violates, from the linker's messages.
    fn limit(&self, said: &str) -> Option<String> {
        let words = |line: &str| line.rsplit_once("ld: ").map(|(_, words)| words.to_owned());
        let is_of_script = |words: &String| self.linker_script.contains(&format!("\"{words}\""));
        let found = said.lines().filter_map(words).filter(is_of_script);
        let found: Vec<String> = found.collect();
        (!found.is_empty()).then(|| found.join("\n"))
    }

    /// Returns the linker's map of a program made of these files, even if it is too large for the platform.
    ///
    /// # Errors
    /// When the compiler or the linker refuses; it has then printed why.
    pub fn linker_map(&self, files: &[PathBuf], observer: &mut dyn Observer) -> Result<String> {
        let folder = cache::scratch()?;
        let map = folder.path().join("map");
        let mut flag = OsString::from("-Wl,-Map=");
        flag.push(&map);
        match self.link(files, &self.flags(&[]), &[flag], folder.path(), observer) {
            Ok((_, said)) => eprint!("{said}"),
            Err(error) if !error.is::<TooLarge>() => return Err(error),
            Err(_) => {}
        }
        Ok(std::fs::read_to_string(&map)?)
    }

    /// The library, whose object files are a part of each program.
    pub fn library(&self) -> &Library {
        &self.library
    }

    fn keep(&self, built: &Built) -> Result<()> {
        let Some(folder) = &self.keep else {
            return Ok(());
        };
        let stem = Path::new(&built.name).file_stem();
        let elf = folder.join(stem.unwrap_or("program".as_ref()));
        let elf = elf.with_extension("elf");
        let kept = || -> std::io::Result<()> {
            std::fs::create_dir_all(folder.join("weft"))?;
            for name in ["weft/platform.h", "weft/instructions.h"] {
                std::fs::copy(self.library.headers.join(name), folder.join(name))?;
            }
            std::fs::write(folder.join(LINKER_SCRIPT), &self.linker_script)?;
            if let Some(generated) = &self.user_header {
                std::fs::copy(generated.join(USER_HEADER), folder.join(USER_HEADER))?;
            }
            std::fs::write(&elf, &built.elf)
        };
        kept().with_context(|| format!("cannot keep the generated files in {}", folder.display()))
    }
}

/// Does a flag select a variant of the C library, such as a `printf` without `%f`? The linker must get such flags as well.
fn chooses_variant(flag: &OsString) -> bool {
    flag.to_string_lossy().starts_with("-DPICOLIBC_")
}

fn name_macro(platform: &Platform) -> OsString {
    format!("-DWEFT_PLATFORM_NAME=\"{}\"", platform.name).into()
}

/// Returns the folder with the header of the user's own instructions, if the cores have any. The library does not include it, and is
/// not rebuilt when it changes.
fn user_header(platform: &Platform) -> Result<Option<PathBuf>> {
    let instructions = &platform.cores.instructions;
    if instructions.is_empty() {
        return Ok(None);
    }
    let header = instructions.c_header();
    let mut key = Key::default();
    key.add(&header);
    let folder = cache::entry(key, |folder| {
        std::fs::create_dir(folder.join("weft"))?;
        Ok(std::fs::write(folder.join(USER_HEADER), &header)?)
    })?;
    Ok(Some(folder))
}

fn program_flags(recipe: &Recipe, spec: &BuildSpec) -> Vec<OsString> {
    let mut flags: Vec<OsString> = recipe.program.iter().map(OsString::from).collect();
    flags.push(format!("-O{}", spec.optimization).into());
    if spec.optimization != "0" {
        flags.push(LINK_TIME_OPTIMIZATION.into());
    }
    flags.extend(spec.define.iter().map(|name| format!("-D{name}").into()));
    flags.extend(spec.flags.iter().map(OsString::from));
    flags
}
