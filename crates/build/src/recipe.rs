//! What a recipe in `lib` says (`build.toml` for chips, `native.toml` for this machine): the sources of the library and the flags that they and a program are compiled with.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

/// The recipe, as it stands in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The compiler's name on the search path.
    pub compiler: String,
    /// The system packages that bring the compiler and its C library.
    pub package: String,
    /// Folders of headers, for the library and for programs; relative to the library's folder.
    pub include: Vec<PathBuf>,
    /// The library's source files, relative to its folder.
    pub sources: Vec<PathBuf>,
    /// Flags for every source file.
    pub compile: Vec<String>,
    /// More flags for the library's own source files.
    pub library: Vec<String>,
    /// More flags for the program's source files.
    pub program: Vec<String>,
    /// More flags for the link.
    pub link: Vec<String>,
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
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: &str = "compiler='cc'\npackage='gcc'\ninclude=['include']\nsources=['a.c']\n\
                          compile=['-g']\nlibrary=['-I{lib}/src']\nprogram=[]\nlink=[]\n";

    #[test]
    fn the_library_folder_is_filled_in() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("build.toml"), RECIPE).unwrap();
        let recipe = Recipe::read(folder.path(), "build.toml").unwrap();
        assert_eq!(
            recipe.library,
            [format!("-I{}/src", folder.path().display())]
        );
    }

    #[test]
    fn an_unknown_key_is_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("build.toml"),
            format!("{RECIPE}colour=1\n"),
        )
        .unwrap();
        let error = format!(
            "{:#}",
            Recipe::read(folder.path(), "build.toml").unwrap_err()
        );
        assert!(
            error.contains("build.toml") && error.contains("colour"),
            "{error}"
        );
    }
}
