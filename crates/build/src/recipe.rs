//! Reads a recipe in `lib` (`build.toml` for chips, `native.toml` for this machine): the sources of the library, and the flags for them and
//! for programs. A recipe for chips also has parts from which a platform chooses.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, Context, Result};
use serde::Deserialize;

/// The recipe, as in the file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The compiler's name on the search path.
    pub compiler: String,
    /// The system packages that contain the compiler and its C library.
    pub package: String,
    /// Folders of headers, for the library and for programs; relative to the library's folder.
    pub include: Vec<PathBuf>,
    /// The library's source files, relative to its folder.
    pub sources: Vec<PathBuf>,
    /// The sources whose functions may be inlined into a program by link-time optimization.
    #[serde(default)]
    pub inlined: Vec<PathBuf>,
    /// The sources that are optimized for size rather than speed.
    #[serde(default)]
    pub compact: Vec<PathBuf>,
    /// The folder, relative to the library's, of the sources that are linked into every program, since the C library refers to them.
    #[serde(default)]
    pub always: PathBuf,
    /// Flags for every source file.
    pub compile: Vec<String>,
    /// More flags for the library's own source files.
    pub library: Vec<String>,
    /// More flags for the program's source files.
    pub program: Vec<String>,
    /// More flags for the linker.
    pub linker: Vec<String>,
    /// The links that a platform may choose, by name.
    #[serde(default)]
    link: BTreeMap<String, Part>,
    /// The kinds of threads that a platform may choose, by name.
    #[serde(default)]
    threads: BTreeMap<String, Part>,
    /// The instruction sets that a platform's cores may have, by name.
    #[serde(default)]
    instructions: BTreeMap<String, Part>,
}

/// The additions of a choice to the recipe.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Part {
    include: Vec<PathBuf>,
    sources: Vec<PathBuf>,
    compile: Vec<String>,
    library: Vec<String>,
    linker: Vec<String>,
}

impl Recipe {
    /// Reads the recipe `name` in the library's folder; `{lib}` in a flag stands for that folder.
    ///
    /// # Errors
    /// When the file cannot be read or is not a recipe.
    pub fn read(library: &Path, name: &str) -> Result<Recipe> {
        let path = library.join(name);
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let text = text.replace("{lib}", &library.display().to_string());
        toml::from_str(&text)
            .with_context(|| format!("{} is not a recipe for the library", path.display()))
    }

    /// Returns the recipe with the additions of the chosen link, kind of threads and instruction set; the other parts are dropped.
    ///
    /// # Errors
    /// When the recipe has no part of that name.
    pub fn choose(self, link: &str, threads: &str, instructions: &str) -> Result<Recipe> {
        let mut chosen = self.with_link(link)?;
        let parts = [
            take(&mut chosen.threads, "kind of threads", threads)?,
            take(&mut chosen.instructions, "instruction set", instructions)?,
        ];
        parts.into_iter().for_each(|part| chosen.add(part));
        Ok(chosen)
    }

    /// Returns the recipe with the additions of the chosen link, for recipes without other choices.
    ///
    /// # Errors
    /// When the recipe has no link of that name.
    pub fn with_link(mut self, name: &str) -> Result<Recipe> {
        let part = take(&mut self.link, "link", name)?;
        self.add(part);
        Ok(self)
    }

    /// The compiler's flags for the folders of headers.
    pub fn include_flags<'a>(&'a self, library: &'a Path) -> impl Iterator<Item = OsString> + 'a {
        let folders = self.include.iter();
        folders.flat_map(|folder| ["-I".into(), library.join(folder).into()])
    }

    /// The sources, in the library's folder.
    pub fn sources_in<'a>(&'a self, library: &'a Path) -> impl Iterator<Item = PathBuf> + 'a {
        self.sources.iter().map(|source| library.join(source))
    }

    /// May functions of a source be inlined into a program?
    pub fn is_inlined(&self, source: &Path) -> bool {
        self.inlined.iter().any(|inlined| inlined == source)
    }

    fn add(&mut self, part: Part) {
        self.include.extend(part.include);
        self.sources.extend(part.sources);
        self.compile.extend(part.compile);
        self.library.extend(part.library);
        self.linker.extend(part.linker);
    }
}

fn take(parts: &mut BTreeMap<String, Part>, what: &str, name: &str) -> Result<Part> {
    parts.remove(name).ok_or_else(|| {
        let known: Vec<&str> = parts.keys().map(String::as_str).collect();
        anyhow!(
            "the platform asks for the {what} `{name}`, which the library does not have; it has {}",
            known.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: &str = "compiler='cc'\npackage='gcc'\ninclude=['include']\nsources=['a.c']\n\
                          compile=['-g']\nlibrary=['-I{lib}/src']\nprogram=[]\nlinker=[]\n";
    const PARTS: &str =
        "[link.wire]\ninclude=['wire/include']\nsources=['wire.c']\nlibrary=['-Iwire']\n\
                         [link.radio]\ninclude=[]\nsources=['radio.c']\n\
                         [threads.none]\ninclude=[]\nsources=['none.c']\n\
                         [instructions.plain]\ncompile=['-m32']\n";

    /// The recipe that says `text`, and the folder it is in.
    fn read(text: &str) -> (Result<Recipe>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("build.toml"), text).unwrap();
        (Recipe::read(folder.path(), "build.toml"), folder)
    }

    #[test]
    fn the_library_folder_is_filled_in() {
        let (recipe, folder) = read(RECIPE);
        let flag = format!("-I{}/src", folder.path().display());
        assert_eq!(recipe.unwrap().library, [flag]);
    }

    #[test]
    fn an_unknown_key_is_named() {
        let (recipe, _folder) = read(&format!("{RECIPE}colour=1\n"));
        let error = format!("{:#}", recipe.unwrap_err());
        assert!(
            error.contains("build.toml") && error.contains("colour"),
            "{error}"
        );
    }

    #[test]
    fn only_what_is_chosen_is_added() {
        let (recipe, _folder) = read(&format!("{RECIPE}{PARTS}"));
        let recipe = recipe.unwrap().choose("wire", "none", "plain").unwrap();
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(recipe.include, paths(&["include", "wire/include"]));
        assert_eq!(recipe.sources, paths(&["a.c", "wire.c", "none.c"]));
        assert_eq!(recipe.library[1..], ["-Iwire"]);
        assert_eq!(recipe.compile, ["-g", "-m32"]);
    }

    #[test]
    fn a_part_that_is_not_there_is_named_beside_those_that_are() {
        for (link, threads, instructions, expected) in [
            ("smoke", "none", "plain", "link `smoke`"),
            ("wire", "all", "plain", "kind of threads `all`"),
            ("wire", "none", "vector", "instruction set `vector`"),
        ] {
            let (recipe, _folder) = read(&format!("{RECIPE}{PARTS}"));
            let error = recipe
                .unwrap()
                .choose(link, threads, instructions)
                .unwrap_err();
            let error = error.to_string();
            assert!(error.contains(expected), "{error}");
        }
        let (recipe, _folder) = read(&format!("{RECIPE}{PARTS}"));
        let error = recipe
            .unwrap()
            .choose("smoke", "none", "plain")
            .unwrap_err();
        assert!(error.to_string().contains("radio, wire"), "{error}");
    }
}
