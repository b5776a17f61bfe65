//! The library for a platform: archives of its object files, from which the linker takes what a program needs. Only the sources that
//! define a symbol the program refers to, directly or through other sources of the library, are compiled ([`super::symbols`]).
//!
//! ```text
//! src/arch/rv32           every program                         ┐ a folder in the cache
//! src/engine/send.c       programs that need one of its symbols ┤ a folder for each      ── archives for what a program needs
//! src/mpi/bcast.c ...                                           ┘
//! ```

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use weft_build::cache::{self, Key};
use weft_build::compiler::{object_name, side_by_side, Compiler, Step};
use weft_build::home;
use weft_build::program::read;
use weft_build::recipe::Recipe;
use weft_launch::build::library_macros;
use weft_sim::platform::{c_header, Platform};

use super::name_macro;
use super::symbols::Symbols;
use crate::observer::Observer;

/// The file in the library that says how it is compiled for chips.
pub const RECIPE: &str = "build.toml";
/// The variable that names another C compiler for chips.
pub const COMPILER_VARIABLE: &str = "WEFT_CC";
/// The library's object files, of which the linker takes those that a program needs.
const ARCHIVE: &str = "libweft.a";
/// The objects of functions that are inlined into a program only where that makes the program smaller. For programs optimized for size,
/// their archive precedes the other one.
const SMALL: &str = "small";
const SMALL_ARCHIVE: &str = "libcalls.a";
const FOR_SMALL: &str = "-DWEFT_CALLS_ARE_SMALL";
/// Flags for a source that is optimized for size in a library that is not.
const COMPACT: [&str; 2] = ["-Os", "-DWEFT_SMALL=0"];
/// The placeholder for the archives among the linker's flags.
const ARCHIVE_FLAG: &str = "{archive}";
/// Makes the linker optimize all objects that were compiled with this flag as one unit.
pub const LINK_TIME_OPTIMIZATION: &str = "-flto";
/// Puts machine code into each object as well, so that its size can be measured.
const WITH_CODE: &str = "-ffat-lto-objects";
/// Link-time optimization has little to compile: one partition, by one process.
const ONE_PIECE: &str = "-flto-partition=none";
/// The library's source that has the platform's name.
const NAME_SOURCE: &str = "src/mpi/platform_name.c";
/// The number of sources that compile fast enough to need no message.
const SOON_COMPILED: usize = 8;

/// The library for one platform. Each source is compiled when it is first needed.
pub struct Library {
    /// The library's own folder.
    pub folder: PathBuf,
    pub recipe: Recipe,
    pub compiler: Compiler,
    /// The folder of the generated headers.
    pub headers: PathBuf,
    platform: String,
    /// The flags of its sources.
    flags: Vec<OsString>,
    /// The cache key: everything that its object files depend on.
    key: Key,
    /// The object file with the platform's name, the only one that depends on it.
    name: PathBuf,
}

/// An object file of the library, and the number of its source in the recipe.
type Compiled = (usize, PathBuf);

impl Library {
    /// The library for a platform, as these macros set it up.
    ///
    /// # Errors
    /// When the compiler or the library is missing, or does not have what the platform asks for.
    pub fn new(platform: &Platform, define: &[String]) -> Result<Library> {
        let folder = home::folder("lib")?;
        let chosen = &platform.library;
        let recipe = Recipe::read(&folder, RECIPE)?.choose(
            chosen.link.name(),
            chosen.threads.name(),
            platform.cores.instruction_set(),
        )?;
        let compiler = Compiler::find(&recipe, COMPILER_VARIABLE)?;
        let header = c_header(platform);
        let defines = library_macros(define);
        let defines: Vec<String> = defines.iter().map(|name| format!("-D{name}")).collect();
        let mut key = Key::default();
        for part in [
            env!("CARGO_PKG_VERSION"),
            &compiler.version,
            &header,
            &weft_isa::c_header(),
            chosen.link.name(),
            chosen.threads.name(),
            platform.cores.instruction_set(),
        ] {
            key.add(part);
        }
        defines.iter().for_each(|flag| key.add(flag));
        key.add_folder(&folder)?;
        let headers = cache::entry(key.clone(), |folder| write_headers(folder, &header))?;
        let mut flags = common_flags(&folder, &recipe, &headers);
        flags.extend(recipe.library.iter().map(OsString::from));
        let name = build_name(&folder, &recipe, &compiler, platform, &flags)?;
        flags.extend(defines.into_iter().map(OsString::from));
        Ok(Library {
            folder,
            recipe,
            compiler,
            headers,
            platform: platform.name.clone(),
            flags,
            key,
            name,
        })
    }

    /// Returns the cache key of the library: everything that its object files depend on.
    pub fn key(&self) -> Key {
        self.key.clone()
    }

    /// Returns the compiler flags that a program's sources share with the library's.
    pub fn common_flags(&self) -> Vec<OsString> {
        common_flags(&self.folder, &self.recipe, &self.headers)
    }

    /// The object file with the platform's name, and the flags of the linker for a program with these object files of the library.
    ///
    /// # Errors
    /// When the archives cannot be made.
    pub fn link_flags(
        &self,
        objects: Vec<PathBuf>,
        is_small: bool,
    ) -> Result<(&Path, Vec<OsString>)> {
        let archives = self.archives(objects)?;
        let mut flags = vec![LINK_TIME_OPTIMIZATION.into(), ONE_PIECE.into()];
        for flag in &self.recipe.linker {
            match flag.as_str() {
                ARCHIVE_FLAG => {
                    flags.extend(is_small.then(|| archives.join(SMALL_ARCHIVE).into()));
                    flags.push(archives.join(ARCHIVE).into());
                }
                flag => flags.push(flag.into()),
            }
        }
        Ok((&self.name, flags))
    }

    /// Returns the library's object files that a program of these object files may need. Compiles the missing ones, of which the observer
    /// is told.
    ///
    /// # Errors
    /// When an object file cannot be read, or the library does not compile.
    pub fn needed(&self, program: &[PathBuf], observer: &mut dyn Observer) -> Result<Vec<PathBuf>> {
        let symbols = Symbols::read(&self.folder, &self.recipe.sources)?;
        let mut found = self.compile_always(observer)?;
        let mut known: BTreeSet<usize> = found.iter().map(|(number, _)| *number).collect();
        let mut unread: Vec<PathBuf> = program.to_vec();
        unread.extend(found.iter().map(|(_, object)| object.clone()));
        while !unread.is_empty() {
            let mut wanted = BTreeSet::new();
            for object in &unread {
                wanted.append(&mut symbols.needed_by(&read(object)?)?);
            }
            let wanted: Vec<usize> = wanted.difference(&known).copied().collect();
            let compiled = self.compile_each(&wanted, observer)?;
            known.extend(wanted);
            unread = compiled.iter().map(|(_, object)| object.clone()).collect();
            found.extend(compiled);
        }
        Ok(found.into_iter().map(|(_, object)| object).collect())
    }

    /// Returns all object files of the library, except that with the platform's name, each with its source, relative to the library's
    /// folder.
    ///
    /// # Errors
    /// When the library does not compile.
    pub fn all(&self, observer: &mut dyn Observer) -> Result<Vec<(PathBuf, &Path)>> {
        let mut found = self.compile_always(observer)?;
        let all = 0..self.recipe.sources.len();
        let others: Vec<usize> = all.filter(|number| !self.is_always(*number)).collect();
        found.extend(self.compile_each(&others, observer)?);
        let with_source = |(number, object)| (object, self.source(number));
        Ok(found.into_iter().map(with_source).collect())
    }

    /// The object file with the platform's name, with its source.
    pub fn name(&self) -> (&Path, &Path) {
        (&self.name, Path::new(NAME_SOURCE))
    }

    /// Returns the source of an object file; None if it is not the library's.
    pub fn source_of(&self, object: &Path) -> Option<&Path> {
        if object == self.name {
            return Some(Path::new(NAME_SOURCE));
        }
        let name = object.file_name()?.to_str()?;
        let number: usize = name.split('-').next()?.parse().ok()?;
        self.recipe.sources.get(number)?;
        let folder = cache::place(self.key_of(number));
        (object.parent() == Some(&folder)).then(|| self.source(number))
    }

    fn source(&self, number: usize) -> &Path {
        &self.recipe.sources[number]
    }

    fn is_always(&self, number: usize) -> bool {
        self.source(number).starts_with(&self.recipe.always)
    }

    /// Returns the cache key of a source. All sources that every program needs share one entry.
    fn key_of(&self, number: usize) -> Key {
        let mut key = self.key.clone();
        match self.is_always(number) {
            true => key.add("always"),
            false => {
                key.add("source");
                key.add(self.source(number).as_os_str().as_encoded_bytes());
            }
        }
        key
    }

    /// Returns the folder of the archives of these object files. The objects are in the order of the recipe, so that the addresses of a
    /// program's functions do not depend on which other sources have been compiled.
    fn archives(&self, mut objects: Vec<PathBuf>) -> Result<PathBuf> {
        objects.sort_by(|one, other| one.file_name().cmp(&other.file_name()));
        let small = objects.iter().map(|object| small_beside(object));
        let small: Vec<PathBuf> = small.filter(|object| object.exists()).collect();
        let mut key = Key::default();
        for object in &objects {
            key.add(object.as_os_str().as_encoded_bytes());
        }
        cache::entry(key, |folder| {
            self.compiler.archive(&objects, &folder.join(ARCHIVE))?;
            self.compiler.archive(&small, &folder.join(SMALL_ARCHIVE))
        })
    }

    fn compile_always(&self, observer: &mut dyn Observer) -> Result<Vec<Compiled>> {
        let all = 0..self.recipe.sources.len();
        let always: Vec<usize> = all.filter(|number| self.is_always(*number)).collect();
        let first = always.first().context("the library has no start")?;
        let folder = cache::entry(self.key_of(*first), |folder| {
            self.tell(observer);
            let each = |number: &usize| self.compile(*number, folder);
            side_by_side(&always, each).map(|_| ())
        })?;
        let object = |number| (number, self.object_in(&folder, number));
        Ok(always.into_iter().map(object).collect())
    }

    fn compile_each(
        &self,
        numbers: &[usize],
        observer: &mut dyn Observer,
    ) -> Result<Vec<Compiled>> {
        let is_missing = |number: &&usize| !cache::place(self.key_of(**number)).exists();
        if numbers.iter().filter(is_missing).count() > SOON_COMPILED {
            self.tell(observer);
        }
        side_by_side(numbers, |number| {
            let compile = |folder: &Path| self.compile(*number, folder);
            let folder = cache::entry(self.key_of(*number), compile)?;
            Ok((*number, self.object_in(&folder, *number)))
        })
    }

    fn tell(&self, observer: &mut dyn Observer) {
        observer.building(&format!("the library for {}", self.platform));
    }

    fn object_in(&self, folder: &Path, number: usize) -> PathBuf {
        folder.join(object_name(number, self.source(number)))
    }

    /// Compiles a source. One whose functions may be inlined into a program is compiled twice, the second time for programs optimized for
    /// size.
    fn compile(&self, number: usize, folder: &Path) -> Result<()> {
        let source = self.source(number);
        let object = self.object_in(folder, number);
        let step = |object: &Path, flags: &[&str]| Step {
            source: self.folder.join(source),
            object: object.to_owned(),
            flags: flags.iter().map(OsString::from).collect(),
            changed: None,
        };
        let mut steps = Vec::new();
        if self.recipe.is_inlined(source) {
            let small = small_beside(&object);
            std::fs::create_dir_all(folder.join(SMALL))?;
            steps.push(step(&small, &[LINK_TIME_OPTIMIZATION, FOR_SMALL]));
            steps.push(step(&object, &[LINK_TIME_OPTIMIZATION, WITH_CODE]));
        } else if self.recipe.compact.iter().any(|compact| compact == source) {
            steps.push(step(&object, &COMPACT));
        } else {
            steps.push(step(&object, &[]));
        }
        let compiled = self.compiler.compile(&steps, &self.flags);
        compiled.context("the library does not compile for this platform")
    }
}

fn small_beside(object: &Path) -> PathBuf {
    let name = object.file_name().unwrap_or_default();
    object.with_file_name(SMALL).join(name)
}

fn write_headers(folder: &Path, platform: &str) -> Result<()> {
    std::fs::create_dir(folder.join("weft"))?;
    std::fs::write(folder.join("weft/platform.h"), platform)?;
    let instructions = folder.join("weft/instructions.h");
    Ok(std::fs::write(instructions, weft_isa::c_header())?)
}

fn common_flags(library: &Path, recipe: &Recipe, generated: &Path) -> Vec<OsString> {
    let mut flags: Vec<OsString> = recipe.compile.iter().map(OsString::from).collect();
    flags.extend(generated_flags(generated, library));
    flags.extend(recipe.include_flags(library));
    flags
}

/// Returns the flags for a folder of generated headers. The debugging information names them as the library's, wherever they were made.
pub fn generated_flags(folder: &Path, library: &Path) -> [OsString; 3] {
    let mut map = OsString::from("-ffile-prefix-map=");
    map.push(folder);
    map.push("=");
    map.push(library.join("include"));
    [map, "-I".into(), folder.into()]
}

fn build_name(
    library: &Path,
    recipe: &Recipe,
    compiler: &Compiler,
    platform: &Platform,
    flags: &[OsString],
) -> Result<PathBuf> {
    let source = library.join(NAME_SOURCE);
    let mut key = Key::default();
    key.add(&compiler.version);
    key.add(&platform.name);
    recipe.compile.iter().for_each(|flag| key.add(flag));
    key.add(source.as_os_str().as_encoded_bytes());
    key.add(std::fs::read(&source).with_context(|| format!("cannot read {}", source.display()))?);
    let object = |folder: &Path| folder.join("name.o");
    let folder = cache::entry(key, |folder| {
        let step = Step {
            source,
            object: object(folder),
            flags: vec![name_macro(platform)],
            changed: None,
        };
        compiler.compile(&[step], flags)
    })?;
    Ok(object(&folder))
}
