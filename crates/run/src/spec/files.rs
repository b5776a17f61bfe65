//! The files of this machine that the programs on a chip may access.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use weft_sim::semihosting::Sandbox;

/// A folder, or nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileAccess {
    /// The files in this folder, to which names are relative, and those that the programs' arguments name.
    Folder(PathBuf),
    /// No files.
    None,
}

impl Default for FileAccess {
    /// The current folder.
    fn default() -> FileAccess {
        FileAccess::Folder(".".into())
    }
}

impl FromStr for FileAccess {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<FileAccess, Infallible> {
        Ok(match text {
            "none" => FileAccess::None,
            folder => FileAccess::Folder(folder.into()),
        })
    }
}

impl FileAccess {
    /// Returns the sandbox for programs with these arguments.
    ///
    /// # Errors
    /// When there is no such folder.
    pub(crate) fn sandbox(&self, arguments: &[String]) -> Result<Sandbox> {
        match self {
            FileAccess::Folder(folder) => Sandbox::new(folder, arguments)
                .with_context(|| format!("--files: cannot use {}", shown(folder))),
            FileAccess::None => Ok(Sandbox::closed()),
        }
    }
}

fn shown(folder: &Path) -> String {
    match folder.as_os_str() == "." {
        true => "the current folder".to_owned(),
        false => folder.display().to_string(),
    }
}
