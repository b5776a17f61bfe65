//! The library for a platform: its object files, which the linker takes what a program needs from, and the functions that the
//! compiler may put into those of a program.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use weft_build::cache::{self, Key};
use weft_build::compiler::{Compiler, Step};
use weft_build::recipe::Recipe;
use weft_sim::platform::{c_header, Platform};

use super::{common_flags, name_macro, steps};
use crate::observer::Observer;

/// The library's object files, of which the linker takes those that a program needs.
const ARCHIVE: &str = "libweft.a";
/// The functions that the compiler puts into those of a program only if that makes the program smaller. In front of the others for
/// programs that are to be small.
const SMALL: &str = "small";
const SMALL_ARCHIVE: &str = "libcalls.a";
const FOR_SMALL: &str = "-DWEFT_CALLS_ARE_SMALL";
/// What stands for the archives among the linker's flags.
const ARCHIVE_FLAG: &str = "{archive}";
/// Makes the linker compile once more, as one, what was compiled with it.
pub const LINK_TIME_OPTIMIZATION: &str = "-flto";
/// An object has code of its own as well, whose size can be told.
const WITH_CODE: &str = "-ffat-lto-objects";
/// Little is compiled then: one piece, by one process.
const ONE_PIECE: &str = "-flto-partition=none";
/// The library's source that has the platform's name.
pub const NAME_SOURCE: &str = "src/mpi/platform_name.c";

/// The flags of the linker for a program, with the library that was built in a folder.
pub fn link_flags(recipe: &Recipe, built: &Path, is_small: bool) -> Vec<OsString> {
    let mut flags = vec![LINK_TIME_OPTIMIZATION.into(), ONE_PIECE.into()];
    for flag in &recipe.linker {
        match flag.as_str() {
            ARCHIVE_FLAG => {
                let small = built.join(SMALL).join(SMALL_ARCHIVE);
                flags.extend(is_small.then(|| small.into()));
                flags.push(built.join(ARCHIVE).into());
            }
            flag => flags.push(flag.into()),
        }
    }
    flags
}

/// What the library is built from.
pub struct Parts<'a> {
    pub platform: &'a Platform,
    pub library: &'a Path,
    pub recipe: &'a Recipe,
    pub compiler: &'a Compiler,
}

impl Parts<'_> {
    /// The folder of generated headers and library objects, made when it is not there yet. Platforms whose headers are equal share it.
    ///
    /// # Errors
    /// When the library does not compile.
    pub fn build_library(&self, define: &[String], observer: &mut dyn Observer) -> Result<PathBuf> {
        let (platform, recipe) = (self.platform, self.recipe);
        let header = c_header(platform);
        let defines = library_defines(define);
        let mut key = Key::default();
        for part in [
            env!("CARGO_PKG_VERSION"),
            &self.compiler.version,
            &header,
            &weft_isa::c_header(),
            platform.library.link.name(),
            platform.library.threads.name(),
            platform.cores.instruction_set(),
        ] {
            key.add(part);
        }
        defines
            .iter()
            .for_each(|flag| key.add(flag.as_encoded_bytes()));
        key.add_folder(self.library)?;
        cache::entry(key, |folder| {
            observer.building(&platform.name);
            std::fs::create_dir(folder.join("weft"))?;
            std::fs::write(folder.join("weft/platform.h"), &header)?;
            std::fs::write(folder.join("weft/instructions.h"), weft_isa::c_header())?;
            let mut flags = common_flags(self.library, recipe, folder);
            flags.extend(recipe.library.iter().map(OsString::from));
            flags.extend(defines);
            self.compile(folder, flags)
                .context("the library does not compile for this platform")
        })
    }

    fn compile(&self, folder: &Path, mut flags: Vec<OsString>) -> Result<()> {
        let (inlined, plain) = self.library_steps(folder);
        self.compiler.compile(&plain, &flags)?;
        flags.push(LINK_TIME_OPTIMIZATION.into());
        let with_code = [flags.as_slice(), &[WITH_CODE.into()]].concat();
        self.compiler.compile(&inlined, &with_code)?;
        let objects: Vec<PathBuf> = plain.iter().chain(&inlined).map(object_of).collect();
        self.compiler.archive(folder, &objects, ARCHIVE)?;
        let small = folder.join(SMALL);
        std::fs::create_dir(&small)?;
        let (inlined, _) = self.library_steps(&small);
        flags.push(FOR_SMALL.into());
        self.compiler.compile(&inlined, &flags)?;
        let objects: Vec<PathBuf> = inlined.iter().map(object_of).collect();
        self.compiler.archive(&small, &objects, SMALL_ARCHIVE)
    }

    /// The steps of the library's sources: those whose functions may become parts of a program's, and the others.
    fn library_steps(&self, folder: &Path) -> (Vec<Step>, Vec<Step>) {
        let sources = self.recipe.sources.iter();
        let steps = steps(sources.map(|source| self.library.join(source)), folder);
        let is_inlined = |step: &Step| {
            let source = step.source.strip_prefix(self.library);
            source.is_ok_and(|source| self.recipe.is_inlined(source))
        };
        steps.into_iter().partition(is_inlined)
    }

    /// The object file with the platform's name, the only one that depends on it.
    ///
    /// # Errors
    /// When it does not compile.
    pub fn build_name(&self) -> Result<PathBuf> {
        let source = self.library.join(NAME_SOURCE);
        let mut key = Key::default();
        key.add(&self.compiler.version);
        key.add(&self.platform.name);
        self.recipe.compile.iter().for_each(|flag| key.add(flag));
        key.add(source.as_os_str().as_encoded_bytes());
        key.add(
            std::fs::read(&source).with_context(|| format!("cannot read {}", source.display()))?,
        );
        let object = |folder: &Path| folder.join("name.o");
        let folder = cache::entry(key, |folder| {
            let mut flags = common_flags(self.library, self.recipe, folder);
            flags.extend(self.recipe.library.iter().map(OsString::from));
            flags.push(name_macro(self.platform));
            let step = Step {
                source,
                object: object(folder),
            };
            self.compiler.compile(&[step], &flags)
        })?;
        Ok(object(&folder))
    }
}

fn library_defines(define: &[String]) -> Vec<OsString> {
    define
        .iter()
        .filter(|name| name.starts_with("WEFT_"))
        .map(|name| format!("-D{name}").into())
        .collect()
}

fn object_of(step: &Step) -> PathBuf {
    step.object.clone()
}
