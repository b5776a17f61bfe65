//! Finds the library and the applications that come with weft.

use std::path::{Path, PathBuf};

use anyhow::{bail, Result};

/// Returns the folder `name` (`lib`, `apps`) that came with weft: below `$WEFT_HOME`, else below `../share/weft` relative to the folder of
/// the executable, else in the source tree from which the executable was built.
///
/// # Errors
/// When none of these has it.
pub fn folder(name: &str) -> Result<PathBuf> {
    let candidates = roots();
    match candidates.iter().map(|root| root.join(name)).find(|folder| folder.is_dir()) {
        Some(folder) => Ok(folder.canonicalize()?),
        None => bail!(
            "the folder `{name}` of weft was not found in {}; set WEFT_HOME to the folder that holds it",
            listed(&candidates)
        ),
    }
}

fn roots() -> Vec<PathBuf> {
    if let Some(home) = std::env::var_os("WEFT_HOME") {
        return vec![PathBuf::from(home)];
    }
    let executable = std::env::current_exe().and_then(|path| path.canonicalize());
    let installed = executable
        .ok()
        .and_then(|path| Some(path.parent()?.parent()?.join("share/weft")));
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    installed.into_iter().chain([sources]).collect()
}

fn listed(paths: &[PathBuf]) -> String {
    let texts: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    texts.join(" or ")
}
