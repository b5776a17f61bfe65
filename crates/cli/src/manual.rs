//! Manual pages and shell completions, generated from the definition of the command line.

use std::path::Path;

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::arguments::Arguments;
use crate::terminal;

/// Writes a manual page for `weft` and one for each of its commands into `directory`.
///
/// # Errors
/// When they cannot be written.
pub fn pages(directory: &Path) -> Result<()> {
    let written = std::fs::create_dir_all(directory)
        .and_then(|()| clap_mangen::generate_to(Arguments::command(), directory));
    written.with_context(|| format!("cannot write manual pages into {}", directory.display()))
}

/// Prints the completions of a shell.
///
/// # Errors
/// When they cannot be printed.
pub fn completions(shell: clap_complete::Shell) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "weft", &mut script);
    Ok(terminal::print(&String::from_utf8(script)?)?)
}
