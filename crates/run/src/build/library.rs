//! The library for a platform: its object files, which the linker takes what a program needs from, and the functions that the
//! compiler may put into those of a program.
//!
//! ```text
//! base           every program        ┐
//! src/mpi        programs that use it ├─ a folder each in the cache ── archives for the parts that a program uses
//! src/mcapi ...                       ┘
//! ```

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use weft_build::cache::{self, Key};
use weft_build::compiler::{object_name, Compiler, Step};
use weft_build::home;
use weft_build::program::read;
use weft_build::recipe::{Interface, Recipe};
use weft_launch::build::library_macros;
use weft_sim::platform::{c_header, Platform};

use super::name_macro;
use crate::observer::Observer;

/// The file in the library that says how it is compiled for chips.
pub const RECIPE: &str = "build.toml";
/// The variable that names another C compiler for chips.
pub const COMPILER_VARIABLE: &str = "WEFT_CC";
/// The library's object files, of which the linker takes those that a program needs.
const ARCHIVE: &str = "libweft.a";
/// The functions that the compiler puts into those of a program only if that makes the program smaller. In front of the others for
/// programs that are to be small.
const SMALL: &str = "small";
const SMALL_ARCHIVE: &str = "libcalls.a";
const FOR_SMALL: &str = "-DWEFT_CALLS_ARE_SMALL";
/// For a source that is to be small in a library that is not.
const COMPACT: [&str; 2] = ["-Os", "-DWEFT_SMALL=0"];
/// What stands for the archives among the linker's flags.
const ARCHIVE_FLAG: &str = "{archive}";
/// Makes the linker compile once more, as one, what was compiled with it.
pub const LINK_TIME_OPTIMIZATION: &str = "-flto";
/// An object has code of its own as well, whose size can be told.
const WITH_CODE: &str = "-ffat-lto-objects";
/// Little is compiled then: one piece, by one process.
const ONE_PIECE: &str = "-flto-partition=none";
/// The library's source that has the platform's name.
const NAME_SOURCE: &str = "src/mpi/platform_name.c";

/// The library for one platform, of which each part is compiled when it is first needed.
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
    /// All that its object files depend on.
    key: Key,
    /// The object file with the platform's name, the only one that depends on it.
    name: PathBuf,
}

/// What is compiled as one: an interface, or the base, which is what is not in any of them.
type Part<'a> = Option<&'a Interface>;

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

    /// Everything that decides what the library is.
    pub fn key(&self) -> Key {
        self.key.clone()
    }

    /// The flags of a program's sources that are the library's as well.
    pub fn common_flags(&self) -> Vec<OsString> {
        common_flags(&self.folder, &self.recipe, &self.headers)
    }

    /// The object file with the platform's name, and the flags of the linker for a program of these other object files. Compiles
    /// the parts of the library that it uses, which the observer is told.
    ///
    /// # Errors
    /// When an object file cannot be read, or the library does not compile.
    pub fn link_flags(
        &self,
        objects: &[PathBuf],
        is_small: bool,
        observer: &mut dyn Observer,
    ) -> Result<(&Path, Vec<OsString>)> {
        let archives = self.archives(&self.used_by(objects)?, observer)?;
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

    /// The object files of the library, all of them, each with its source, relative to the library's folder.
    ///
    /// # Errors
    /// When the library does not compile.
    pub fn objects(&self, observer: &mut dyn Observer) -> Result<Vec<(PathBuf, &Path)>> {
        let parts = self.build(&self.parts(), observer)?;
        let mut objects: Vec<_> = parts.into_iter().flatten().collect();
        objects.push((self.name.clone(), Path::new(NAME_SOURCE)));
        Ok(objects)
    }

    /// The source of an object file of the library; None if it is none of the library's.
    pub fn source_of(&self, object: &Path) -> Option<&Path> {
        if object == self.name {
            return Some(Path::new(NAME_SOURCE));
        }
        let is_of = |part: &Part| object.parent() == Some(&cache::place(self.key_of(*part)));
        self.parts().iter().find(|part| is_of(part))?;
        let name = object.file_name()?.to_str()?;
        let number: usize = name.split('-').next()?.parse().ok()?;
        self.recipe.sources.get(number).map(PathBuf::as_path)
    }

    fn parts(&self) -> Vec<Part<'_>> {
        let interfaces = self.recipe.interfaces.iter().map(Some);
        [None].into_iter().chain(interfaces).collect()
    }

    fn used_by(&self, objects: &[PathBuf]) -> Result<Vec<Part<'_>>> {
        let objects = objects.iter().map(|object| read(object));
        let objects: Vec<Vec<u8>> = objects.collect::<Result<_>>()?;
        let mut parts = self.parts();
        parts.retain(|part| {
            part.is_none_or(|one| objects.iter().any(|object| one.is_used_by(object)))
        });
        Ok(parts)
    }

    fn key_of(&self, part: Part) -> Key {
        let mut key = self.key.clone();
        key.add(part.map_or("base", |_| "interface"));
        if let Some(interface) = part {
            key.add(interface.folder.as_os_str().as_encoded_bytes());
        }
        key
    }

    /// The folder of the archives of these parts, in which object files stand as in the recipe, so that a program's functions lie
    /// where they lie whatever else has been compiled.
    fn archives(&self, parts: &[Part], observer: &mut dyn Observer) -> Result<PathBuf> {
        let parts = self.build(parts, observer)?;
        let objects = parts.into_iter().flatten();
        let mut objects: Vec<PathBuf> = objects.map(|(object, _)| object).collect();
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

    /// The object files of each of these parts, with their sources.
    fn build(
        &self,
        parts: &[Part],
        observer: &mut dyn Observer,
    ) -> Result<Vec<Vec<(PathBuf, &Path)>>> {
        let mut is_told = false;
        let mut build = |part: &Part| {
            let folder = cache::entry(self.key_of(*part), |folder| {
                if !is_told {
                    observer.building(&format!("the library for {}", self.platform));
                    is_told = true;
                }
                let compiled = self.compile(*part, folder);
                compiled.context("the library does not compile for this platform")
            })?;
            let object = |(number, source)| (folder.join(object_name(number, source)), source);
            Ok(self.sources_of(*part).into_iter().map(object).collect())
        };
        parts.iter().map(&mut build).collect()
    }

    /// The sources of a part, with their numbers in the recipe.
    fn sources_of(&self, part: Part) -> Vec<(usize, &Path)> {
        let is_of_part = |source: &Path| match part {
            Some(interface) => source.starts_with(&interface.folder),
            None => {
                let mut interfaces = self.recipe.interfaces.iter();
                !interfaces.any(|interface| source.starts_with(&interface.folder))
            }
        };
        let sources = self.recipe.sources.iter().map(PathBuf::as_path).enumerate();
        sources.filter(|(_, source)| is_of_part(source)).collect()
    }

    fn compile(&self, part: Part, folder: &Path) -> Result<()> {
        std::fs::create_dir(folder.join(SMALL))?;
        let mut steps = Vec::new();
        for (number, source) in self.sources_of(part) {
            let object = folder.join(object_name(number, source));
            let step = |object: PathBuf, flags: &[&str]| Step {
                source: self.folder.join(source),
                object,
                flags: flags.iter().map(OsString::from).collect(),
                changed: None,
            };
            if self.recipe.is_inlined(source) {
                let small = small_beside(&object);
                steps.push(step(small, &[LINK_TIME_OPTIMIZATION, FOR_SMALL]));
                steps.push(step(object, &[LINK_TIME_OPTIMIZATION, WITH_CODE]));
            } else if self.recipe.compact.iter().any(|compact| compact == source) {
                steps.push(step(object, &COMPACT));
            } else {
                steps.push(step(object, &[]));
            }
        }
        self.compiler.compile(&steps, &self.flags)
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

/// Flags for a folder of generated headers. The debugger information names them as the library's, wherever they were made.
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
