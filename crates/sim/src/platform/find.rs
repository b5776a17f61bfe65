//! Finds platform files: by path, or by name in the directory of platforms.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::{read, Override, Platform};
use crate::description::{guess, read_text, reading, unreadable, Document, PlatformError, Result};

/// Returns the directories that are searched for platforms by name: `$WEFT_HOME/platforms` if that variable is set; otherwise the installed one next
/// to the executable or that of the source tree, whichever exists first.
pub fn platform_directories() -> Vec<PathBuf> {
    if let Some(home) = env::var_os("WEFT_HOME") {
        return vec![Path::new(&home).join("platforms")];
    }
    let executable = env::current_exe().ok();
    let executable = executable.as_deref();
    let prefix = executable.and_then(|file| file.parent()?.parent());
    let installed = prefix.map(|prefix| prefix.join("share/weft/platforms"));
    let source_tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../platforms");
    let mut all = installed.into_iter().chain([source_tree]);
    let first = all.find(|directory| directory.is_dir());
    first.into_iter().collect()
}

impl Platform {
    /// Loads a platform by path (a `path_or_name` with a `/` or ending in `.toml`) or by name: the file `NAME.toml` in the
    /// first of `directories` that has it. See [`platform_directories`].
    ///
    /// # Errors
    /// If there is no such platform, or its file cannot be read or has an error.
    pub fn load(path_or_name: &str, directories: &[PathBuf]) -> Result<Platform> {
        Platform::load_with(path_or_name, directories, &[])
    }

    /// As [`Platform::load`], with some keys overridden. If two overrides set the same key, the later one counts.
    ///
    /// # Errors
    /// As [`Platform::load`]; or if an override has an error.
    pub fn load_with(
        path_or_name: &str,
        directories: &[PathBuf],
        overrides: &[Override],
    ) -> Result<Platform> {
        let load =
            |path: &Path| Platform::parse_among(path, &read_text(path)?, directories, overrides);
        if path_or_name.contains('/') || path_or_name.ends_with(".toml") {
            return load(Path::new(path_or_name));
        }
        let file_name = format!("{path_or_name}.toml");
        let folders = directories.iter();
        let mut files = folders.map(|directory| directory.join(&file_name));
        match files.find(|path| path.is_file()) {
            Some(path) => load(&path),
            None => Err(unknown(path_or_name, directories)),
        }
    }

    /// Reads a platform from the `text` of the file at `path`. A platform that it extends is searched for in the same directory, then in
    /// [`platform_directories`].
    ///
    /// # Errors
    /// The first error, with file, line and column.
    pub fn parse(path: &Path, text: &str) -> Result<Platform> {
        Platform::parse_with(path, text, &[])
    }

    /// As [`Platform::parse`], with some keys overridden.
    ///
    /// # Errors
    /// As [`Platform::parse`]; or if an override has an error.
    pub fn parse_with(path: &Path, text: &str, overrides: &[Override]) -> Result<Platform> {
        Platform::parse_among(path, text, &platform_directories(), overrides)
    }

    fn parse_among(
        path: &Path,
        text: &str,
        directories: &[PathBuf],
        overrides: &[Override],
    ) -> Result<Platform> {
        let mut texts = vec![(path.to_path_buf(), text.to_string())];
        while let Some(next) = extended(&texts, directories)? {
            texts.push(next);
        }
        let files = texts.iter().map(|(path, _)| path.display().to_string());
        let files: Vec<String> = files.collect();
        let documents = files.iter().zip(&texts);
        let documents = documents.map(|(file, (_, text))| Document::of_file(file, text));
        let documents: Vec<Document> = documents.collect();
        let overrides = overrides.iter().rev();
        let overrides = overrides.map(|it| Document::of_option(&it.option, &it.text));
        let overrides: Vec<Document> = overrides.collect();
        read::platform(platform_name(path)?, &overrides, &documents)
    }

    /// Returns the names of the platforms in `directories`, sorted and without duplicates.
    pub fn names(directories: &[PathBuf]) -> Vec<String> {
        let mut names: Vec<String> = directories
            .iter()
            .filter_map(|directory| fs::read_dir(directory).ok())
            .flatten()
            .filter_map(|entry| name_of_toml(&entry.ok()?.path()))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Returns every platform in `directories`: its name, and the platform or the error in its file.
    pub fn list(directories: &[PathBuf]) -> Vec<(String, Result<Platform>)> {
        let loaded = |name: String| {
            let platform = Platform::load(&name, directories);
            (name, platform)
        };
        let names = Platform::names(directories).into_iter();
        names.map(loaded).collect()
    }
}

fn name_of_toml(path: &Path) -> Option<String> {
    let is_toml = path.extension()? == "toml";
    is_toml.then(|| Some(path.file_stem()?.to_str()?.to_string()))?
}

/// Returns path and text of the file that the last of `texts` extends.
fn extended(
    texts: &[(PathBuf, String)],
    directories: &[PathBuf],
) -> Result<Option<(PathBuf, String)>> {
    let Some((path, text)) = texts.last() else {
        return Ok(None);
    };
    let file = path.display().to_string();
    let document = Document::of_file(&file, text);
    let Some((name, at)) = reading::extends(document)? else {
        return Ok(None);
    };
    let beside = path.parent().map(Path::to_path_buf);
    let candidates = beside.iter().chain(directories);
    let mut files = candidates.map(|directory| directory.join(format!("{name}.toml")));
    let Some(found) = files.find(|candidate| candidate.is_file()) else {
        let message = format!(
            "`extends` names the platform `{name}`, but there is no {name}.toml beside this file or among the platforms"
        );
        return Err(document.error(at, message));
    };
    let same = |(other, _): &(PathBuf, String)| is_same_file(other, &found);
    if texts.iter().any(same) {
        let message = format!(
            "`extends` names `{name}`, which extends this file in turn; let one stand by itself"
        );
        return Err(document.error(at, message));
    }
    let text = read_text(&found)?;
    Ok(Some((found, text)))
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

/// Returns the file's name without `.toml`: the name of the platform in C headers, linker scripts and reports.
fn platform_name(path: &Path) -> Result<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let name = stem.filter(|stem| stem.chars().all(plain));
    name.ok_or_else(|| {
        let remedy = "the platform is named after its file; use only letters, digits, `-`, `_`, `.` and `+` there";
        unreadable(path, remedy)
    })
}

fn unknown(name: &str, directories: &[PathBuf]) -> PlatformError {
    let names = Platform::names(directories);
    let known = match (names.as_slice(), directories) {
        ([], []) => String::from(
            "no directory of platforms was found (set WEFT_HOME to where Weft is installed)",
        ),
        ([], [first, ..]) => format!("{} holds none", first.display()),
        (names, _) => format!("there are: {}{}", names.join(", "), guess(name, names)),
    };
    PlatformError::Unknown {
        name: name.to_string(),
        known,
    }
}
